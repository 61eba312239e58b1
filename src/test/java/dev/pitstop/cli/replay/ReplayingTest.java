package dev.pitstop.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.cli.call.Tools;
import dev.pitstop.cli.options.Here;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.compare.Noise;
import dev.pitstop.journal.Journal;
import dev.pitstop.journal.JournalLine;
import dev.pitstop.log.Log;
import dev.pitstop.recording.Recorded;
import dev.pitstop.recording.Recording;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("playing a recording to a server")
class ReplayingTest {
  private static final String READ =
      "{\"name\":\"read\",\"annotations\":{\"readOnlyHint\":true},\"inputSchema\":{\"type\":\"object\"}}";
  private static final String SET =
      "{\"name\":\"set\",\"annotations\":{\"idempotentHint\":true},\"inputSchema\":{\"type\":\"object\"}}";
  private static final String ADD = "{\"name\":\"add\",\"inputSchema\":{\"type\":\"object\"}}";
  private static final String OWN =
      "{\"name\":\"recompile\",\"inputSchema\":{\"type\":\"object\"}}";
  private static final String TOOLS = "{\"tools\":[" + READ + "," + SET + "," + ADD + "]}";

  @TempDir private Path directory;
  private final List<String> sent = new ArrayList<>();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private boolean all;
  private Noise ignored = Noise.NONE;
  private boolean accept;
  private long clock;
  private long callNanos = 1_000_000;

  private Path recording() {
    return directory.resolve("r.ndjson");
  }

  /// Records these requests, each with the response that follows it.
  private void record(String... messages) throws IOException {
    Journal journal = new Journal();
    for (int i = 0; i < messages.length; i++) {
      Message message = Codec.parse(messages[i].getBytes(StandardCharsets.UTF_8));
      int number = i / 2 + 1;
      if (message instanceof Message.Request r) {
        journal.add(
            new JournalLine("call")
                .number("call", number)
                .text("method", r.method())
                .text("name", Json.string(r.bytes(), r.param("name"))),
            "request",
            Outgoing.of(r.bytes()));
      } else {
        boolean none = message instanceof Message.Malformed;
        journal.add(
            new JournalLine("answer").number("call", number),
            "response",
            Outgoing.of(none ? new byte[0] : message.bytes()));
      }
    }
    journal.close();
    if (!Files.exists(recording())) {
      Files.createFile(recording());
    }
    new Recording(journal, recording(), () -> "{\"type\":\"session\"}", Log.nowhere()).run();
  }

