package dev.pitstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.cli.help.Help;
import dev.pitstop.cli.install.InstallOptions;
import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.CommandLine;
import dev.pitstop.cli.options.Here;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.OwnWords;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.pages.Page;
import dev.pitstop.pages.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("the command lines in README.md and docs")
class PageCommandLinesTest {
  /// What may stand before our part of a command line.
  private static final Set<String> PROGRAMS =
      Set.of("pitstop", "./pitstop", "/home/me/pitstop/pitstop", "pitstop-mcp");

  static Stream<Page> pages() {
    return Page.forUsers().stream();
  }

  /// The arguments of Pitstop in a command, if it has some.
  private static Optional<List<String>> arguments(String command) {
    List<String> words = Words.of(command);
    for (int i = 0; i < words.size(); i++) {
      boolean ours = PROGRAMS.contains(words.get(i));
      boolean begins = i == 0 || List.of("--", "npx", "-y").contains(words.get(i - 1));
      if (ours && begins) {
        return Optional.of(words.subList(i + 1, words.size()));
      }
    }
    return Optional.empty();
  }

  private static List<String> commands(Page page) {
    List<String> commands = new ArrayList<>();
    for (Page.Block block : page.blocks()) {
      if (block.language().equals("sh")) {
        commands.addAll(Words.commands(block.text()));
      }
    }
    for (String code : page.inlineCode()) {
      if (PROGRAMS.contains(Words.of(code).isEmpty() ? "" : Words.of(code).getFirst())) {
        commands.add(code);
      }
    }
    return commands;
  }

  @ParameterizedTest
  @MethodSource("pages")
  @DisplayName("can be read")
  void readable(Page page) {
    for (String command : commands(page)) {
      Optional<List<String>> ours = arguments(command);
      if (ours.isPresent() && ours.get().stream().noneMatch(PageCommandLinesTest::isPlaceholder)) {
        assertThat(problem(ours.get())).as("%s: %s", page.file(), command).isEmpty();
      }
    }
  }

  /// What can be checked without the directories and files of the example.
  private static void check(Options o) throws UsageException {
    boolean elsewhere = o.has("cwd") || o.has("config");
    boolean command = !o.command().isEmpty() && !OwnWords.isOurs(o.command().getFirst());
    if (command && !elsewhere) {
      Checks.of(o);
    }
  }

  /// `CLIENT`, `COMMAND`, `[SERVER...]`, `…`: somebody has to fill it in.
  private static boolean isPlaceholder(String word) {
    return word.matches("[\\[(]?[A-Z][A-Z_]+(\\.\\.\\.)?[])]?|.*…");
  }

  private static Optional<String> problem(List<String> arguments) {
    try {
      String first = arguments.isEmpty() ? "" : arguments.getFirst();
      List<String> rest = arguments.isEmpty() ? List.of() : arguments.subList(1, arguments.size());
      switch (first) {
        case "install", "uninstall" ->
            InstallOptions.parse(Verb.of(first).orElseThrow(), rest, Here.HERE);
        case "ps", "logs", "calls", "reload", "stop", "rerun", "ui" ->
            Verb.of(first).orElseThrow().parse(rest, Here.HERE);
        case "doctor" -> check(CommandLine.parse(Optional.of(Verb.DOCTOR), rest, Here.HERE));
        case "help" -> {
          return Help.topics().contains(rest.isEmpty() ? "options" : rest.getFirst())
              ? Optional.empty()
              : Optional.of("no such topic");
        }
        case "completion" -> {
          return !rest.isEmpty() && List.of("bash", "zsh", "fish").contains(rest.getFirst())
              ? Optional.empty()
              : Optional.of("no such shell");
        }
        default -> check(Here.parse(arguments.toArray(String[]::new)));
      }
      return Optional.empty();
    } catch (UsageException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
