package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonParser;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.cli.Cli;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.digest.LastWords;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.StderrRing;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.function.Consumer;

/// Lets a command-line program describe its tools, and calls none. Blocks the main thread.
///
/// @param tell gets each finding as soon as it is known
record ToolsVisit(
    Patient patient, Target.Tools target, World world, Machine machine, Consumer<Finding> tell) {
  /// Examines the program.
  void run() {
    StderrRing ring = new StderrRing();
    long begun = machine.clock().nowMillis();
    ChannelParts parts = patient.parts(machine, machine.spawner(), ring);
    try {
      CliSchema schema = new Cli(parts, target, patient.startMillis()).describe();
      schema(schema, machine.clock().nowMillis() - begun);
    } catch (SpawnException | CliSchema.Unreadable e) {
      tell.accept(
          Finding.fail(
                  "start",
                  String.valueOf(e.getMessage()),
                  ("`%s %s` must print the program's tools as JSON (docs/cli-schema.json);"
                          + " --set schemaArgs sets other arguments")
                      .formatted(
                          String.join(" ", target.command().argv()),
                          String.join(" ", target.calls().schemaArgs())))
              .with(
                  LastWords.of(ring.lastOf(1, WireCheck.MANY), target.command().directory())
                      .shown()));
    }
  }

  private void schema(CliSchema schema, long millis) {
    tell.accept(
        Finding.ok(
            "start",
            "described %s in %s"
                .formatted(Words.count(schema.tools().size(), "tool"), Words.duration(millis))));
    for (CliSchema.Problem p : schema.problems()) {
      tell.accept(
          Finding.of(
              "description",
              p.served() ? Mark.WARN : Mark.FAIL,
              p.text() + (p.served() ? "" : " (the tool is left out)"),
              "Correct the schema that the program prints: docs/cli-schema.json describes the"
                  + " format"));
    }
    List<JsonElement> tools =
        schema.tools().stream().map(t -> JsonParser.parseString(t.listed())).toList();
    if (tools.isEmpty()) {
      tell.accept(Finding.fail("lists", "no tool is valid", "Describe at least one valid tool"));
      return;
    }
    ListFacts list = new ListFacts(Kind.TOOLS, tools, 1, new ListFacts.End.Whole());
    ListsCheck.andTools(List.of(list), JsonNull.INSTANCE, patient.name(), world.clients())
        .forEach(tell);
    patient.baseline().ifPresent(b -> tell.accept(b.check(List.of(list), patient.name())));
  }
}
