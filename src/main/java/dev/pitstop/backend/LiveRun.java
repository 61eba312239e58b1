package dev.pitstop.backend;

import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.channel.Events;

/// A run that is not over: with its calls, and with what tells it about the session. Called in
/// turns of the monitor.
final class LiveRun {
  private final Run run;
  private final InFlight calls;
  private final Asker asker;
  private final Greeting greeting;

  LiveRun(Run run, InFlight calls, Asker asker, Greeting greeting) {
    this.run = run;
    this.calls = calls;
    this.asker = asker;
    this.greeting = greeting;
  }

  Run run() {
    return run;
  }

  int number() {
    return run.number();
  }

  /// The calls that it was given and has not answered.
  InFlight calls() {
    return calls;
  }

  /// Sends it Pitstop's own requests.
  Asker asker() {
    return asker;
  }

  Greeting greeting() {
    return greeting;
  }

  /// Opens it and reports the outcome to `events`.
  void open(Recipe by, Events events) {
    run.open(by, events);
  }

  /// The client's calls go to it from now on.
  void serve() {
    run.serve();
    calls.serves();
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
    calls.ends();
  }
}
