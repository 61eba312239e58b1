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
    public Command command() {
      return where;
    }

    @Override
    public List<String> words() {
      return List.of(endpoint.display());
    }
  }

  /// The program itself; of a daemon, how commands about it are run.
  Command command();

  /// What people and agents are shown, without secrets: a command line, a URL.
  List<String> words();
}
