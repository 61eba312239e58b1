package dev.pitstop.cli.call;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.catalog.TypedArguments;
import dev.pitstop.cli.help.Help;
import dev.pitstop.cli.monitoring.Answer;
import dev.pitstop.cli.monitoring.Desk;
import dev.pitstop.cli.monitoring.Which;
import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.ServerLine;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.process.Surroundings;
import dev.pitstop.text.Words;
import dev.pitstop.textedit.FileText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.List;

/// `pitstop call`: a person uses the tools of a server, or of a running session, without a client.
///
/// @param options all of them; their command is the tool and its arguments, empty to list the tools
/// @param server the server to start; its command is empty for a running session
public record CallCommand(
    Options options, Options server, InputStream in, PrintStream out, Surroundings here) {
  private static final int STDERR_LINES = 40;
  private static final int MOST_NAMED = 10;
  private static final int MOST_BYTES = 256 << 20; // of a file; the session has its own limit

  /// @param args the words after `call`
  /// @param version of Pitstop
  /// @return the exit code: 1 if the tool failed or nobody answered
  public static int run(
      List<String> args, InputStream in, OutputStream out, Surroundings here, String version)
      throws Refusal, UsageException, InterruptedException {
    ServerLine line = ServerLine.parse(Verb.CALL, args, here);
    PrintStream print = new PrintStream(out, false, StandardCharsets.UTF_8);
    CallCommand call = new CallCommand(line.read(), line.server(), in, print, here);
    call.check();
    boolean aboutCall = call.words().isEmpty() || call.words().equals(List.of("help"));
    if (call.options().has("help") && aboutCall) { // otherwise it is about the tool
      print.print(Help.page("call"));
      print.flush();
      return 0;
    }
    return call.run(version);
  }

  private List<String> words() {
    return options.command();
  }

  private void check() throws UsageException {
    if (!server.command().isEmpty()) {
      if (options.has("session")) {
        throw new UsageException("--session is for a running session: leave out COMMAND and URL");
      }
      Checks.of(server);
      return;
    }
    if (!server.values().isEmpty()) {
      throw new UsageException(
          "%s is for a server that is started: `pitstop call … -- COMMAND`"
              .formatted(server.given().getFirst().name()));
    }
    if (options.has("stderr")) {
      throw new UsageException(
          "--stderr is for a server that is started; `pitstop logs` shows that of a session");
    }
  }

  private int run(String version) throws UsageException, Refusal, InterruptedException {
    Tools tools = open(version);
    boolean explains = false; // the server's last lines, if a tool failed
    try (tools) {
      List<JsonObject> all = Tools.of(tools.tools());
      if (words().isEmpty() || options.has("help")) {
        show(all);
        return 0;
      }
      String wanted = words().getFirst();
      Answer answer = Answer.of(tools.call(wanted, arguments(find(all, wanted)).toString()));
      explains =
          answer.failed() && answer.texts().stream().noneMatch(t -> t.startsWith(Words.MARK));
      List<String> texts = options.has("json") ? List.of(answer.raw()) : answer.shown();
      texts.forEach(text -> out.print(text.endsWith("\n") ? text : text + "\n"));
      return answer.failed() ? 1 : 0;
    } finally {
      out.flush();
      stderr(tools.stderr(), explains);
    }
  }

  private Tools open(String version) throws UsageException, Refusal {
    if (!server.command().isEmpty()) {
      return Started.of(server, "pitstop call", version);
    }
    Desk desk = Desk.ours(out, here);
    try {
      return new InSession(Which.of(desk, options).live(), desk);
    } catch (Refusal refused) {
      String more =
          refused.code == 1 ? "; to start a server, add `-- COMMAND`, or add its URL" : "";
      throw new Refusal(refused.code, refused.getMessage() + more);
    } catch (IOException e) {
      throw new Refusal(1, "the sessions cannot be read: " + e.getMessage());
    }
  }

  private void show(List<JsonObject> all) throws UsageException {
    boolean one = !words().isEmpty();
    List<JsonObject> shown = one ? List.of(find(all, words().getFirst())) : all;
    if (options.has("json")) {
      shown.forEach(out::println);
    } else {
      out.print(one ? ToolTexts.full(shown.getFirst()) : ToolTexts.list(shown));
    }
    if (all.isEmpty()) {
      here.err().println("pitstop: the server offers no tools");
    }
  }

  private static JsonObject find(List<JsonObject> tools, String wanted) throws UsageException {
    List<String> names = tools.stream().map(ToolTexts::name).toList();
    if (names.contains(wanted)) {
      return tools.get(names.indexOf(wanted));
    }
    String has =
        names.isEmpty()
            ? "; the server offers none"
            : "; there are " + Words.some(names, MOST_NAMED, names.size());
    throw new UsageException(
        "there is no tool `%s`%s"
            .formatted(wanted, Nearest.question(wanted, names, "`%s`").orElse(has)));
  }

  private JsonObject arguments(JsonObject tool) throws UsageException {
    List<String> words = words().subList(1, words().size());
    TypedArguments typed = new TypedArguments(ToolTexts.schema(tool), this::file);
    try {
      JsonObject arguments =
          words.equals(List.of("-"))
              ? TypedArguments.object(new String(in.readAllBytes(), StandardCharsets.UTF_8))
              : typed.read(words);
      List<String> problems = options.has("unchecked") ? List.of() : typed.problems(arguments);
      if (problems.isEmpty()) {
        return arguments;
      }
      throw new UsageException(String.join("\npitstop: ", problems));
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UsageException("stdin cannot be read: " + e.getMessage());
    }
  }

  private String file(String name) {
    FileText read;
    try {
      read = FileText.read(here.directory().resolve(name), MOST_BYTES);
    } catch (InvalidPathException e) {
      read = new FileText.Bad("this is no valid path on this system");
    }
    return switch (read) {
      case FileText.Good good -> good.text();
      case FileText.Bad bad ->
          throw new IllegalArgumentException(
              "@%s: %s; for a text that begins with @, write @@".formatted(name, bad.message()));
    };
  }

  /// @param explains whether the server's last lines may say why the tool failed
  private void stderr(List<String> lines, boolean explains) {
    if (options.has("stderr")) {
      lines.forEach(here.err()::println);
    } else if (explains && !lines.isEmpty()) {
      here.err().println("pitstop: the server's stderr:");
      lines.stream()
          .skip(Math.max(0, lines.size() - STDERR_LINES))
          .forEach(l -> here.err().println("  " + l));
    }
  }
}
