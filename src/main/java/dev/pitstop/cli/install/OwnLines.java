package dev.pitstop.cli.install;

import dev.pitstop.cli.options.CommandLine;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.OwnWords;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.install.CommandLines;
import dev.pitstop.process.Surroundings;
import java.util.List;
import java.util.Optional;

/// Reads Pitstop's own command line in the entry of a wrapped server.
final class OwnLines {
  private OwnLines() {}

  /// @param words the words after `pitstop`
  /// @param here where they are read
  static Optional<CommandLines.Line> read(List<String> words, Surroundings here) {
    try {
      Options o = CommandLine.parse(words.toArray(String[]::new), here);
      boolean proxies =
          !o.cli()
              && !o.has("config")
              && !o.command().isEmpty()
              && (o.separated() || !OwnWords.isOurs(o.command().getFirst()));
      return Optional.of(new CommandLines.Line(o.values(), o.command(), proxies));
    } catch (UsageException e) {
      return Optional.empty();
    }
  }
}
