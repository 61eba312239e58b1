package dev.pitstop.channel;

import java.nio.file.Path;

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
}
