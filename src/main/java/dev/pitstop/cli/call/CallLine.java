package dev.pitstop.cli.call;

import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.ServerLine;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.process.Surroundings;
import java.util.List;
import java.util.Optional;

/// The command line of `pitstop call`.
///
/// @param options all of them
/// @param words the tool and its arguments; empty to list the tools
/// @param server the server to start; empty for a running session
public record CallLine(Options options, List<String> words, Optional<Options> server) {

  /// @param args the words after it
  /// @param here where they were given
  public static CallLine parse(List<String> args, Surroundings here) throws UsageException {
    ServerLine line = ServerLine.parse(Verb.CALL, args, here);
    Options read = line.read();
    Options server = line.server();
    if (!server.command().isEmpty()) {
      if (read.has("session")) {
        throw new UsageException("--session is for a running session: leave out COMMAND and URL");
      }
      Checks.of(server);
      return new CallLine(read, read.command(), Optional.of(server));
    }
    if (!server.values().isEmpty()) {
      throw new UsageException(
          "%s is for a server that is started: `pitstop call … -- COMMAND`"
              .formatted(server.given().getFirst().name()));
    }
    if (read.has("stderr")) {
      throw new UsageException(
          "--stderr is for a server that is started; `pitstop logs` shows that of a session");
    }
    return new CallLine(read, read.command(), Optional.empty());
  }

  /// Whether it asks for the help of the command, and not for that of a tool.
  public boolean asksForHelp() {
    return options.has("help") && (words.isEmpty() || words.equals(List.of("help")));
  }
}
