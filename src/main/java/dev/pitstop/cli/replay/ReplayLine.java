package dev.pitstop.cli.replay;

import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.OptionRow;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.compare.Noise;
import dev.pitstop.compare.Place;
import dev.pitstop.process.Surroundings;
import dev.pitstop.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
    int dashes = args.indexOf("--");
    List<String> before = dashes < 0 ? args : args.subList(0, dashes);
    Options read = Verb.REPLAY.parse(before, here);
    List<String> words = new ArrayList<>(read.command());
    boolean cli = dashes >= 0 && words.remove("cli");
    List<String> command = new ArrayList<>();
    if (dashes >= 0) {
      command.addAll(args.subList(dashes + 1, args.size()));
    } else if (!words.isEmpty() && Words.isUrl(words.getLast())) {
      command.add(words.removeLast());
    }
    if (words.isEmpty()) {
      throw new UsageException("no recording given: use `pitstop replay FILE -- COMMAND [ARG...]`");
    }
    if (words.size() > 1) {
      throw new UsageException("one recording at a time; the command comes after `--`");
    }
    if (dashes >= 0 && (command.isEmpty() || command.getFirst().isEmpty())) {
      throw new UsageException("no program given after `--`");
    }
    Map<String, List<String>> ofServer = new LinkedHashMap<>(read.values());
    Verb.REPLAY.rows().stream().map(OptionRow::name).forEach(ofServer::remove);
    ofServer.put("tools", List.of("none")); // it is the server's tools that are called
    Options given = new Options(ofServer, command, dashes >= 0, cli, here);
    if (command.isEmpty()) {
      ofServer.remove("call-timeout"); // the servers' entries say it
      ofServer.put("list-wait", List.of(CALL_TIMEOUT));
    } else {
      Checks.of(given);
      ofServer.putIfAbsent("call-timeout", List.of(CALL_TIMEOUT));
    }
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
        given);
  }
}
