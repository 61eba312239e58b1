package dev.pitstop.cli.options;

import dev.pitstop.process.Surroundings;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The command line of a command that starts a server: words of its own, then `-- COMMAND`, or a
/// URL.
///
/// @param read all options
/// @param words that are the command's own
/// @param server what starts the server; its command is empty if none was given
public record ServerLine(Options read, List<String> words, Options server) {
  /// @param args the words after the command
  /// @param here where they were given
  public static ServerLine parse(Verb verb, List<String> args, Surroundings here)
      throws UsageException {
    int dashes = args.indexOf("--");
    Options read = verb.parse(dashes < 0 ? args : args.subList(0, dashes), here);
    List<String> words = new ArrayList<>(read.command());
    boolean cli = dashes >= 0 && words.remove("cli");
    List<String> command = new ArrayList<>();
    if (dashes >= 0) {
      command.addAll(args.subList(dashes + 1, args.size()));
    } else if (!words.isEmpty() && Words.isUrl(words.getLast())) {
      command.add(words.removeLast());
    }
    if (dashes >= 0 && (command.isEmpty() || command.getFirst().isEmpty())) {
      throw new UsageException("no program given after `--`");
    }
    Map<String, List<String>> ofServer = new LinkedHashMap<>(read.values());
    verb.rows().forEach(row -> ofServer.remove(row.option()));
    Options server = new Options(ofServer, command, dashes >= 0, cli, here);
    Checks.once(server, verb.word());
    return new ServerLine(read, words, server);
  }
}
