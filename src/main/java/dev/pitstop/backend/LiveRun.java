package dev.pitstop.backend;

import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.lifecycle.StopReason;

/// A run that is not over, with its calls and with what tells it about the session. Called in turns
/// of the monitor.
///
/// Not compared and not a key of a map: `equals` of a record is generated at run time, which costs
/// start-up time. Compare the runs.
///
/// @param calls the calls that it was given and has not answered
/// @param asker sends it Pitstop's own requests
record LiveRun(Run run, InFlight calls, Asker asker, Greeting greeting) {
  int number() {
    return run.number();
  }

  /// The client's calls go to it from now on.
  void serve() {
    run.serve();
    calls.watch().serves();
  }

  /// A newer run takes its place.
  void retire() {
    run.retire(calls.left());
  }

  /// Whether a newer run has its place, and it has answered everything.
  boolean idles() {
    return run.retired() && calls.idle();
  }

  /// Stops the run by the ladder, once; its events report the end.
  void stop(StopReason why) {
    run.stop(why, calls.left());
  }

  void ended(RunEnd how) {
    run.ended(how);
    calls.watch().ends();
  }
}
