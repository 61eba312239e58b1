package dev.pitstop.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.channel.Cli;
import dev.pitstop.channel.Target;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.log.Log;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// `pitstop cli --check -- COMMAND`: what an agent will see of a command-line program, and all that
/// is wrong with what it says of its tools (T1).
final class ToolsCheck {
  private ToolsCheck() {}

  /// What is printed, and the exit code: 1 if anything is wrong.
  record Report(String text, int code) {}

  static Report of(Options o) throws Options.UsageException {
    Target.Tools target = CliTools.of(o);
    StderrRing ring = new StderrRing();
    Log quiet = Log.nowhere();
    OsSpawner spawner = new OsSpawner(problem -> {});
    Cli.Described described;
    long begun = System.nanoTime();
    try {
      Cli cli =
          new Cli(
              "check",
              target,
              spawner,
              StopLimits.usual(),
              new SystemTimers(quiet),
              quiet,
              ring,
              Integer.MAX_VALUE,
              Proxy.startMillis(o));
      described = cli.describe();
    } finally {
      spawner.close();
    }
    long millis = (System.nanoTime() - begun) / 1_000_000;
    return described.schema().isPresent()
        ? of(described.schema().get(), target, millis)
        : new Report(unreadable(described.problem(), ring), 1);
  }

  private static String unreadable(String problem, StderrRing ring) {
    StringBuilder out = new StringBuilder("✗ ").append(Words.sentence(problem)).append('\n');
    List<String> lines = ring.lastOf(1, 20);
    if (!lines.isEmpty()) {
      out.append("Its last lines on stderr:\n");
      lines.forEach(l -> out.append("  ").append(l).append('\n'));
    }
    return out.toString();
  }

  private static Report of(CliSchema schema, Target.Tools target, long millis) {
    StringBuilder out = new StringBuilder();
    out.append(Words.count(schema.tools().size(), "tool")).append(" of `");
    out.append(target.command().display()).append("`, described in ");
    out.append(Words.duration(millis)).append(":\n");
    schema.tools().forEach(t -> tool(t, out));
    if (!schema.problems().isEmpty()) {
      out.append('\n').append(Words.count(schema.problems().size(), "problem")).append(":\n");
    }
    for (CliSchema.Problem p : schema.problems()) {
      out.append(p.served() ? "  ! " : "  ✗ ").append(p.text()).append('\n');
    }
    boolean fine = schema.problems().isEmpty() && !schema.tools().isEmpty();
    return new Report(out.toString(), fine ? 0 : 1);
  }

  private static void tool(CliTool tool, StringBuilder out) {
    JsonObject listed =
        JsonParser.parseString(new String(tool.listed(), StandardCharsets.UTF_8)).getAsJsonObject();
    out.append('\n').append(tool.name());
    if (listed.get("description") instanceof JsonElement d && d.isJsonPrimitive()) {
      out.append(": ").append(d.getAsString().strip().replace("\n", "\n  "));
    }
    out.append('\n');
    if (!(listed.get("inputSchema") instanceof JsonObject schema)
        || !(schema.get("properties") instanceof JsonObject properties)) {
      return;
    }
    List<String> required =
        schema.get("required") instanceof JsonArray names
            ? names.asList().stream().map(JsonElement::getAsString).toList()
            : List.of();
    for (Map.Entry<String, JsonElement> p : properties.entrySet()) {
      out.append("  ").append(p.getKey()).append(required.contains(p.getKey()) ? "*" : "");
      if (p.getValue() instanceof JsonObject of) {
        if (of.get("type") instanceof JsonElement type) {
          out.append(" (").append(type.isJsonPrimitive() ? type.getAsString() : type).append(')');
        }
        if (of.get("description") instanceof JsonElement d && d.isJsonPrimitive()) {
          out.append(": ").append(d.getAsString());
        }
      }
      out.append('\n');
    }
  }
}
