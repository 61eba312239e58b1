package dev.pitstop.cli.options;

import dev.pitstop.channel.Target;
import java.util.List;

/// `pitstop cli -- COMMAND`: makes the target of a command-line program from the options.
public final class CliTools {
  private CliTools() {}

  public static Target.Tools of(Options o) throws UsageException {
    Target.Calls usual = Target.Calls.USUAL;
    int parallel = o.number("parallel", usual.parallel());
    if (parallel == 0) {
      throw new UsageException("--parallel: must be more than 0");
    }
    return new Target.Tools(
        ProgramOptions.command(o),
        new Target.Calls(
            o.one("schema-args").map(CliTools::words).orElse(usual.schemaArgs()),
            o.one("call-args").map(CliTools::words),
            o.moreThanZeroMillis("call-timeout", usual.millis()),
            o.bytes("max-output", usual.maxOutput()),
            parallel));
  }

  /// Words separated by spaces. Words with spaces in them need the configuration file.
  private static List<String> words(String text) {
    String stripped = text.strip();
    return stripped.isEmpty() ? List.of() : List.of(stripped.split("\\s+"));
  }
}
