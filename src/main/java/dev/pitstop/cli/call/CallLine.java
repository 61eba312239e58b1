package dev.pitstop.cli.call;

import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.OptionRow;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.process.Surroundings;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    int dashes = args.indexOf("--");
    List<String> before = dashes < 0 ? args : args.subList(0, dashes);
    Options read = Verb.CALL.parse(before, here);
    List<String> plain = new ArrayList<>(read.command());
    boolean cli = dashes >= 0 && !plain.isEmpty() && plain.getFirst().equals("cli");
    if (cli) {
      plain.removeFirst();
    }
    List<String> command = new ArrayList<>();
    if (dashes >= 0) {
      command.addAll(args.subList(dashes + 1, args.size()));
    } else if (!plain.isEmpty() && Words.isUrl(plain.getLast())) {
      command.add(plain.removeLast());
    }
    if (dashes >= 0 && (command.isEmpty() || command.getFirst().isEmpty())) {
      throw new UsageException("no program given after `--`");
    }
    Map<String, List<String>> ofServer = new LinkedHashMap<>(read.values());
    Verb.CALL.rows().stream().map(OptionRow::name).forEach(ofServer::remove);
    if (!command.isEmpty()) {
      if (read.has("session")) {
        throw new UsageException("--session is for a running session: leave out COMMAND and URL");
      }
      Options server = new Options(ofServer, command, dashes >= 0, cli, here);
      Checks.of(server);
      return new CallLine(read, plain, Optional.of(server));
    }
    if (!ofServer.isEmpty()) {
      throw new UsageException(
          "--%s is for a server that is started: `pitstop call … -- COMMAND`"
              .formatted(ofServer.keySet().iterator().next()));
    }
    if (read.has("stderr")) {
      throw new UsageException(
          "--stderr is for a server that is started; `pitstop logs` shows that of a session");
    }
    return new CallLine(read, plain, Optional.empty());
  }

  /// Whether it asks for the help of the command, and not for that of a tool.
  public boolean asksForHelp() {
    return options.has("help") && (words.isEmpty() || words.equals(List.of("help")));
  }
}
