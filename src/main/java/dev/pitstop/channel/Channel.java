package dev.pitstop.channel;

import dev.pitstop.process.PortUse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// One server, as a thing that can be run: a stdio command is run as a process; a run of another
/// kind is another kind of thing ([RunKind]). The backend knows runs, links and ends, and nothing
/// of how they come about.
public interface Channel {
  /// Opens a run. Never blocks and never throws: whatever comes of it is told to `events`, on a
  /// thread of the channel or, if not even that could be started, on this one before it returns.
  ///
  /// @param number of the run, from 1; for names of threads, the log and the stderr ring
  /// @return the way to it. It may be stopped at once, and given messages when it is open
  Link open(int number, Events events);

  /// What its runs are.
  RunKind kind();

  /// What is run, in one line for people and agents: a command line, a URL. Without secrets (H6).
  String display();

  /// Where its program runs: its user's own files are there.
  Path directory();

  /// That the server, which others start, was not reached when it was last tried. On any thread.
  default Optional<Away> away() {
    return Optional.empty();
  }

  /// Who has the port that a run of it could not have; empty if no run complained of that, or if it
  /// is not known. Takes a while: not in a turn.
  ///
  /// @param lines what a run that has ended wrote
  default Optional<PortUse> portUse(List<String> lines) {
    return Optional.empty();
  }
}
