package dev.pitstop.session.texts;

import dev.pitstop.channel.RunKind;
import java.util.OptionalInt;

/// The text of `server_stderr` if there are no lines to show.
public final class StderrText {
  private StderrText() {}

  /// @param since the run whose lines were asked for; empty if all were
  public static String nothing(RunKind kind, OptionalInt since) {
    if (kind.isDaemons()) {
      return "Pitstop reads the stderr of a daemon only if it started the daemon (`--start`).";
    }
    return "The server wrote nothing to stderr"
        + (since.isPresent() ? " since its last start (spawn #" + since.getAsInt() + ")." : ".");
  }
}
