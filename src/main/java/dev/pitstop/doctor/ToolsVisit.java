package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonParser;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.cli.Cli;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.StderrRing;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Lets a command-line program describe its tools, and calls none. Blocks the main thread.
///
/// @param tell gets each finding as soon as it is known
record ToolsVisit(
    Patient patient, Target.Tools target, World world, Machine machine, Consumer<Finding> tell) {
  private static final int LINES = 12;

  /// Examines the program.
  void run() {
    StderrRing ring = new StderrRing();
    long begun = machine.clock().nowMillis();
    ChannelParts parts = patient.parts(machine, machine.spawner(), ring);
    String why;
    try {
      CliSchema schema = new Cli(parts, target, patient.startMillis()).describe();
      schema(schema, machine.clock().nowMillis() - begun);
      return;
    } catch (SpawnException | CliSchema.Unreadable e) {
      why = String.valueOf(e.getMessage());
    }
    List<String> asked = new ArrayList<>(target.command().argv());
    asked.addAll(target.calls().schemaArgs());
    tell.accept(
        Finding.fail(
                "start",
                why,
                ("`%s` must print the program's tools as JSON (docs/cli-schema.json);"
                        + " --set schemaArgs sets other arguments")
                    .formatted(String.join(" ", asked)))
            .withExcerpt(ring.lastOf(1, WireCheck.MANY), LINES));
  }

  private void schema(CliSchema schema, long millis) {
    tell.accept(
        Finding.ok(
            "start",
            "described %s in %s"
                .formatted(Words.count(schema.tools().size(), "tool"), Words.duration(millis))));
    for (CliSchema.Problem p : schema.problems()) {
      String remedy =
          "Correct the schema that the program prints: docs/cli-schema.json describes the format";
      tell.accept(
          p.served()
              ? Finding.warn("description", p.text(), remedy)
              : Finding.fail("description", p.text() + " (the tool is left out)", remedy));
    }
    List<JsonElement> tools =
        schema.tools().stream()
            .map(t -> JsonParser.parseString(new String(t.listed(), StandardCharsets.UTF_8)))
            .toList();
    if (tools.isEmpty()) {
      tell.accept(Finding.fail("lists", "no tool is valid", "Describe at least one valid tool"));
      return;
    }
    ListFacts list = ListFacts.of(Kind.TOOLS, tools, 1, new ListFacts.End.Whole());
    ListsCheck.andTools(List.of(list), JsonNull.INSTANCE, patient.name(), world.clients())
        .forEach(tell);
  }
}
