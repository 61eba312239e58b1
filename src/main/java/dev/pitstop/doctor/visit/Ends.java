package dev.pitstop.doctor.visit;

import dev.pitstop.channel.End;

/// How a run ended, in words.
final class Ends {
  private Ends() {}

  /// A clause whose subject is the server.
  static String words(End end) {
    return switch (end) {
      case End.Exited e when e.fault().isPresent() ->
          switch (e.fault().get()) {
            case CLOSED_STDOUT -> "closed its stdout without exiting";
            case CLOSED_STDIN -> "closed its stdin without exiting";
            case BACKGROUND -> "put itself into the background";
            case OURS -> "was stopped by an error in Pitstop";
          };
      case End.Exited e -> "ended with " + e.exit().words();
      case End.SurvivedKill s -> "did not end, even after SIGKILL";
      case End.Refused r -> "could not be started: " + r.why();
      case End.Lost l -> l.why();
      case End.Closed c -> "was closed";
    };
  }
}
