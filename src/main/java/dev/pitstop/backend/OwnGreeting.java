package dev.pitstop.backend;

import dev.pitstop.backend.facts.Own;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.ProbeAnswer;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Grace;
import java.util.Optional;

/// Finds out which era a run speaks, and greets it in Pitstop's own name
/// (docs/design/many-servers.md, "Eras"). The first request may fix a server's era. So the server
/// is asked in the era that it is known to speak, otherwise in the client's era. A modern server is
/// asked `server/discover` and then `initialize` (stdio page, "Backward Compatibility"), a legacy
/// server the other way round. Called in turns of the monitor.
final class OwnGreeting {
  /// Takes the result. One of the methods is called, once, unless the run ends before.
  interface Outcomes {
    /// The run has answered `initialize`.
    void accepted(Message.Result answer);

    /// The run has answered `server/discover` as a modern server.
    void modern(Message.Result answer);

    /// The run speaks neither era.
    ///
    /// @param why in the server's words
    void refused(String why);
  }

  /// How long a server may be silent after a `server/discover`, which legacy servers need not
  /// answer.
  static final long PROBE_MILLIS = Grace.millis(2_000);

  private final Run run;
  private final Asker asker;
  private final Own own;
  private final KnownEra era;
  private final BackendParts parts;
  private final long limitMillis;
  private final long probeMillis;
  private final Outcomes outcomes;
  private boolean probeAsked;
  private boolean probeRepeated; // the run has refused the first probe
  private boolean probeAnswered;
  private Optional<Message.Result> modern = Optional.empty(); // the answer to the probe
  private boolean initializeAsked;
  private Optional<String> refusal = Optional.empty(); // of the initialize
  private Optional<Timers.Timer> patience = Optional.empty();
  private boolean over;

  /// @param limitMillis how long the whole greeting may take (L5); enforced elsewhere
  /// @param probeMillis how long a server of unknown era may be silent after a `server/discover`
  OwnGreeting(
      Run run,
      Asker asker,
      Own own,
      KnownEra era,
      BackendParts parts,
      long limitMillis,
      long probeMillis,
      Outcomes outcomes) {
    this.run = run;
    this.asker = asker;
    this.own = own;
    this.era = era;
    this.parts = parts;
    this.limitMillis = limitMillis;
    this.probeMillis = probeMillis;
    this.outcomes = outcomes;
  }

  void begin() {
    if (era.probeFirst(own.modernFirst())) {
      probe(era.modern() ? Math.max(probeMillis, limitMillis / 2) : probeMillis);
    } else {
      initialize();
    }
  }

  /// Begins after the run has refused the client's own `initialize`.
  ///
  /// @param why in the server's words
  void beginRefused(String why) {
    initializeAsked = true;
    refusal = Optional.of(why);
    afterRefusal();
  }

  /// Why the server refused the `initialize`, in its words, if it did. Then silence is not what
  /// went wrong.
  Optional<String> refusal() {
    return refusal;
  }

  /// Whether the run was asked `server/discover`.
  boolean probeAsked() {
    return probeAsked;
  }

  /// Whether the run has answered anything.
  boolean answered() {
    return probeAnswered || probeRepeated || refusal.isPresent() || over;
  }

  /// The run is over or was given up: stops all waiting.
  void end() {
    if (!over) {
      over = true;
      patience.ifPresent(Timers.Timer::cancel);
      if (modern.isEmpty()) {
        era.notGreeted();
      }
    }
  }

  private void probe(long millis) {
    probeAsked = true;
    asker.ask(Methods.DISCOVER, "", (call, ending) -> probed(ending));
    awaitProbe(millis);
  }

  private void awaitProbe(long millis) {
    patience = Optional.of(parts.turnAfter(millis, this::silent));
  }

  /// The run does not answer the probe. Another answer may have come just before.
  private void silent() {
    if (moot() || probeAnswered) {
      return;
    }
    if (!initializeAsked) {
      initialize();
    } else if (refusal.isPresent()) {
      fail(refusal.get());
    }
  }

  private void probed(Call.Ending ending) {
    if (lost(ending)) {
      return;
    }
    boolean again =
        ending instanceof Call.Ending.Answered a && ProbeAnswer.wantsAnother(a.message());
    if (again && !probeRepeated && !moot()) {
      probeRepeated = true;
      patience.ifPresent(Timers.Timer::cancel);
      probe(PROBE_MILLIS);
      return;
    }
    probeAnswered = true;
    ProbeAnswer says = ProbeAnswer.LEGACY; // an unreadable answer is not a modern one
    if (ending instanceof Call.Ending.Answered a) {
      says = ProbeAnswer.of(a.message());
      if (says == ProbeAnswer.MODERN && a.message() instanceof Message.Result r) {
        modern = Optional.of(r);
        era.modernShown(); // even if it came too late for this run
      }
    }
    if (moot()) {
      return;
    }
    patience.ifPresent(Timers.Timer::cancel);
    if (initializeAsked) {
      afterRefusal(); // without a refusal, the answer to `initialize` is still to come, and decides
    } else if (modern.isPresent()) {
      greetedModern(modern.get());
    } else if (says == ProbeAnswer.OF_NO_USE && ending instanceof Call.Ending.Answered a) {
      fail(words(a.message()));
    } else {
      initialize();
    }
  }

  private void initialize() {
    initializeAsked = true;
    asker.askVerbatim(Methods.INITIALIZE, own.initialize(), (call, ending) -> initialized(ending));
  }

  private void initialized(Call.Ending ending) {
    if (moot() || lost(ending)) {
      return;
    }
    if (ending instanceof Call.Ending.Answered a
        && a.message() instanceof Message.Result r
        && Json.isObject(r.bytes(), r.result())) {
      over = true;
      patience.ifPresent(Timers.Timer::cancel);
      if (modern.isEmpty()) { // otherwise the server was only too slow for the probe
        era.legacyShown();
      }
      outcomes.accepted(r);
      return;
    }
    refusal =
        Optional.of(
            ending instanceof Call.Ending.Answered a
                ? words(a.message())
                : ending instanceof Call.Ending.Failed f && f.why() instanceof Failure.Unusable u
                    ? u.inItsPlace()
                    : "the request could not be sent");
    afterRefusal();
  }

  /// If the server refused the `initialize`, it is modern or unusable.
  private void afterRefusal() {
    if (refusal.isEmpty()) {
      return;
    }
    if (modern.isPresent()) {
      greetedModern(modern.get());
    } else if (probeAnswered) {
      fail(refusal.get());
    } else if (probeAsked) {
      awaitProbe(PROBE_MILLIS);
    } else {
      probe(PROBE_MILLIS);
    }
  }

  private void greetedModern(Message.Result answer) {
    over = true;
    patience.ifPresent(Timers.Timer::cancel);
    outcomes.modern(answer);
  }

  private void fail(String why) {
    end();
    outcomes.refused(why);
  }

  /// Whether the result no longer matters.
  private boolean moot() {
    return over || run.leaving();
  }

  /// Whether the run is over, which is reported elsewhere.
  private static boolean lost(Call.Ending ending) {
    return ending instanceof Call.Ending.Failed f && f.why() instanceof Failure.Lost;
  }

  private static String words(Message.Response answer) {
    return answer instanceof Message.Failure f
        ? Json.string(f.bytes(), f.member("message"))
        : "its result is not an object";
  }
}
