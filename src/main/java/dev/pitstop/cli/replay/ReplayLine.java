package dev.pitstop.cli.replay;

import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.ServerLine;
import dev.pitstop.cli.options.SessionOptions;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.compare.Noise;
import dev.pitstop.process.Surroundings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The command line of `pitstop replay`.
///
/// @param all whether calls are sent that may change something
/// @param ignored what does not count
/// @param accept whether new answers become the recorded ones
/// @param server the server to start; without a command, those of the configuration file
record ReplayLine(Path file, boolean all, Noise ignored, boolean accept, Options server) {
  /// A call that is given up after this long; there is nobody to cancel it.
  private static final String CALL_TIMEOUT = "60s";

  /// @param args the words after `replay`
  /// @param here where they were given
  static ReplayLine parse(List<String> args, Surroundings here) throws UsageException {
    ServerLine line = ServerLine.parse(Verb.REPLAY, args, here);
    List<String> words = line.read().command();
    if (words.isEmpty()) {
      throw new UsageException("no recording given: use `pitstop replay FILE -- COMMAND [ARG...]`");
    }
    if (words.size() > 1) {
      throw new UsageException("one recording at a time; the command comes after `--`");
    }
    Options server = line.server();
    Map<String, List<String>> ofServer = server.values();
    ofServer.put("tools", List.of("none")); // it is the server's tools that are called
    if (server.command().isEmpty()) {
      if (SessionOptions.file(server).isEmpty()) {
        throw new UsageException("no server given: use `pitstop replay FILE -- COMMAND [ARG...]`");
      }
      ofServer.remove("call-timeout"); // the servers' entries say it
      ofServer.put("list-wait", List.of(CALL_TIMEOUT));
    } else {
      Checks.of(server);
      ofServer.putIfAbsent("call-timeout", List.of(CALL_TIMEOUT));
    }
    List<Pattern> ignored = new ArrayList<>();
    for (String text : line.read().all("ignore")) {
      ignored.add(
          Noise.path(text)
              .orElseThrow(() ->
                  new UsageException(
                      "--ignore: `%s` is no path; one is `structuredContent.items[*].time`"
                          .formatted(text))));
    }
    return new ReplayLine(
        Path.of(words.getFirst()),
        line.read().has("all"),
        Noise.of(ignored),
        line.read().has("update"),
        server);
  }
}
