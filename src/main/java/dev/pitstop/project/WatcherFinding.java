package dev.pitstop.project;

import java.util.Optional;

/// A watcher in a command.
///
/// @param watcher as it is written: `tsx watch`
/// @param script the script of `package.json` that starts it, if one does
public record WatcherFinding(String watcher, Optional<String> script) {
  /// What to do about it: a sentence without a full stop.
  public static final String ADVICE =
      "Start the server without it, and let Pitstop watch: `--watch GLOB`, and `--build COMMAND` if"
          + " it is compiled";
}
