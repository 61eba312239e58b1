package dev.pitstop.cli.call;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.catalog.Parameter;
import dev.pitstop.cli.help.HelpText;
import dev.pitstop.text.Words;
import java.util.ArrayList;
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
    int names = 0;
    for (JsonObject tool : tools) {
      names = Math.max(names, Math.min(MOST_NAME, name(tool).length()));
    }
    StringBuilder out = new StringBuilder();
    for (JsonObject tool : tools) {
      StringBuilder line = new StringBuilder(padded(name(tool), names));
      line.append("  ").append(Words.cutClose(arguments(tool), MOST_ARGUMENTS));
      int left = Math.max(LEAST_TEXT, WIDTH - line.length() - 2);
      line.append("  ").append(Words.cutClose(sentence(description(tool)), left));
      out.append(line.toString().stripTrailing()).append('\n');
    }
    return out.toString();
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static String arguments(JsonObject tool) {
    List<String> names = new ArrayList<>();
    for (Parameter p : Parameter.of(schema(tool))) {
      names.add(shown(p));
    }
    return names.isEmpty() ? "-" : String.join(", ", names);
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
    StringBuilder out = new StringBuilder();
    List<Parameter> all = Parameter.of(schema(tool));
    out.append(name(tool)).append('\n');
    for (String line : description(tool).lines().toList()) {
      wrapped(out, "  ", line);
    }
    out.append(all.isEmpty() ? "\nIt takes no arguments.\n" : "\nArguments:\n");
    for (Parameter p : all) {
      HelpText.line(out, shown(p), LEFT, p.about());
    }
    out.append("\nCall it: pitstop call ").append(Words.quoted(name(tool)));
    for (Parameter p : all) {
      if (p.required()) {
        out.append(' ').append(p.name()).append("=…");
      }
    }
    return out.append('\n').toString();
  }

  private static void wrapped(StringBuilder out, String indent, String text) {
    for (String line : Words.lines(text, WIDTH - indent.length())) {
      out.append((indent + line).stripTrailing()).append('\n');
    }
  }
}
