package dev.pitstop.cli.options;

import dev.pitstop.process.Surroundings;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command line of a command that starts a server: words of its own, then `-- COMMAND`, or a
/// URL.
///
/// @param read all options; its command is the words that are the command's own
/// @param server what starts the server; its command is empty if none was given
public record ServerLine(Options read, Options server) {
  /// @param args the words after the command
  /// @param here where they were given
  public static ServerLine parse(Verb verb, List<String> args, Surroundings here)
      throws UsageException {
    CommandLine line = CommandLine.read(Optional.of(verb), args, here);
    List<String> words = new ArrayList<>(line.words());
    boolean dashes = line.rest().isPresent();
    boolean cli = dashes && words.remove("cli");
    List<String> command = new ArrayList<>(line.rest().orElse(List.of()));
    if (!dashes && !words.isEmpty() && Words.isUrl(words.getLast())) {
      command.add(words.removeLast());
    }
    if (dashes && (command.isEmpty() || command.getFirst().isEmpty())) {
      throw new UsageException("no program given after `--`");
    }
    Map<String, List<String>> ofServer = new LinkedHashMap<>(line.values());
    verb.rows().forEach(row -> ofServer.remove(row.option()));
    Options server = new Options(ofServer, command, dashes, cli, here);
    Checks.once(server, verb.word());
    Options all = new Options(line.values(), words, false, false, here);
    return new ServerLine(all, server);
  }
}
