package dev.pitstop.doctor;

import dev.pitstop.channel.End;

/// How a run ended, in words.
final class Ends {
  private Ends() {}

  /// A clause whose subject is the server.
  static String words(End end) {
    return switch (end) {
      case End.Exited e when e.fault().isPresent() ->
          switch (e.fault().get()) {
            case CLOSED_STDOUT -> "closed its stdout and lived on";
            case CLOSED_STDIN -> "closed its stdin and lived on";
            case OURS -> "was stopped because of a failure of Pitstop itself";
          };
      case End.Exited e -> "ended with " + e.exit().words();
      case End.SurvivedKill s -> "could not be ended, not even with SIGKILL";
      case End.Refused r -> "could not be started: " + r.why();
      case End.Lost l -> l.why();
      case End.Closed c -> "was closed";
    };
  }
}
