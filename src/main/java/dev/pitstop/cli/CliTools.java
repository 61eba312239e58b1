package dev.pitstop.cli;

import dev.pitstop.channel.Target;
import java.util.List;
import java.util.Optional;

/// `pitstop cli -- COMMAND`: the command-line program as the options describe it.
final class CliTools {
  /// Options that mean something here alone.
  static final List<String> ITS_OWN =
      List.of("schema-args", "call-args", "max-output", "parallel", "check");

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

  /// Separated by blanks: words with blanks in them are for the configuration file.
  private static List<String> words(String text) {
    String stripped = text.strip();
    return stripped.isEmpty() ? List.of() : List.of(stripped.split("\\s+"));
  }
}
