package dev.pitstop.cli.call;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.catalog.TypedArguments;
import dev.pitstop.cli.beside.Desk;
import dev.pitstop.cli.beside.Refusal;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// `pitstop call` and `pitstop tools` (V2): a person uses the tools of a server, or of a running
/// session, without a client.
public final class CallCommand {
  private static final int STDERR_LINES = 40;
  private static final int MOST_NAMED = 10;

  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;
  private final CallLine line;

  private CallCommand(InputStream in, PrintStream out, PrintStream err, CallLine line) {
    this.in = in;
    this.out = out;
    this.err = err;
    this.line = line;
  }

  /// Whether the words ask for the page of help.
  ///
  /// @param verb `call` or `tools`
  public static boolean asksForHelp(String verb, List<String> args) throws UsageException {
    return CallLine.parse(verb, args).own().has("help");
  }

  /// @param verb `call` or `tools`
  /// @param args the words after it
  /// @param version of Pitstop
  /// @return the exit code: 1 if the tool failed or nobody answered
  public static int run(
      String verb,
      List<String> args,
      InputStream in,
      OutputStream out,
      PrintStream err,
      String version)
      throws UsageException {
    CallLine line = CallLine.parse(verb, args);
    boolean call = verb.equals("call");
    if (call && line.words().isEmpty()) {
      throw new UsageException(
          "no tool given: use `pitstop call TOOL [key=value...] -- COMMAND`; `pitstop tools -- COMMAND` lists the tools");
    }
    if (!call && line.words().size() > 1) {
      throw new UsageException("`pitstop tools` takes one tool at most");
    }
    PrintStream print = new PrintStream(out, false, StandardCharsets.UTF_8);
    CallCommand command = new CallCommand(in, print, err, line);
    int code;
    try {
      code = call ? command.call(version) : command.tools(version);
    } catch (Tools.Unreached e) {
      err.println("pitstop: " + e.getMessage());
      code = e.code;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      code = 1;
    }
    print.flush();
    return code;
  }

  private Tools open(String version) throws UsageException, Tools.Unreached {
    Optional<Options> server = line.server();
    if (server.isPresent()) {
      return Started.of(server.get(), version);
    }
    try {
      return InSession.of(line.own(), desk());
    } catch (Refusal refused) {
      throw new Tools.Unreached(
          refused.code == 1
              ? refused.getMessage() + "; to start a server, add `-- COMMAND`, or add its URL"
              : refused.getMessage(),
          refused.code);
    } catch (IOException e) {
      throw new Tools.Unreached("the sessions cannot be read: " + e.getMessage());
    }
  }

  private Desk desk() throws Tools.Unreached {
    Optional<Desk> desk = Desk.ours(out, err);
    if (desk.isEmpty()) { // stderr says why
      throw new Tools.Unreached("no session can be found");
    }
    return desk.get();
  }

  private int tools(String version)
      throws UsageException, Tools.Unreached, InterruptedException {
    boolean json = line.own().has("json");
    Tools tools = open(version);
    try (tools) {
      List<JsonObject> all = tools.list();
      List<JsonObject> shown =
          line.words().isEmpty() ? all : List.of(find(all, line.words().getFirst()));
      if (json) {
        shown.forEach(t -> out.println(t));
      } else if (!line.words().isEmpty()) {
        out.print(ToolTexts.full(shown.getFirst()));
      } else {
        out.print(ToolTexts.list(all));
      }
      out.flush();
      if (all.isEmpty()) {
        err.println("pitstop: the server offers no tools");
      }
    } finally {
      stderr(tools, false);
    }
    return 0;
  }

  private int call(String version) throws UsageException, Tools.Unreached, InterruptedException {
    String wanted = line.words().getFirst();
    Path directory = directory();
    List<String> words = line.words().subList(1, line.words().size());
    Answer answer;
    Tools tools = open(version);
    boolean explains = false;
    try (tools) {
      JsonObject tool = find(tools.list(), wanted);
      answer = Answer.of(tools.call(wanted, arguments(tool, words).toString()));
      explains = answer.failed() && answer.texts().stream().noneMatch(t -> t.startsWith(Words.MARK));
      if (line.own().has("json")) {
        out.println(answer.raw());
      } else {
        new AnswerPrinter(out, new Saved(directory), wanted).print(answer);
      }
      out.flush();
    } finally {
      stderr(tools, explains);
    }
    return answer.failed() ? 1 : 0;
  }

  private Path directory() throws UsageException {
    try {
      return Path.of(line.own().text("save"));
    } catch (InvalidPathException e) {
      throw new UsageException("--save: " + e.getMessage());
    }
  }

  private static JsonObject find(List<JsonObject> tools, String wanted) throws UsageException {
    for (JsonObject tool : tools) {
      if (ToolTexts.name(tool).equals(wanted)) {
        return tool;
      }
    }
    List<String> names = tools.stream().map(ToolTexts::name).toList();
    String has =
        names.isEmpty()
            ? "; the server offers none"
            : "; there are " + Words.some(names, MOST_NAMED, names.size());
    throw new UsageException(
        "there is no tool `%s`%s"
            .formatted(wanted, Nearest.question(wanted, names, "`%s`").orElse(has)));
  }

  private JsonObject arguments(JsonObject tool, List<String> words) throws UsageException {
    TypedArguments typed = new TypedArguments(ToolTexts.schema(tool), CallCommand::file);
    try {
      JsonObject arguments =
          words.equals(List.of("-"))
              ? TypedArguments.object(new String(in.readAllBytes(), StandardCharsets.UTF_8))
              : typed.read(words);
      List<String> problems =
          line.own().has("unchecked") ? List.of() : typed.problems(arguments);
      if (!problems.isEmpty()) {
        throw new UsageException(String.join("\npitstop: ", problems));
      }
      return arguments;
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UsageException("stdin cannot be read: " + e.getMessage());
    }
  }

  private static String file(String name) {
    try {
      return Files.readString(Path.of(name));
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          "the file `" + name + "` cannot be read (" + e + "); for a text that begins with @, write @@",
          e);
    }
  }

  /// @param explains whether the server's last lines may say why the tool failed
  private void stderr(Tools tools, boolean explains) {
    List<String> lines = tools.stderr();
    if (line.own().has("stderr")) {
      lines.forEach(err::println);
    } else if (explains && !lines.isEmpty()) {
      int from = Math.max(0, lines.size() - STDERR_LINES);
      err.println("pitstop: the server's stderr:");
      lines.subList(from, lines.size()).forEach(l -> err.println("  " + l));
    }
  }
}
