package dev.pitstop.channel;

import dev.pitstop.http.Endpoint;
import dev.pitstop.process.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a server is, as its user has said it. Two that are equal need no restart to become one
/// another.
public sealed interface Target {
  /// A command, run as a process and spoken to over its pipes.
  record Program(Command command) implements Target {
    @Override
    public RunKind kind() {
      return RunKind.PROCESS;
    }

    @Override
    public List<String> words() {
      return command.argv();
    }
  }

  /// A daemon that others start and stop, reached at a URL.
  ///
  /// @param where directory and environment of the commands that follow
  /// @param start a shell command that starts it if nobody listens (H4)
  /// @param restart a shell command that runs it anew, for reloads
  /// @param output the file that what these write is added to
  record Daemon(
      Endpoint endpoint,
      Command where,
      Optional<String> start,
      Optional<String> restart,
      Path output)
      implements Target {
    @Override
    public RunKind kind() {
      return RunKind.SESSION;
    }

    @Override
    public Command command() {
      return where;
    }

    @Override
    public List<String> words() {
      return List.of(endpoint.display());
    }
  }

  /// A command-line program whose commands are tools (T1): it describes them, and is run for each
  /// call.
  ///
  /// @param command what is run each time, with more words behind
  record Tools(Command command, Calls calls) implements Target {
    @Override
    public RunKind kind() {
      return RunKind.SCHEMA;
    }

    @Override
    public List<String> words() {
      return command.argv();
    }
  }

  /// How a command-line program is asked and called.
  ///
  /// @param schemaArgs the words that make it describe its tools
  /// @param callArgs the words added to each call, if the user has said so; otherwise the schema
  ///   does, or `--json` is added
  /// @param millis how long a call may take, if its tool says nothing else
  /// @param maxOutput bytes of a call's stdout that are kept
  /// @param parallel how many calls run at once
  record Calls(
      List<String> schemaArgs,
      Optional<List<String>> callArgs,
      long millis,
      int maxOutput,
      int parallel) {
    /// What is meant if nothing is said.
    public static final Calls USUAL =
        new Calls(List.of("schema", "--json"), Optional.empty(), 120_000, 4 * 1024 * 1024, 16);

    public Calls {
      schemaArgs = List.copyOf(schemaArgs);
      callArgs = callArgs.map(List::copyOf);
    }
  }

  /// What its runs are.
  RunKind kind();

  /// The program itself; of a daemon, how commands about it are run.
  Command command();

  /// What people and agents are shown, without secrets: a command line, a URL.
  List<String> words();
}
