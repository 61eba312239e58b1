package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("pitstop call and pitstop tools")
@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
@Tag("all")
class CallTest {
  @RegisterExtension final Bench bench = new Bench();

  /// Runs `pitstop` with these words, then `--` and the command of a server.
  private Ended on(List<String> server, String input, List<String> words) {
    List<String> argv = new ArrayList<>(List.of(Bench.launcher().toString()));
    argv.addAll(words);
    if (!server.isEmpty()) {
      argv.add("--");
      argv.addAll(server);
    }
    return Ended.of(argv, bench.environment(), bench.workDir(), input);
  }

  private List<String> calls() {
    return bench.fixture("{'like':'calls'}").argv();
  }

  private Ended run(String line) {
    return on(calls(), "", List.of(line.split(" ", -1)));
  }

  private static Ended printed(String out) {
    return new Ended(0, out, "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "call echo text=hello             | hello\\n",
        "call structured                  | { \"b\": [1, 2], \"a\": null }\\n",
        "call plain                       | done\\n{\\n"
            + "  \"a\": {\\n"
            + "    \"b\": \"<ü>\"\\n"
            + "  }\\n}\\n",
        "call asks                        | a person calls: there is no `roots/list`\\n",
        "call add a=1 b=2 --json          |"
            + " {\"content\":[{\"type\":\"text\",\"text\":\"3\"}],\"structuredContent\":{\"result\":3}}\\n",
      })
  @DisplayName("A call prints its result, with exit code 0 and nothing on stderr")
  void calls(String line, String out) {
    assertThat(run(line)).isEqualTo(printed(out.replace("\\n", "\n")));
  }

