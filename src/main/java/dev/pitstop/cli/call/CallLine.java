package dev.pitstop.cli.call;

import dev.pitstop.cli.options.CallTable;
import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.OptionRow;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.VerbLine;
import dev.pitstop.process.Surroundings;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command line of `pitstop call` or `pitstop tools`.
///
/// @param verb `call` or `tools`
/// @param options all of them
/// @param words the tool and its arguments
/// @param server the server to start; empty for a running session
public record CallLine(String verb, Options options, List<String> words, Optional<Options> server) {

  /// @param verb `call` or `tools`
  /// @param args the words after it
  /// @param here where they were given
  public static CallLine parse(String verb, List<String> args, Surroundings here)
      throws UsageException {
    int dashes = args.indexOf("--");
    List<String> before = dashes < 0 ? args : args.subList(0, dashes);
    Options read = VerbLine.parse(verb, CallTable.all(verb), Map.of("-h", "--help"), before, here);
    List<String> plain = new ArrayList<>(read.command());
    if (read.has("help")) {
      return new CallLine(verb, read, plain, Optional.empty());
    }
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
    check(verb, plain);
    Map<String, List<String>> ofServer = new LinkedHashMap<>(read.values());
    CallTable.rows(verb).stream().map(OptionRow::name).forEach(ofServer::remove);
    if (!command.isEmpty()) {
      if (read.has("session")) {
        throw new UsageException("--session is for a running session: leave out COMMAND and URL");
      }
      Options server = new Options(ofServer, command, dashes >= 0, cli, here);
      Checks.of(server);
      return new CallLine(verb, read, plain, Optional.of(server));
    }
    if (!ofServer.isEmpty()) {
      throw new UsageException(
          "--%s is for a server that is started: `pitstop %s … -- COMMAND`"
              .formatted(ofServer.keySet().iterator().next(), verb));
    }
    if (read.has("stderr")) {
      throw new UsageException(
          "--stderr is for a server that is started; `pitstop logs` shows that of a session");
    }
    return new CallLine(verb, read, plain, Optional.empty());
  }

  private static void check(String verb, List<String> words) throws UsageException {
    if (verb.equals("call") && words.isEmpty()) {
      throw new UsageException(
          "no tool given: use `pitstop call TOOL [key=value...] -- COMMAND`; `pitstop tools -- COMMAND` lists the tools");
    }
    if (verb.equals("tools") && words.size() > 1) {
      throw new UsageException("`pitstop tools` takes one tool at most");
    }
  }
}
