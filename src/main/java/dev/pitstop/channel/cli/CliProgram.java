package dev.pitstop.channel.cli;

import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Target;
import dev.pitstop.process.Command;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// A command-line program, and how it is asked and called.
///
/// @param command the program itself; each process gets words in addition
/// @param schemaMillis how long it may take to describe its tools
/// @param begun counts the calls whose processes were started
record CliProgram(
    ChannelParts parts, Command command, Target.Calls calls, long schemaMillis, AtomicLong begun) {
  /// No person reads the program's output: it must not open a pager or print colours.
  private static final Map<String, String> QUIET =
      Map.of("PAGER", "cat", "GIT_PAGER", "cat", "NO_COLOR", "1", "TERM", "dumb");

  /// The command with these words added.
  Command with(List<String> words) {
    List<String> argv = new ArrayList<>(command.argv());
    argv.addAll(words);
    Map<String, String> env = new LinkedHashMap<>(QUIET);
    env.putAll(command.env());
    return new Command(argv, env, command.directory(), command.binary());
  }
}