  @Test
  @DisplayName("Arguments come from stdin and from files")
  void input() throws IOException {
    assertThat(on(calls(), "{\"text\": \"from\\nstdin\"}", List.of("call", "echo", "-")))
        .isEqualTo(printed("from\nstdin\n"));
    Files.writeString(bench.workDir().resolve("f"), "from a file");
    assertThat(run("call echo text=@f")).isEqualTo(printed("from a file\n"));
    assertThat(run("call echo text=@none").err())
        .startsWith("pitstop: @none: the file does not exist");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "call echo             | pitstop: `text` is missing\\n  text: string, required\\n",
        "call echo txt=a       | pitstop: there is no argument `txt`; did you mean `text`?\\n"
            + "  text: string, required\\npitstop: `text` is missing\\n"
            + "  text: string, required\\n",
        "call ecko text=a      | pitstop: there is no tool `ecko`; did you mean `echo`?\\n",
      })
  @DisplayName(
      "A mistake is named with its line of the schema or the nearest name, with exit code 2")
  void mistakes(String line, String err) {
    Ended ended = run(line);
    String pointer = "Try `pitstop " + line.substring(0, line.startsWith("call") ? 4 : 5);
    assertThat(ended)
        .isEqualTo(new Ended(2, "", err.replace("\\n", "\n") + pointer + " --help`.\n"));
  }

  @Test
  @DisplayName("--unchecked sends what the schema does not allow")
  void unchecked() {
    assertThat(run("call --unchecked add a=1 b=2 c=3")).isEqualTo(printed("3\n"));
  }

  @Test
  @DisplayName("A tool that fails: its text, the server's stderr, exit code 1")
  void failures() {
    assertThat(run("call fails"))
        .isEqualTo(
            new Ended(1, "it did not work\n", "pitstop: the server's stderr:\n  called fails\n"));
    assertThat(run("call refuses --json").out())
        .isEqualTo(
            "{\"error\":{\"code\":-32001,\"message\":\"not"
                + " today\",\"data\":{\"why\":\"rain\"}}}\n");
    Ended refused = run("call refuses");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEqualTo("not today\n{\n  \"why\": \"rain\"\n}\n");
    Ended died = run("call dies");
    assertThat(died.code()).isEqualTo(1);
    assertThat(died.out())
        .startsWith("[pitstop] `dies` got no answer: server `scripted` crashed with exit code 3")
        .contains("the end is near");
    assertThat(run("call --stderr echo text=a").err()).isEqualTo("called echo\n");
  }

  @Test
  @DisplayName("A server that does not start: how it ended, once, and exit code 1")
  void notStarted() {
    Ended ended = on(List.of("sh", "-c", "echo no luck >&2; exit 7"), "", List.of("call"));
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .startsWith("pitstop: the server `")
        .contains("` does not run.\nIt crashed with exit code 7", "(spawn #", "\n  no luck\n");
    Ended nothing = on(List.of("no-such-program"), "", List.of("call", "x"));
    assertThat(nothing.code()).isEqualTo(1);
    assertThat(nothing.err()).contains("\"no-such-program\" is not on the PATH");
    Ended daemon = on(List.of(), "", List.of("call", "http://127.0.0.1:9/mcp"));
    assertThat(daemon.code()).isEqualTo(1);
    assertThat(daemon.err())
        .isEqualTo(
            "pitstop: the server is unreachable at http://127.0.0.1:9/mcp: connection refused\n");
  }

  @Test
  @DisplayName("Images and other data are named")
  void data() {
    assertThat(run("call picture").out())
        .isEqualTo("[image: image/png, 16 B of base64; --json prints it]\n");
    assertThat(run("call many").out())
        .isEqualTo(
            """
            [audio: audio/mpeg, 16 B of base64; --json prints it]
            [file:///x/../notes.txt, text/plain]
            a note
            [x://y/../../z.bin?q]
            [resource: application/zip, 16 B of base64; --json prints it]
            [link: x://link, a/b] n: a link
            {
              "type": "new",
              "x": 1
            }
            """);
  }

  @Test
  @DisplayName("call without a tool: a line for each tool of all pages; one in full; --json")
  void tools() {
    Ended list = run("call");
    assertThat(list.err()).isEmpty();
    assertThat(list.out().lines())
        .hasSize(10)
        .allMatch(l -> l.length() <= 80)
        .contains("echo        text, [times]  Says it again.", "add         a, b  Adds two numbers")
        .contains("picture     -  A picture");
    assertThat(run("call echo --help").out())
        .isEqualTo(
            """
            echo
              Says it again. And nothing else.

            Arguments:
              text                string, required
              [times]             integer, default 1. A number

            Call it: pitstop call echo text=…
            """);
    assertThat(run("call --json").out().lines().map(l -> Json.object(l).get("name").getAsString()))
        .hasSize(10)
        .startsWith("echo", "add");
    assertThat(run("call add --help --json").out().lines()).hasSize(1);
  }

  @Test
  @DisplayName("A server behind a URL, and a command-line program")
  void kinds() throws IOException {
    HttpDaemonProcess daemon = bench.start(HttpDaemonProcess.node(bench, "http-sdk1.mjs"));
    String url = daemon.url().toString();
    Ended list = on(List.of(), "", List.of("call", url));
    assertThat(list.code()).as(list.toString()).isZero();
    assertThat(list.out()).contains("echo");
    assertThat(on(List.of(), "", List.of("call", "echo", "text=over http", url)))
        .isEqualTo(printed("over http\n"));
    ToolProgram program = ToolProgram.in(Files.createDirectory(bench.workDir().resolve("program")));
    program.tools(ToolProgram.echoing("say", "\"{text}\"", "\"text\":{\"type\":\"string\"}"));
    assertThat(on(program.argv(), "", List.of("call", "cli")).out()).startsWith("say  ");
    Ended said = on(program.argv(), "", List.of("call", "cli", "say", "text=5"));
    assertThat(said.code()).as(said.toString()).isZero();
    assertThat(said.out()).contains("5");
  }

  @Test
  @DisplayName("The reference server: text, an image, links and structured content")
  void everything() {
    Path server = Bench.nodeDir().resolve("node_modules/@modelcontextprotocol/server-everything");
    List<String> node = List.of("node", server.resolve("dist/index.js").toString());
    assertThat(on(node, "", List.of("call", "echo", "message=hi")).out()).isEqualTo("Echo: hi\n");
    assertThat(on(node, "", List.of("call", "get-tiny-image")).out())
        .contains("[image: image/png, ");
    assertThat(on(node, "", List.of("call", "get-resource-links", "count=1")).out())
        .contains("[link: demo://resource/");
    Ended wrong = on(node, "", List.of("call", "get-structured-content", "location=New Yrk"));
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("did you mean `New York`?");
  }

  @Test
  @DisplayName(
      "Without COMMAND and URL: in the session of this directory, whose client sees nothing")
  void session() {
    Ended none = on(List.of(), "", List.of("call", "echo", "text=a"));
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err())
        .isEqualTo(
            "pitstop: no session runs; to start a server, add `-- COMMAND`, or add its URL\n");
    RawClient client = bench.pitstop(calls(), "--name", "mine").drainStderr().greeted();
    client.result(client.request("tools/list", "{}"));
    Await.until(
        () -> !on(List.of(), "", List.of("ps", "--json")).out().isEmpty(), () -> "no session");
    assertThat(on(List.of(), "", List.of("call", "echo", "text=in it")))
        .isEqualTo(printed("in it\n"));
    String pid = String.valueOf(client.pid());
    assertThat(on(List.of(), "", List.of("call", "--session", pid, "fails")).code()).isEqualTo(1);
    assertThat(on(List.of(), "", List.of("call")).out()).contains("echo  ");
    assertThat(on(List.of(), "", List.of("call", "add", "a=x", "b=1")).code()).isEqualTo(2);
    assertThat(on(List.of(), "", List.of("calls", "--json")).out())
        .contains("\"by\":\"person\"", "\"name\":\"echo\"");
  }
}
