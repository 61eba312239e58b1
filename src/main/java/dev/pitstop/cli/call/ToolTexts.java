package dev.pitstop.cli.call;

import static java.util.stream.Collectors.joining;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.catalog.Parameter;
import dev.pitstop.cli.help.Help;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;

/// Tools for a terminal: a line for each, or one in full. Pure.
final class ToolTexts {
  private static final int WIDTH = 80;
  private static final int MOST_NAME = 24;
  private static final int MOST_ARGUMENTS = 30;
  private static final int LEAST_TEXT = 16;
  private static final int LEFT = 18;

  private ToolTexts() {}

  static String name(JsonObject tool) {
    return JsonTree.string(tool, "name").orElse("");
  }

  static JsonElement schema(JsonObject tool) {
    return Optional.ofNullable(tool.get("inputSchema")).orElse(JsonNull.INSTANCE);
  }

  private static String description(JsonObject tool) {
    return JsonTree.string(tool, "description").orElse("").strip();
  }

  /// `echo message, [times] Echoes the message.`: a line for each tool.
  static String list(List<JsonObject> tools) {
    int names = tools.stream().mapToInt(t -> name(t).length()).max().orElse(0);
    StringBuilder out = new StringBuilder();
    for (JsonObject tool : tools) {
      String arguments =
          Parameter.of(schema(tool)).stream().map(ToolTexts::shown).collect(joining(", "));
      String line =
          ("%-" + Math.clamp(names, 1, MOST_NAME) + "s  %s  ")
              .formatted(
                  name(tool),
                  Words.cutClose(arguments.isEmpty() ? "-" : arguments, MOST_ARGUMENTS));
      int left = Math.max(LEAST_TEXT, WIDTH - line.length());
      line += Words.cutClose(sentence(description(tool)), left);
      out.append(line.stripTrailing()).append('\n');
    }
    return out.toString();
  }

  private static String shown(Parameter p) {
    return p.required() ? p.name() : "[" + p.name() + "]";
  }

  /// The first sentence, on one line.
  private static String sentence(String text) {
    String line = text.replaceAll("\\s+", " ");
    int end = line.indexOf(". ");
    return end < 0 ? line : line.substring(0, end + 1);
  }

  /// One tool with each argument's type and description, and the words of a call.
  static String full(JsonObject tool) {
    StringBuilder out = new StringBuilder(name(tool)).append('\n');
    description(tool)
        .lines()
        .flatMap(line -> Words.lines(line, WIDTH - 2).stream())
        .forEach(line -> out.append(("  " + line).stripTrailing()).append('\n'));
    List<Parameter> all = Parameter.of(schema(tool));
    out.append(all.isEmpty() ? "\nIt takes no arguments.\n" : "\nArguments:\n");
    all.forEach(p -> Help.line(out, shown(p), LEFT, p.about()));
    out.append("\nCall it: pitstop call ").append(Words.quoted(name(tool)));
    all.stream()
        .filter(Parameter::required)
        .forEach(p -> out.append(' ').append(p.name()).append("=…"));
    return out.append('\n').toString();
  }
}
