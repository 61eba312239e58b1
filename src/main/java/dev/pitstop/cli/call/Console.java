package dev.pitstop.cli.call;

import dev.pitstop.cli.monitoring.Desk;
import dev.pitstop.cli.monitoring.MonitoringCommand;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.process.Surroundings;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.text.Words;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `pitstop -- COMMAND` in a terminal: there is no client, so a person uses the session, by a key
/// and Enter. Each key is one of the commands of a second terminal, with this session.
public final class Console {
  private static final String PROMPT = "> ";
  private static final int MOST_LOOKS = 250;
  private static final long LOOK_MILLIS = 20;

  private static final Map<String, String> SHORT =
      Map.of(
          "r", "reload", "c", "calls", "t", "call", "l", "logs", "q", "quit", "exit", "quit", "?",
          "help", "h", "help");

  private static final String KEYS =
      "  r reload   c calls   t call a tool   l logs   q quit   ? help";

  private static final String HELP =
      """
      r               build and restart the server
      t TOOL a=1 b=x  call a tool; without TOOL, the tools are listed, and it is asked for
      c [FILTER...]   the calls, such as `c status:error`; one in full: `c 3`
      l               what the server wrote, builds and reloads
      rerun [N]       make the last call, or call N, once more
      stop            stop the server; `r` starts it again
      q               stop the server and leave\
      """;

  private final Started session;
  private final BufferedReader keys;
  private final PrintStream out;
  private final Surroundings here;
  private final String version;

  /// @param here the person's
  /// @param version of Pitstop
  public Console(
      Started session, InputStream in, OutputStream out, Surroundings here, String version) {
    this.session = session;
    this.keys = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
    this.here = here;
    this.version = version;
  }

  /// Runs the session until the person leaves.
  ///
  /// @return the exit code: 1 if the terminal cannot be read
  public int start() {
    try (session) {
      out.println("pitstop: no client is here, so this is a console. Starting the server ...");
      out.println(greeting());
      out.println(KEYS);
      serve();
    } catch (IOException e) {
      here.err().println("pitstop: the console ends: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  private String greeting() throws InterruptedException {
    try {
      long own =
          Tools.of(session.tools()).stream()
              .filter(tool -> !OwnTools.isOne(ToolTexts.name(tool)))
              .count();
      return "`" + session.name() + "` runs and has " + Words.count(own, "tool") + ".";
    } catch (Tools.Unreached e) {
      return String.valueOf(e.getMessage());
    }
  }

  private void serve() throws IOException, InterruptedException {
    Optional<Desk> desk = Desk.ours(out, out, here);
    if (desk.isEmpty()) {
      return; // it was said why: every key needs the session's socket
    }
    Path socket = desk.get().places().socket(ProcessHandle.current().pid());
    for (int i = 0; i < MOST_LOOKS && Files.notExists(socket); i++) {
      Thread.sleep(LOOK_MILLIS); // it listens a moment after its first answer
    }
    for (Optional<ConsoleLine> typed = ask(PROMPT);
        typed.isPresent() && !verb(typed.get()).equals("quit");
        typed = ask(PROMPT)) {
      try {
        act(typed.get());
      } catch (UsageException e) {
        out.println(e.getMessage());
      }
    }
  }

  private static String verb(ConsoleLine typed) {
    return SHORT.getOrDefault(typed.key(), typed.key());
  }

  private void act(ConsoleLine typed) throws UsageException, IOException {
    switch (verb(typed)) {
      case "" -> {}
      case "reload", "calls", "logs", "ps", "stop", "rerun" -> {
        Verb verb = Verb.of(verb(typed)).orElseThrow();
        Desk desk = Desk.ours(out, out, here).orElseThrow(); // with the time as it is now
        MonitoringCommand.run(verb, verb.parse(ofThis(typed.words()), here), desk);
      }
      case "call" -> call(typed.words());
      case "help" -> out.println(HELP);
      default -> out.println("there is no key `" + typed.key() + "`:\n" + KEYS);
    }
  }

  private void tools(List<String> words) throws UsageException {
    CallLine line = CallLine.parse(ofThis(words), here);
    CallCommand.run(line, InputStream.nullInputStream(), out, here.saying(out), version);
  }

  /// The words with the option that means this session.
  private List<String> ofThis(List<String> words) {
    List<String> all =
        new ArrayList<>(List.of("--session", String.valueOf(ProcessHandle.current().pid())));
    all.addAll(words);
    return all;
  }

  private void call(List<String> words) throws UsageException, IOException {
    if (!words.isEmpty()) {
      tools(words);
      return;
    }
    tools(List.of());
    Optional<ConsoleLine> tool = ask("tool: ");
    if (tool.isEmpty() || tool.get().key().isEmpty()) {
      return;
    }
    List<String> all = new ArrayList<>(List.of(tool.get().key()));
    tools(List.of(tool.get().key(), "--help"));
    ask("arguments: ").ifPresent(typed -> all.addAll(typed.all()));
    tools(all);
  }

  /// What the person types; empty at the end of the terminal.
  private Optional<ConsoleLine> ask(String question) throws IOException {
    out.print(question);
    out.flush();
    Optional<String> line = Optional.ofNullable(keys.readLine());
    if (line.isEmpty()) {
      out.println();
    }
    return line.map(ConsoleLine::of);
  }
}
