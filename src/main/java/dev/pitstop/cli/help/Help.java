package dev.pitstop.cli.help;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.config.Setting;
import dev.pitstop.config.SettingGroup;
import dev.pitstop.config.SettingTable;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `pitstop --help` and `pitstop help TOPIC`: one screen, and a page for each topic. The pages are
/// texts in the resources; `{options}` stands for the rows of the table.
public final class Help {
  /// The topics that `pitstop --help` names. There is a page for each command besides.
  private static final List<String> LISTED =
      List.of("options", "install", "doctor", "cli", "http", "many", "tools", "files");

  private static final int WIDTH = 80; // of a terminal
  private static final int LEFT = 22;

  private Help() {}

  /// All topics.
  public static List<String> topics() {
    return Stream.concat(
            LISTED.stream(), Stream.of(Verb.values()).filter(v -> v != Verb.HELP).map(Verb::word))
        .distinct()
        .toList();
  }

  /// The page of a topic, which is one of [#topics].
  public static String page(String topic) {
    return resource(topic).replace("{options}\n", options(topic) + "\n");
  }

  /// What `pitstop help` prints.
  ///
  /// @param words after `help`
  public static String of(List<String> words) throws UsageException {
    if (words.isEmpty() || words.getFirst().equals("help") || words.getFirst().startsWith("-")) {
      return front();
    }
    String listed = String.join(", ", LISTED);
    if (words.size() > 1) {
      throw new UsageException("`pitstop help` takes one topic: " + listed);
    }
    String word = words.getFirst();
    if (!topics().contains(word)) {
      throw new UsageException(
          "there is no topic `%s`%s Topics: %s"
              .formatted(
                  word, Nearest.question(word, topics(), "`pitstop help %s`").orElse("."), listed));
    }
    return page(word);
  }

  /// What `--help` prints on this command line.
  public static String of(Options o) {
    String word = o.cli() ? "cli" : o.command().size() == 1 ? o.command().getFirst() : "";
    return !o.separated() && topics().contains(word) ? page(word) : front();
  }

  /// Where to read on after a mistake: `pitstop install --help`.
  public static String pointer(String[] args) {
    boolean command =
        args.length > 0
            && (args[0].equals("cli") || Verb.of(args[0]).filter(v -> v != Verb.HELP).isPresent());
    return "pitstop " + (command ? args[0] + " " : "") + "--help";
  }

  /// One screen of 24 lines.
  public static String front() {
    return resource("front");
  }

  /// The version of this program, from the build.
  public static String version() {
    return resource("/dev/pitstop/version").strip();
  }

  /// A text of the resources, named without its ending.
  static String resource(String page) {
    try (InputStream in = Help.class.getResourceAsStream(page + ".txt")) {
      return new String(Objects.requireNonNull(in, page).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String options(String topic) {
    return switch (topic) {
      case "options" ->
          Stream.of(SettingGroup.values())
              .filter(group -> !SettingTable.of(group).isEmpty())
              .map(group -> group.title() + ":\n" + options(SettingTable.of(group)))
              .collect(Collectors.joining("\n"));
      case "cli" -> options(SettingTable.of(SettingGroup.CLI_KEYS));
      case "http" -> options(SettingTable.of(SettingGroup.URL));
      case "many" -> options(SettingTable.of(SettingGroup.MANY));
      default -> Verb.of(topic).map(v -> options(v.rows())).orElse("");
    };
  }

  /// The options of a group, with their defaults.
  private static String options(List<Setting> rows) {
    StringBuilder out = new StringBuilder();
    for (Setting row : rows) {
      boolean plain = row.usual().isEmpty() || row.usual().equals("none");
      String value = row.usual().replace(' ', Words.GLUE);
      String text = row.help() + (plain ? "" : " [default:" + Words.GLUE + value + "]");
      line(out, row.usage(), LEFT, text);
    }
    return out.toString();
  }

  /// One line in two columns, or more where the text is longer than the line.
  ///
  /// @param width of the left column, without its indent and the gap after it
  public static void line(StringBuilder out, String left, int width, String text) {
    int column = width + 4;
    out.append("  ").append(left);
    boolean fits = left.length() <= width;
    out.append(fits ? " ".repeat(column - 2 - left.length()) : "\n" + " ".repeat(column));
    List<String> lines = Words.lines(text, WIDTH - column);
    out.append(String.join("\n" + " ".repeat(column), lines)).append('\n');
  }
}
