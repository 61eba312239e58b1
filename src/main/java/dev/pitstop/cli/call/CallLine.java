package dev.pitstop.cli.call;

import dev.pitstop.cli.options.CallTable;
import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.OptionRow;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.VerbLine;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command line of `pitstop call` or `pitstop tools`.
///
/// @param own the options of the command itself
/// @param words the tool and its arguments
/// @param server the server to start; empty for a running session
record CallLine(Options own, List<String> words, Optional<Options> server) {

  private static final String PATIENCE = "24h";

  /// @param verb `call` or `tools`
  /// @param args the words after it
  static CallLine parse(String verb, List<String> args) throws UsageException {
    int dashes = args.indexOf("--");
    List<String> before = dashes < 0 ? args : args.subList(0, dashes);
    Options read = VerbLine.parse(verb, CallTable.all(verb), Map.of("-h", "--help"), before);
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
    Map<String, List<String>> own = new LinkedHashMap<>();
    Map<String, List<String>> ofServer = new LinkedHashMap<>();
    List<String> names = CallTable.rows(verb).stream().map(OptionRow::name).toList();
    read.values().forEach((name, all) -> (names.contains(name) ? own : ofServer).put(name, all));
    Options line = new Options(own, List.of(), false, false);
    if (line.has("help")) {
      return new CallLine(line, plain, Optional.empty());
    }
    if (dashes >= 0 && (command.isEmpty() || command.getFirst().isEmpty())) {
      throw new UsageException("no program given after `--`");
    }
    if (command.isEmpty()) {
      if (!ofServer.isEmpty()) {
        String option = ofServer.keySet().iterator().next();
        throw new UsageException(
            "--%s is for a server that is started: `pitstop %s … -- COMMAND`"
                .formatted(option, verb));
      }
      if (line.has("stderr")) {
        throw new UsageException(
            "--stderr is for a server that is started; `pitstop logs` shows that of a session");
      }
      return new CallLine(line, plain, Optional.empty());
    }
    if (line.has("session")) {
      throw new UsageException("--session is for a running session: leave out COMMAND and URL");
    }
    Checks.of(new Options(ofServer, command, dashes >= 0, cli));
    ofServer.put("tools", List.of("none")); // it is the server's tools that are called
    ofServer.put("handshake-timeout", List.of(PATIENCE)); // --start-timeout is the limit
    return new CallLine(
        line, plain, Optional.of(new Options(ofServer, command, dashes >= 0, cli)));
  }
}
