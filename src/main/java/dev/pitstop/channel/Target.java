package dev.pitstop.channel;

import dev.pitstop.http.Endpoint;
import dev.pitstop.process.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What the user has configured as a server. Two equal targets need no restart between them.
public sealed interface Target {
  /// How long calls wait for a server that is down, unless the user sets another time.
  long USUAL_HOLD_MILLIS = 120_000;

  /// A command, run as a process that speaks over its pipes, or over HTTP.
  ///
  /// @param url of this machine, where the process listens; empty if it speaks over its pipes
  record Program(Command command, Optional<Endpoint> url) implements Target {
    /// A command that speaks over its pipes.
    public Program(Command command) {
      this(command, Optional.empty());
    }

    @Override
    public boolean holdsPort() {
      return url.isPresent();
    }

    @Override
    public RunKind kind() {
      return RunKind.PROCESS;
    }

    @Override
    public List<String> words() {
      return command.argv();
    }
  }

  /// A daemon at a URL that others start and stop.
  ///
  /// @param where directory and environment of the two commands
  /// @param start a shell command that starts the daemon if nobody listens
  /// @param restart a shell command that restarts the daemon, for reloads
  /// @param output the file that takes the output of both commands; it is appended to
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

  /// A command-line program whose commands are tools. It describes them, and is run for each call.
  ///
  /// @param command the program; each call adds words to it
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
  /// @param callArgs the words added to each call, if the user has set them; otherwise the schema
  ///   sets them, or `--json` is added
  /// @param millis how long a call may take, unless its tool says otherwise
  /// @param maxOutput how many bytes of a call's stdout are kept
  /// @param parallel how many calls run at once
  record Calls(
      List<String> schemaArgs,
      Optional<List<String>> callArgs,
      long millis,
      int maxOutput,
      int parallel) {
    /// The defaults.
    public static final Calls USUAL =
        new Calls(List.of("schema", "--json"), Optional.empty(), 120_000, 4 * 1024 * 1024, 16);

    public Calls {
      schemaArgs = List.copyOf(schemaArgs);
      callArgs = callArgs.map(List::copyOf);
    }
  }

  /// Whether two runs at once would want the same port.
  default boolean holdsPort() {
    return false;
  }

  /// The kind of its runs.
  RunKind kind();

  /// The program itself; for a daemon, the directory and environment of the commands about it.
  Command command();

  /// The command line or URL as people and agents see it, without secrets.
  List<String> words();
}
