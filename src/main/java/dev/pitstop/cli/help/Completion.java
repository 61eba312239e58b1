package dev.pitstop.cli.help;

import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.config.Setting;
import dev.pitstop.config.SettingTable;
import dev.pitstop.install.Client;
import dev.pitstop.session.tools.OwnTools;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Completion in shells: a small script for each, which asks `pitstop __complete WORDS` what can
/// come next. Pure.
public final class Completion {
  private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  // Lines that ask the shell for something that it knows better.
  private static final String FILES = ":files";
  private static final String DIRECTORIES = ":directories";
  private static final String VARIABLES = ":variables";
  private static final String PROGRAMS = ":programs";

  /// No blank follows what is chosen.
  private static final String OPEN = ":open";

  /// With the index of a program's word: it and its arguments are completed as on its own line.
  private static final String COMMAND = ":command ";

  private Completion() {}

  /// What `pitstop completion SHELL` prints.
  ///
  /// @param rest the words after `completion`
  public static String script(List<String> rest) throws UsageException {
    String shell = rest.size() == 1 ? rest.getFirst() : "";
    if (!SHELLS.contains(shell)) {
      throw new UsageException(
          (shell.isEmpty()
                  ? "`pitstop completion` takes one shell"
                  : "there is no completion for `" + shell + "`")
              + ": use `pitstop completion bash`, zsh or fish");
    }
    return Help.resource("completion-" + shell);
  }

  /// What can come next, one a line: words, each with a tab and what it means if that is known, and
  /// lines that begin with a colon for the shell. Words that do not fit are among them: the shell
  /// leaves them out.
  ///
  /// @param words after `pitstop`; the last one is being typed
  public static List<String> of(List<String> words) {
    List<String> typed = words.isEmpty() ? List.of("") : words;
    Optional<Verb> verb = typed.size() > 1 ? Verb.of(typed.getFirst()) : Optional.empty();
    List<Setting> rows = verb.map(Verb::all).orElseGet(SettingTable::ofSession);
    Optional<Setting> open = Optional.empty(); // its value comes next
    int command = -1;
    int plain = 0; // words of the command that are no options
    for (int i = verb.isPresent() ? 1 : 0; i < typed.size() - 1 && command < 0; i++) {
      String word = typed.get(i);
      if (open.isPresent()) {
        open = word.equals("=") ? open : Optional.empty(); // bash cuts --name=value into three
      } else if (word.equals("--")) {
        command = i + 1;
      } else if (word.startsWith("-")) {
        open = valued(rows, word);
      } else if (verb.isPresent() && verb.get() != Verb.DOCTOR) {
        plain++;
      } else if (!word.equals("cli")) {
        command = i;
      }
    }
    String last = typed.getLast();
    int equals = last.startsWith("--") ? last.indexOf('=') : -1;
    if (equals > 0) {
      String option = last.substring(0, equals);
      return valued(rows, option).map(Completion::values).orElse(List.of()).stream()
          .map(v -> v.startsWith(":") ? v : option + "=" + v)
          .toList();
    }
    if (open.isPresent()) {
      return values(open.get());
    }
    if (command >= 0) {
      return verb.map(Completion::startsNothing).orElse(false)
          ? List.of()
          : List.of(COMMAND + command);
    }
    return last.startsWith("-") ? options(verb, rows) : words(verb, typed.size() == 1, plain == 0);
  }

  private static Optional<Setting> valued(List<Setting> rows, String word) {
    return rows.stream().filter(r -> !r.isSwitch() && word.equals("--" + r.option())).findFirst();
  }

  private static boolean startsNothing(Verb verb) {
    return verb.ofServer().isEmpty();
  }

  private static List<String> options(Optional<Verb> verb, List<Setting> rows) {
    boolean program = verb.map(v -> !startsNothing(v)).orElse(true);
    return Stream.concat(
            program ? Stream.of("--\tthe server's command follows") : Stream.empty(),
            rows.stream().filter(r -> !r.isSet()).map(r -> "--" + r.option() + "\t" + r.help()))
        .toList();
  }

  /// What can come that is no option.
  ///
  /// @param first whether it is the first word of all
  /// @param next whether it is the first word of the command
  private static List<String> words(Optional<Verb> verb, boolean first, boolean next) {
    if (verb.isEmpty()) {
      List<String> all = new ArrayList<>();
      if (first) {
        all.add("cli\tturn a command-line program's commands into tools");
        Stream.of(Verb.values()).map(v -> v.word() + "\t" + v.summary()).forEach(all::add);
      }
      all.addAll(List.of(PROGRAMS, FILES));
      return all;
    }
    return switch (verb.get()) {
      case DOCTOR -> List.of("cli", PROGRAMS, FILES);
      case INSTALL, UNINSTALL -> next ? Client.ids() : List.of(); // then servers
      case CALLS -> List.of(OPEN, "tool:", "server:", "status:", "slower:", "run:");
      case RERUN -> List.of("last", "failed");
      case REPLAY -> List.of(FILES);
      case COMPLETION -> next ? SHELLS : List.of();
      case HELP -> next ? Help.topics() : List.of();
      case DEMO, PS, LOGS, RELOAD, STOP, UI, CALL -> List.of();
    };
  }

  private static List<String> values(Setting row) {
    return switch (row.value()) {
      case "FILE", "GLOB" -> List.of(FILES);
      case "DIR" -> List.of(DIRECTORIES);
      case "VAR" -> List.of(VARIABLES);
      case "KEY=VALUE" -> row.option().equals("set") ? keys() : List.of();
      case "LIST" -> Stream.concat(Stream.of("all", "none"), OwnTools.WITH_ONE.stream()).toList();
      default -> row.choices();
    };
  }

  private static List<String> keys() {
    return Stream.concat(Stream.of(OPEN), SettingTable.keys().stream().map(key -> key + "="))
        .toList();
  }
}