  private static String call(int id, String tool, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}"
        .formatted(id, tool, arguments);
  }

  private static String answer(int id, String text) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"content\":[{\"type\":\"text\",\"text\":%s}]}}"
        .formatted(id, Json.quote(text));
  }

  private static String failure(int id, String text) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"error\":{\"code\":1,\"message\":%s}}"
        .formatted(id, Json.quote(text));
  }

  /// Replays.
  ///
  /// @param tools the result of `tools/list`
  /// @param server the answer to a call of a tool with arguments
  /// @return what was printed
  private String replayed(String tools, BinaryOperator<String> server) throws Exception {
    printed.reset();
    sent.clear();
    ReplayLine line =
        new ReplayLine(
            recording(),
            all,
            ignored,
            accept,
            new Options(Map.of(), List.of(), false, false, Here.HERE));
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    Tools fake =
        new Tools() {
          @Override
          public String tools() {
            return tools;
          }

          @Override
          public Message.Response call(String tool, String arguments) {
            sent.add(tool + arguments);
            clock += callNanos;
            return (Message.Response)
                Codec.parse(server.apply(tool, arguments).getBytes(StandardCharsets.UTF_8));
          }

          @Override
          public List<String> stderr() {
            return List.of();
          }

          @Override
          public void close() {}
        };
    Report report = new Report(out);
    Recorded recorded = Recorded.of(recording());
    new Replay(recorded, fake, line, () -> clock, report).run();
    report.end(recorded.missing());
    if (recorded.replaced() > 0) {
      recorded.save();
      out.println(recorded.replaced() + " new in the recording.");
    }
    String text = printed.toString(StandardCharsets.UTF_8);
    assertThat(text.lines()).allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(80));
    return text + "exit " + (report.regressions() == 0 || accept ? 0 : 1);
  }

  private static String row(int call, String tool, String verdict) {
    return "%6d  %-30s  %s".formatted(call, tool, verdict);
  }

  @Test
  @DisplayName("sends read-only and idempotent calls in order, and all if asked to")
  void order() throws Exception {
    record(
        call(1, "read", "{\"b\": 1}"),
        answer(1, "x"),
        call(2, "add", "{}"),
        answer(2, "x"),
        call(3, "set", "{}"),
        answer(3, "x"),
        call(4, "recompile", "{}"),
        answer(4, "Done."));
    String text = replayed(TOOLS, (tool, arguments) -> answer(9, "x"));
    assertThat(sent).containsExactly("read{\"b\": 1}", "set{}");
    assertThat(text)
        .contains(row(1, "read", "same"))
        .contains(row(2, "add", "not sent     not read-only; see --all"))
        .contains(row(4, "recompile", "not sent     Pitstop's own tool"))
        .contains("4 calls: 2 same, 2 not sent.")
        .endsWith("No regressions.\nexit 0");
    all = true;
    assertThat(replayed(TOOLS, (tool, arguments) -> answer(9, "x"))).contains("3 same, 1 not sent");
    assertThat(sent).hasSize(3);
  }

  @Test
  @DisplayName("does not blame the server for what a call would have done that was not sent")
  void unclear() throws Exception {
    record(
        call(1, "read", "{}"),
        answer(1, "none"),
        call(2, "add", "{}"),
        answer(2, "x"),
        call(3, "read", "{}"),
        answer(3, "one"),
        call(4, "read", "{}"),
        answer(4, "none"));
    assertThat(replayed(TOOLS, (tool, arguments) -> answer(9, "none")))
        .contains(row(2, "add", "not sent"), row(3, "read", "unclear"), row(4, "read", "same"))
        .contains("        changed, but call 2 was not sent; content[0].text: \"one\" → \"none\"\n")
        .contains("Unclear: a call before was not sent. --all sends what is not read-only.\n")
        .endsWith("No regressions.\nexit 0");
    assertThat(replayed(TOOLS, (tool, arguments) -> answer(9, "zero")))
        .as("before the call that was not sent")
        .endsWith("1 regression.\nexit 1");
  }

  @Test
  @DisplayName("reports what changed, fails and works, and the first difference of each")
  void verdicts() throws Exception {
    record(
        call(1, "set", "{}"),
        answer(1, "{\"a\":[1,2]}"),
        call(2, "set", "{\"n\":2}"),
        answer(2, "x"),
        call(3, "set", "{\"n\":3}"),
        failure(3, "no"),
        call(4, "set", "{\"n\":4}"),
        failure(4, "no"));
    String text =
        replayed(
            TOOLS,
            (tool, arguments) ->
                switch (arguments) {
                  case "{\"n\":2}" -> failure(5, "boom");
                  case "{\"n\":3}" -> answer(5, "fine");
                  case "{\"n\":4}" -> failure(5, "never");
                  default -> answer(5, "{\"a\":[1,3]}");
                });
    assertThat(text)
        .contains(row(1, "set", "changed"), "        content[0].text.a[1]: 2 → 3\n")
        .contains(row(2, "set", "now fails"), "        \"boom\"\n")
        .contains(row(3, "set", "now works"))
        .contains(row(4, "set", "still fails"), "        error.message: \"no\" → \"never\"\n")
        .endsWith("3 regressions.\nexit 1");
  }

  @Test
  @DisplayName("calls a read-only tool again if it differs, and leaves out what differs again")
  void noise() throws Exception {
    record(
        call(1, "read", "{}"),
        answer(1, "{\"at\":1,\"n\":5}"),
        call(2, "set", "{}"),
        answer(2, "1"));
    int[] time = {10};
    BinaryOperator<String> same = (tool, args) -> answer(5, "{\"at\":" + time[0]++ + ",\"n\":5}");
    assertThat(replayed(TOOLS, same)).contains(row(1, "read", "same"), row(2, "set", "changed"));
    assertThat(sent).containsExactly("read{}", "read{}", "set{}");
    BinaryOperator<String> worse = (tool, args) -> answer(5, "{\"at\":" + time[0]++ + ",\"n\":6}");
    assertThat(replayed(TOOLS, worse))
        .contains(row(1, "read", "changed"), "        content[0].text.n: 5 → 6\n");
    ignored = Noise.of(List.of(Noise.path("content[*].text").orElseThrow()));
    assertThat(replayed(TOOLS, worse)).endsWith("exit 0");
    assertThat(sent).containsExactly("read{}", "set{}");
  }

  @Test
  @DisplayName("calls of a tool that is gone, unless they failed before")
  void gone() throws Exception {
    record(call(1, "raed", "{}"), failure(1, "unknown"), call(2, "removed", "{}"), answer(2, "x"));
    BinaryOperator<String> server = (tool, arguments) -> answer(5, "x");
    assertThat(replayed(TOOLS, server))
        .contains(row(1, "raed", "not sent     no such tool, then and now"))
        .contains(row(2, "removed", "tool gone"))
        .endsWith("1 regression.\nexit 1");
    accept = true;
    assertThat(replayed(TOOLS, server)).endsWith("1 new in the recording.\nexit 0");
    accept = false;
    assertThat(replayed(TOOLS, server)).contains("2 calls: 2 not sent.").endsWith("exit 0");
  }

  @Test
  @DisplayName("plays a server's own tool that has the name of one of Pitstop's")
  void sameName() throws Exception {
    record(call(1, "recompile", "{}"), answer(1, "x"));
    all = true;
    assertThat(replayed("{\"tools\":[" + OWN + "]}", (tool, arguments) -> answer(5, "x")))
        .contains(row(1, "recompile", "same"));
  }

  @Test
  @DisplayName("does not send what is not whole, and leaves out what was a secret in an answer")
  void secrets() throws Exception {
    record(
        call(1, "read", "{\"password\":\"x\"}"),
        answer(1, "x"),
        call(2, "read", "{}"),
        answer(2, "{\"token\":\"a\",\"n\":1}"),
        call(3, "read", "{}"),
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"resultType\":\"input_required\"}}",
        call(4, "read", "{}"),
        "{}");
    String text = replayed(TOOLS, (tool, arguments) -> answer(5, "{\"token\":\"b\",\"n\":1}"));
    assertThat(text)
        .contains(row(1, "read", "not sent     a secret is left out"))
        .contains(row(2, "read", "same"))
        .contains(row(3, "read", "not sent     the client was asked"))
        .contains(row(4, "read", "not sent     it has no answer"));
    assertThat(sent).containsExactly("read{}");
  }

  @Test
  @DisplayName("writes what is accepted into the recording, without secrets, and nothing else")
  void accepts() throws Exception {
    record(
        call(1, "set", "{}"),
        answer(1, "a"),
        call(2, "set", "{\"b\": 1}"),
        answer(2, "b"),
        call(3, "set", "{}"),
        answer(3, "c"));
    List<String> before = Files.readAllLines(recording());
    accept = true;
    BinaryOperator<String> server =
        (tool, args) -> answer(9, args.equals("{}") ? "{\"token\":\"x\",\"é\":1}" : "b");
    assertThat(replayed(TOOLS, server)).endsWith("2 new in the recording.\nexit 0");
    List<String> after = Files.readAllLines(recording());
    assertThat(after).hasSameSizeAs(before);
    assertThat(after.get(2)).contains("[REDACTED]", "é").doesNotContain("\\\"x\\\"");
    for (int line : List.of(6, 2)) { // those of the two changed answers
      after.remove(line);
      before.remove(line);
    }
    assertThat(after).isEqualTo(before);
    assertThat(replayed(TOOLS, server)).contains("3 same").endsWith("No regressions.\nexit 0");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).hasSize(1); // the recording: nothing is left behind
    }
  }

  @Test
  @DisplayName("says why there are no tools")
  void noTools() throws Exception {
    record(call(1, "set", "{}"), answer(1, "a"));
    assertThatThrownBy(
            () -> replayed("{\"tools\":[]}", (t, a) -> failure(1, "The server did not start.")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("The server did not start.");
  }

  @Test
  @DisplayName("refuses a command line that it cannot carry out")
  void usage() throws Exception {
    assertThatThrownBy(() -> ReplayLine.parse(List.of(), Here.HERE))
        .hasMessageContaining("no recording");
    assertThatThrownBy(() -> ReplayLine.parse(List.of("a", "b", "--", "x"), Here.HERE))
        .hasMessageContaining("one recording at a time");
    assertThatThrownBy(() -> ReplayLine.parse(List.of("a", "--"), Here.HERE))
        .hasMessageContaining("no program");
    assertThatThrownBy(
            () -> ReplayLine.parse(List.of("a", "--ignore", "b..c", "--", "x"), Here.HERE))
        .hasMessageContaining("`b..c` is no path");
    assertThatThrownBy(() -> ReplayLine.parse(List.of("a", "--updat", "--", "x"), Here.HERE))
        .hasMessageContaining("--update");
    ReplayLine cli = ReplayLine.parse(List.of("f", "cli", "--all", "--", "prog"), Here.HERE);
    assertThat(cli.server().cli()).isTrue();
    assertThat(cli.file()).isEqualTo(Path.of("f"));
    assertThat(cli.all()).isTrue();
    assertThat(ReplayLine.parse(List.of("f", "http://localhost:1/mcp"), Here.HERE).server().isUrl())
        .isTrue();
    String servers = Files.createFile(directory.resolve("pitstop.json")).toString();
    assertThat(ReplayLine.parse(List.of("f", "--config", servers), Here.HERE).server().command())
        .isEmpty();
    assertThatThrownBy(() -> ReplayLine.parse(List.of("f"), Here.HERE))
        .hasMessage("no server given: use `pitstop replay FILE -- COMMAND [ARG...]`");
  }
}
