package dev.pitstop.channel;

import dev.pitstop.process.PortUse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A way to run one server. A stdio command is run as a process; [RunKind] lists the other kinds.
/// The backend knows only runs, links and ends, not how a channel makes them.
public interface Channel {
  /// Opens a run. Never blocks and never throws: everything that happens is reported to `events`,
  /// on a thread of the channel. If no thread could be started, it is reported on this one before
  /// the method returns.
  ///
  /// @param number of the run, from 1; used in thread names, the log and the stderr ring
  /// @return the link to the run. It may be stopped at once, and takes messages once it is open
  Link open(int number, Events events);

  /// A reload begins: the runs from now on share no process with those before. Called in a turn.
  default void reloads() {}

  /// The kind of this channel's runs.
  RunKind kind();

  /// What is run, in one line for people and agents: a command line or a URL. Contains no secrets.
  String display();

  /// The program that a run's process executes, as the command names it; empty for other kinds.
  default Optional<String> program() {
    return Optional.empty();
  }

  /// The working directory of the server's program. Its user's own source files are below it.
  Path directory();

  /// Set when the daemon could not be reached on the last try. Called on any thread.
  default Optional<Away> away() {
    return Optional.empty();
  }

  /// Who holds the port that a run could not get. Empty if no run complained of a port, or if the
  /// owner is unknown. Slow: do not call it in a turn.
  ///
  /// @param lines the output of a run that has ended
  default Optional<PortUse> portUse(List<String> lines) {
    return Optional.empty();
  }
}
