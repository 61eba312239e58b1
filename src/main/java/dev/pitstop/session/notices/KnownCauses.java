package dev.pitstop.session.notices;

/// What was found out about one server that may explain a failure, with the texts about it. Called
/// in turns of the monitor.
public record KnownCauses(SelfRestart selfRestart, StdoutWords stdoutWords, Stale stale) {
  KnownCauses() {
    this(new SelfRestart(), new StdoutWords(), new Stale());
  }
}
