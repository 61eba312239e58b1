package dev.pitstop.cli.help;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.config.Fits;
import dev.pitstop.config.Setting;
import dev.pitstop.config.SettingGroup;
import dev.pitstop.config.SettingTable;
import dev.pitstop.install.Client;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `pitstop --help` and `pitstop help TOPIC`: one screen, and a page for each topic. The pages are
/// texts in the resources; `{options}` and the like stand for what the tables say.
public final class Help {
  /// The topics that `pitstop --help` names. There is a page for each command besides.
  private static final List<String> LISTED =
      List.of("options", "install", "doctor", "cli", "http", "many", "tools", "files");

  /// The commands that have a line of their own. The others are only named.
  private static final List<Verb> SHOWN =
      List.of(Verb.DOCTOR, Verb.INSTALL, Verb.DEMO, Verb.PS, Verb.HELP);

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
    return filled(topic, resource(topic));
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
    StringBuilder out = new StringBuilder(resource("front"));
    List<String> also = new ArrayList<>();
    for (Verb verb : Verb.values()) {
      boolean help = verb == Verb.HELP;
      if (SHOWN.contains(verb)) {
        HelpText.line(
            out,
            help ? "help TOPIC" : verb.word(),
            12,
            help ? "topics: " + String.join(", ", LISTED) : verb.summary());
      } else {
        also.add(verb.word());
      }
    }
    for (String line : Words.lines("Also: " + String.join(", ", also), HelpText.WIDTH - 2)) {
      out.append("  ").append(line).append('\n');
    }
    out.append("\nOptions:\n");
    for (String name : List.of("build", "watch", "cwd", "env", "order")) {
      Setting row = SettingTable.option(name).orElseThrow();
      HelpText.line(out, row.usage(), 17, row.help());
    }
    return out.toString();
  }

  /// A text of the resources, named without its ending.
  static String resource(String page) {
    try (InputStream in = Help.class.getResourceAsStream(page + ".txt")) {
      return new String(Objects.requireNonNull(in, page).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String filled(String topic, String page) {
    return page.replace("{options}\n", options(topic) + "\n")
        .replace("{others}", wrapped(others(topic), 2))
        .replace("{clients}", wrapped(Client.ids(), 8))
        .replace("{not-cli}", except(Fits.CLI))
        .replace("{not-url}", except(Fits.URL))
        .replace(
            "{own}",
            HelpText.paragraph(
                "The options for tools, limits and log apply too. A server's other options are keys"
                    + " of its entry in the file:"));
  }

  private static String options(String topic) {
    return switch (topic) {
      case "options" ->
          Stream.of(SettingGroup.values())
              .filter(group -> !SettingTable.of(group).isEmpty())
              .map(group -> group.title() + ":\n" + HelpText.options(SettingTable.of(group)))
              .collect(Collectors.joining("\n"));
      case "cli" -> HelpText.options(SettingTable.of(SettingGroup.CLI_KEYS));
      case "http" -> HelpText.options(SettingTable.of(SettingGroup.URL));
      case "many" -> HelpText.options(SettingTable.of(SettingGroup.MANY));
      default -> Verb.of(topic).map(v -> HelpText.options(v.rows())).orElse("");
    };
  }

  private static List<String> others(String topic) {
    return Verb.of(topic).map(Verb::ofServer).orElse(List.of()).stream().map(Help::name).toList();
  }

  /// On one line.
  private static String name(Setting setting) {
    return setting.name().replace(' ', Words.GLUE);
  }

  private static String wrapped(List<String> words, int indent) {
    return String.join(
        "\n" + " ".repeat(indent), Words.lines(String.join(" ", words), HelpText.WIDTH - indent));
  }

  /// Which options of other groups apply to this kind of server.
  private static String except(Fits kind) {
    List<String> options =
        SettingTable.rows().stream()
            .filter(r -> r.fits().contains(Fits.PROGRAM) && !r.fits().contains(kind))
            .map(Help::name)
            .toList();
    return HelpText.paragraph(
        "The options for one server, tools, limits and log apply too (`pitstop help options`),"
            + " except "
            + Words.listed(options, "and")
            + ".");
  }
}
