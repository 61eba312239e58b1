package dev.pitstop.cli.call;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.catalog.TypedArguments;
import dev.pitstop.cli.monitoring.Answer;
import dev.pitstop.cli.monitoring.Desk;
import dev.pitstop.cli.monitoring.Which;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.process.Surroundings;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Optional;

/// `pitstop call`: a person uses the tools of a server, or of a running session, without a client.
public record CallCommand(CallLine line, InputStream in, PrintStream out, Surroundings here) {
  private static final int STDERR_LINES = 40;
  private static final int MOST_NAMED = 10;

  /// @param version of Pitstop
  /// @return the exit code: 1 if the tool failed or nobody answered
  public static int run(
      CallLine line, InputStream in, OutputStream out, Surroundings here, String version)
      throws Refusal, UsageException, InterruptedException {
    PrintStream print = new PrintStream(out, false, StandardCharsets.UTF_8);
    return new CallCommand(line, in, print, here).run(version);
  }

  private int run(String version) throws UsageException, Refusal, InterruptedException {
    Tools tools = open(version);
    boolean explains = false; // the server's last lines, if a tool failed
    try (tools) {
      List<JsonObject> all = Tools.of(tools.tools());
      if (line.words().isEmpty() || line.options().has("help")) {
        show(all);
        return 0;
      }
      String wanted = line.words().getFirst();
      Answer answer = Answer.of(tools.call(wanted, arguments(find(all, wanted)).toString()));
      explains =
          answer.failed() && answer.texts().stream().noneMatch(t -> t.startsWith(Words.MARK));
      List<String> texts = line.options().has("json") ? List.of(answer.raw()) : answer.shown();
      texts.forEach(text -> out.print(text.endsWith("\n") ? text : text + "\n"));
      return answer.failed() ? 1 : 0;
    } finally {
      out.flush();
      stderr(tools.stderr(), explains);
    }
  }

  private Tools open(String version) throws UsageException, Refusal {
    Optional<Options> server = line.server();
    if (server.isPresent()) {
      return Started.of(server.get(), "pitstop call", version);
    }
    Desk desk = Desk.ours(out, here);
    try {
      return new InSession(Which.of(desk, line.options()).live(), desk);
    } catch (Refusal refused) {
      String more =
          refused.code == 1 ? "; to start a server, add `-- COMMAND`, or add its URL" : "";
      throw new Refusal(refused.code, refused.getMessage() + more);
    } catch (IOException e) {
      throw new Refusal(1, "the sessions cannot be read: " + e.getMessage());
    }
  }

  private void show(List<JsonObject> all) throws UsageException {
    boolean one = !line.words().isEmpty();
    List<JsonObject> shown = one ? List.of(find(all, line.words().getFirst())) : all;
    if (line.options().has("json")) {
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
    List<String> words = line.words().subList(1, line.words().size());
    TypedArguments typed = new TypedArguments(ToolTexts.schema(tool), this::file);
    try {
      JsonObject arguments =
          words.equals(List.of("-"))
              ? TypedArguments.object(new String(in.readAllBytes(), StandardCharsets.UTF_8))
              : typed.read(words);
      List<String> problems =
          line.options().has("unchecked") ? List.of() : typed.problems(arguments);
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
    try {
      return Files.readString(here.directory().resolve(name));
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          "the file `%s` cannot be read (%s); for a text that begins with @, write @@"
              .formatted(name, e),
          e);
    }
  }

  /// @param explains whether the server's last lines may say why the tool failed
  private void stderr(List<String> lines, boolean explains) {
    if (line.options().has("stderr")) {
      lines.forEach(here.err()::println);
    } else if (explains && !lines.isEmpty()) {
      here.err().println("pitstop: the server's stderr:");
      lines.stream()
          .skip(Math.max(0, lines.size() - STDERR_LINES))
          .forEach(l -> here.err().println("  " + l));
    }
  }
}
