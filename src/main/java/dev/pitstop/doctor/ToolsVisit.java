package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonParser;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.cli.Cli;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.log.Log;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Lets a command-line program describe its tools, and calls none. Blocks the main thread.
final class ToolsVisit {
  private static final int LINES = 12;

  private final Patient patient;
  private final Target.Tools target;
  private final World world;
  private final Consumer<Finding> tell;

  ToolsVisit(Patient patient, Target.Tools target, World world, Consumer<Finding> tell) {
    this.patient = patient;
    this.target = target;
    this.world = world;
    this.tell = tell;
  }

  void run() {
    Log log = Log.nowhere();
    StderrRing ring = new StderrRing();
    Cli.Described described;
    long begun = System.nanoTime();
    try (OsSpawner spawner =
        OsSpawner.inheriting(world.environment(), Duration.ZERO, problem -> {})) {
      Cli cli =
          new Cli(
              patient.name(),
              target,
              spawner,
              patient.stop(),
              new SystemTimers(log),
              log,
              ring,
              patient.maxMessageBytes(),
              patient.startMillis());
      described = cli.describe();
    }
    long millis = (System.nanoTime() - begun) / 1_000_000;
    if (described.schema().isEmpty()) {
      List<String> asked = new ArrayList<>(target.command().argv());
      asked.addAll(target.calls().schemaArgs());
      tell.accept(
          Finding.fail(
                  "start",
                  described.problem(),
                  "`"
                      + String.join(" ", asked)
                      + "` must print the program's tools as JSON (docs/cli-schema.json);"
                      + " --schema-args sets other arguments")
              .with(Excerpt.of(ring.lastOf(1, 1_000), LINES)));
      return;
    }
    schema(described.schema().get(), millis);
  }

  private void schema(CliSchema schema, long millis) {
    tell.accept(
        Finding.ok(
            "start",
            "described "
                + Words.count(schema.tools().size(), "tool")
                + " in "
                + Words.duration(millis)));
    for (CliSchema.Problem p : schema.problems()) {
      String remedy =
          "Correct the schema that the program prints: docs/cli-schema.json describes the format";
      tell.accept(
          p.served()
              ? Finding.warn("description", p.text(), remedy)
              : Finding.fail("description", p.text() + " (the tool is left out)", remedy));
    }
    List<JsonElement> tools = new ArrayList<>();
    long bytes = 0;
    for (var tool : schema.tools()) {
      tools.add(JsonParser.parseString(new String(tool.listed(), StandardCharsets.UTF_8)));
      bytes += tool.listed().length;
    }
    if (tools.isEmpty()) {
      tell.accept(Finding.fail("lists", "no tool is valid", "Describe at least one valid tool"));
      return;
    }
    Listed list = new Listed(Listed.Kind.TOOLS, tools, 1, bytes, new Listed.End.Whole());
    Offers.of(List.of(list), JsonNull.INSTANCE, patient.name(), world.clients()).forEach(tell);
  }
}
