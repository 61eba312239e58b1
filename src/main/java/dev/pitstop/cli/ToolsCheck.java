package dev.pitstop.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.cli.Cli;
import dev.pitstop.cli.options.CliTools;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.SessionOptions;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.digest.LastWords;
import dev.pitstop.log.Log;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// `pitstop cli --check -- COMMAND`: the tools that an agent gets from a command-line program, and
/// every problem with the program's description of them.
final class ToolsCheck {
  private ToolsCheck() {}

  /// What is printed, and the exit code: 1 if anything is wrong.
  record Report(String text, int code) {}

  static Report of(Options o) throws UsageException {
    Target.Tools target = CliTools.of(o);
    StderrRing ring = new StderrRing();
    Log quiet = Log.nowhere();
    OsSpawner spawner = new OsSpawner(o.surroundings().environment(), problem -> {});
    Cli.Described described;
    long begun = System.nanoTime();
    try {
      ChannelParts parts =
          new ChannelParts(
              "check",
              spawner,
              StopLimits.usual(),
              new SystemTimers(quiet),
              quiet,
              ring,
              Integer.MAX_VALUE);
      described = new Cli(parts, target, SessionOptions.startMillis(o)).describe();
    } finally {
      spawner.close();
    }
    long millis = (System.nanoTime() - begun) / 1_000_000;
    return described.schema().isPresent()
        ? of(described.schema().get(), target, millis)
        : new Report(unreadable(described.refusal().why(), ring, target), 1);
  }

  private static String unreadable(String problem, StderrRing ring, Target.Tools target) {
    StringBuilder out = new StringBuilder("✗ ").append(Words.sentence(problem)).append('\n');
    LastWords words = LastWords.of(ring.lastOf(1, StderrRing.LINES), target.command().directory());
    if (!words.lines().isEmpty()) {
      out.append(words.shortened() ? "Its stderr, shortened:\n" : "Last lines of its stderr:\n");
      words.lines().forEach(l -> out.append("  ").append(l).append('\n'));
    }
    return out.toString();
  }

  private static Report of(CliSchema schema, Target.Tools target, long millis) {
    StringBuilder out = new StringBuilder();
    out.append('`').append(target.command().display()).append("` described ");
    out.append(Words.count(schema.tools().size(), "tool")).append(" in ");
    out.append(Words.duration(millis)).append(":\n");
    Target.Calls calls = target.calls();
    out.append("A call can take ").append(Words.duration(calls.millis()));
    out.append(" (`--call-timeout`) and print ").append(Words.bytes(calls.maxOutput()));
    out.append(" (`--max-output`); ").append(calls.parallel());
    out.append(" calls run at once (`--parallel`).\n");
    schema.tools().forEach(t -> tool(t, target, out));
    if (schema.tools().isEmpty() && schema.problems().isEmpty()) {
      out.append("\n✗ The description lists no tools.\n");
    }
    if (!schema.problems().isEmpty()) {
      out.append('\n').append(Words.count(schema.problems().size(), "problem")).append(":\n");
    }
    for (CliSchema.Problem p : schema.problems()) {
      out.append(p.served() ? "  ! " : "  ✗ ").append(p.text()).append('\n');
    }
    boolean fine = schema.problems().isEmpty() && !schema.tools().isEmpty();
    return new Report(out.toString(), fine ? 0 : 1);
  }

  private static void tool(CliTool tool, Target.Tools target, StringBuilder out) {
    JsonObject listed =
        JsonParser.parseString(new String(tool.listed(), StandardCharsets.UTF_8)).getAsJsonObject();
    out.append('\n').append(tool.name());
    if (listed.get("description") instanceof JsonElement d && d.isJsonPrimitive()) {
      out.append(": ").append(d.getAsString().strip().replace("\n", "\n  "));
    }
    out.append('\n');
    if (listed.get("inputSchema") instanceof JsonObject schema
        && schema.get("properties") instanceof JsonObject properties) {
      parameters(schema, properties, out);
    }
    call(tool, target, out);
  }

  /// The command line and the limits of a call.
  private static void call(CliTool tool, Target.Tools target, StringBuilder out) {
    Target.Calls calls = target.calls();
    out.append("  runs: ").append(target.command().display());
    boolean said = calls.callArgs().isPresent();
    for (String word : tool.shown(calls.callArgs().orElse(CliTool.CALL_ARGS), said)) {
      boolean plain = !word.isEmpty() && word.chars().noneMatch(c -> c <= ' ' || c == '"');
      out.append(' ').append(plain ? word : Json.quote(word));
    }
    out.append(tool.template().isEmpty() ? " (arguments as JSON on stdin)\n" : "\n");
    if (tool.timeoutMillis().isPresent()) {
      out.append("  can take ").append(Words.duration(tool.timeoutMillis().getAsLong()));
      out.append(" (its `timeout`)\n");
    }
    if (!tool.okExitCodes().isEmpty()) {
      out.append("  succeeds with exit code 0");
      tool.okExitCodes().stream().sorted().forEach(code -> out.append(", ").append(code));
      out.append('\n');
    }
    if (tool.structured()) {
      out.append("  must print one JSON object (its `outputSchema`)\n");
    }
  }

  private static void parameters(JsonObject schema, JsonObject properties, StringBuilder out) {
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
