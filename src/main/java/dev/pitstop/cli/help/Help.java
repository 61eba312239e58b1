package dev.pitstop.cli.help;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.cli.options.OptionRow;
import dev.pitstop.cli.options.OptionTable;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.OwnWords;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `pitstop --help` and `pitstop help TOPIC`: one screen, and a page for each topic.
public final class Help {
  /// The commands that have a line of their own. The others are only named.
  private static final List<String> SHOWN = List.of("doctor", "install", "demo", "ps");

  private Help() {}

  /// What `pitstop help` prints.
  ///
  /// @param words after `help`
  public static String page(List<String> words) throws UsageException {
    if (words.isEmpty() || words.getFirst().equals("help") || words.getFirst().startsWith("-")) {
      return front();
    }
    if (words.size() > 1) {
      throw new UsageException("`pitstop help` takes one topic: " + listed());
    }
    String word = words.getFirst();
    return Topic.of(word)
        .map(Topic::text)
        .orElseThrow(() ->
            new UsageException(
                "there is no topic `%s`%s Topics: %s"
                    .formatted(
                        word,
                        Nearest.question(word, Topic.names(), "`pitstop help %s`").orElse("."),
                        listed())));
  }

  /// What `--help` prints on this command line.
  public static String of(Options o) {
    if (o.cli()) {
      return Topic.CLI.text();
    }
    boolean word = !o.separated() && o.command().size() == 1;
    return (word ? Topic.of(o.command().getFirst()) : Optional.<Topic>empty())
        .map(Topic::text)
        .orElseGet(Help::front);
  }

  /// Where to read on after a mistake: `pitstop install --help`.
  public static String pointer(String[] args) {
    boolean command = args.length > 0 && Topic.of(args[0]).filter(Topic::isCommand).isPresent();
    return "pitstop " + (command ? args[0] + " " : "") + "--help";
  }

  private static String listed() {
    return Stream.of(Topic.values())
        .filter(Topic::isListed)
        .map(Topic::word)
        .collect(Collectors.joining(", "));
  }

  /// One screen of 24 lines.
  public static String front() {
    StringBuilder out = new StringBuilder();
    out.append(
        """
        Pitstop keeps an MCP client connected while the server is edited, rebuilt and
        restarted. Put it before the server's command in the client's configuration.

        Usage:
          pitstop [OPTIONS] -- COMMAND [ARG...]    a server that speaks MCP over stdio
          pitstop [OPTIONS] http://HOST:PORT/PATH  a server behind a URL
          pitstop cli [OPTIONS] -- COMMAND         a command-line program, as tools
          pitstop [OPTIONS] [--config FILE]        many servers; the agent can add more

        Commands:
        """);
    List<String> also = new ArrayList<>();
    for (OwnWords.Word word : OwnWords.COMMANDS) {
      boolean help = word.name().equals("help");
      if (help || SHOWN.contains(word.name())) {
        HelpText.line(
            out, help ? "help TOPIC" : word.name(), 12, help ? "topics: " + listed() : word.help());
      } else {
        also.add(word.name());
      }
    }
    for (String line : Words.lines("Also: " + String.join(", ", also), HelpText.WIDTH - 2)) {
      out.append("  ").append(line).append('\n');
    }
    out.append("\nOptions:\n");
    for (String name : List.of("build", "watch", "cwd", "env", "order")) {
      OptionRow row = OptionTable.row(name).orElseThrow();
      HelpText.line(out, row.usage(), 17, row.help());
    }
    return out.toString();
  }
}
