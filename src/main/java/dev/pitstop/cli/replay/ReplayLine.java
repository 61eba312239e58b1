package dev.pitstop.cli.replay;

import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.ServerLine;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.compare.Noise;
import dev.pitstop.compare.Place;
import dev.pitstop.process.Surroundings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The command line of `pitstop replay`.
///
/// @param server the server to start; without a command, those of the configuration file
record ReplayLine(Path file, Rules rules, boolean accept, Options server) {
  /// A call that is given up after this long; there is nobody to cancel it.
  private static final String CALL_TIMEOUT = "60s";

  /// @param args the words after `replay`
  /// @param here where they were given
  static ReplayLine parse(List<String> args, Surroundings here) throws UsageException {
    ServerLine line = ServerLine.parse(Verb.REPLAY, args, here);
    List<String> words = line.words();
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
      ofServer.remove("call-timeout"); // the servers' entries say it
      ofServer.put("list-wait", List.of(CALL_TIMEOUT));
    } else {
      Checks.of(server);
      if (!server.has("call-timeout")) {
        ofServer.put("call-timeout", List.of(CALL_TIMEOUT));
      }
    }
    Options read = line.read();
    List<Place> ignored = new ArrayList<>();
    for (String text : read.all("ignore")) {
      ignored.add(
          Place.parse(text)
              .orElseThrow(() ->
                  new UsageException(
                      "--ignore: `%s` is no path; one is `structuredContent.items[*].time`"
                          .formatted(text))));
    }
    return new ReplayLine(
        Path.of(words.getFirst()),
        new Rules(read.has("all"), new Noise(ignored)),
        read.has("accept"),
        server);
  }
}
