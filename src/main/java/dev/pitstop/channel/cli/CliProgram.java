package dev.pitstop.channel.cli;

import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;

/// A command-line program, and what its processes are run with.
///
/// @param name of the server, for thread names
/// @param command the program itself; each process gets words in addition
/// @param limits for stopping a process
/// @param timers for the time limits of processes
/// @param threads makes platform threads that read pipes; each may be refused with an
///   [OutOfMemoryError]
record CliProgram(
    String name,
    Command command,
    Spawner spawner,
    StopLimits limits,
    Timers timers,
    ThreadFactory threads) {
  /// No person reads the program's output: it must not open a pager or print colours.
  private static final Map<String, String> QUIET =
      Map.of("PAGER", "cat", "GIT_PAGER", "cat", "NO_COLOR", "1", "TERM", "dumb");

  /// The program's command with these words added.
  Command with(List<String> words) {
    List<String> argv = new ArrayList<>(command.argv());
    argv.addAll(words);
    Map<String, String> env = new LinkedHashMap<>(QUIET);
    env.putAll(command.env());
    return new Command(argv, env, command.directory(), command.binary());
  }

  /// Starts a thread.
  ///
  /// @throws OutOfMemoryError if there is no memory for one
  void begin(String what, Runnable body) {
    Thread thread = threads.newThread(body);
    thread.setName(name + " " + what);
    thread.start();
  }
}
