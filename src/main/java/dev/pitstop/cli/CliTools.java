package dev.pitstop.cli;

import dev.pitstop.channel.Target;
import java.util.List;
import java.util.Optional;

/// `pitstop cli -- COMMAND`: makes the target of a command-line program from the options.
final class CliTools {
  private CliTools() {}

  static Target.Tools of(Options o) throws Options.UsageException {
    Target.Calls usual = Target.Calls.USUAL;
    int parallel = o.number("parallel", String.valueOf(usual.parallel()));
    if (parallel == 0) {
      throw new Options.UsageException("--parallel: must be more than 0");
    }
    return new Target.Tools(
        Proxy.command(o),
        new Target.Calls(
            o.has("schema-args") ? words(o.one("schema-args", "")) : usual.schemaArgs(),
            o.has("call-args") ? Optional.of(words(o.one("call-args", ""))) : Optional.empty(),
            o.moreThanZeroMillis("call-timeout", usual.millis() + "ms"),
            o.bytes("max-output", String.valueOf(usual.maxOutput())),
            parallel));
  }

  /// Words separated by spaces. Words with spaces in them need the configuration file.
  private static List<String> words(String text) {
    String stripped = text.strip();
    return stripped.isEmpty() ? List.of() : List.of(stripped.split("\\s+"));
  }
}
