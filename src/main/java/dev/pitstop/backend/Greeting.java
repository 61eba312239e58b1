package dev.pitstop.backend;

import dev.pitstop.backend.facts.Own;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.backend.facts.Trouble;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.ProbeAnswer;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Grace;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// What one run is asked first, and what it has shown. There are two ways to greet a run:
///
/// - *With the client's own words* ({@link #initialize}), in a legacy session with one server.
/// - *In Pitstop's words* ({@link Ours}), where Pitstop must find out which era the run speaks: in
///   a session with many servers, in a modern session, and when a run has refused the client's
///   words.
///
/// Otherwise the client's first message decides, and a run that answers it is ready; one that a
/// reload starts before that is ready at once. A session may begin to speak a second era, or start
/// over: then a run that serves is asked once more.
///
/// Called in turns of the monitor.
final class Greeting {
  /// How long a server may be silent after a `server/discover`, which legacy servers need not
  /// answer.
  static final long PROBE_MILLIS = Grace.millis(2_000);

  /// The same for a server of unknown era that a modern client makes necessary to ask. It may only
  /// be slow to start; an `initialize` would make a server that speaks both eras a legacy one for
  /// life.
  static final long UNKNOWN_MILLIS = Grace.millis(10_000);

  /// Takes the result. Called in turns.
  interface Outcomes {
    /// The run has answered the handshake: it may be given requests.
    void greeted(LiveRun run);

    /// The run may serve at once: it has answered an early call of the client instead, or there was
    /// nothing to ask it.
    void ready(LiveRun run);

    void failed(LiveRun run, Trouble why);

    /// The run has not answered in time.
    ///
    /// @param again whether this was asked before about the same run
    /// @return whether to keep waiting; otherwise the run is given up
    boolean bearsWith(LiveRun run, boolean again);

    /// The run was reached but is not ready: Pitstop waits for it.
    void away(LiveRun run);

    boolean anotherServes(Run than);
  }

  private enum Phase {
    /// It was asked nothing yet: the session's era is unknown.
    NONE,
    ASKED,
    /// It has answered, and may be given requests.
    DONE
  }

  private final LiveRun live;
  private final Run run;
  private final BackendParts parts;
  private final Outcomes outcomes;
  private Phase phase = Phase.NONE;
  private Optional<Ours> own = Optional.empty(); // once Pitstop greets it itself
  private Optional<Message.Failure> refused = Optional.empty(); // the client's own `initialize`
  boolean initializeAsked; // in the client's words
  private Optional<Timers.Timer> deadline = Optional.empty();
  private boolean late;

  Greeting(LiveRun live, BackendParts parts, Outcomes outcomes) {
    this.live = live;
    this.run = live.run;
    this.parts = parts;
    this.outcomes = outcomes;
  }

  private KnownEra era() {
    return run.recipe().era();
  }

  private long limitMillis() {
    return run.recipe().settings().startMillis();
  }

  // What is known of it.

  boolean begun() {
    return phase != Phase.NONE;
  }

  boolean underWay() {
    return phase == Phase.ASKED;
  }

  /// Whether the run has been silent for longer than a start may take, and Pitstop still waits.
  boolean late() {
    return late && underWay();
  }

  /// Whether the era is settled, so that Pitstop may send requests of its own. Earlier, before the
  /// client has shown its era by more than a probe, they would decide the era of a server that
  /// speaks both.
  boolean settled() {
    if (own.isPresent()) {
      return phase == Phase.DONE;
    }
    return run.legacy() ? live.initializedSent : parts.session().said().modern();
  }

  /// Whether the run is open and the era is too: the client's first message decides.
  boolean eraOpen() {
    Said now = parts.session().said();
    return takesProbe() && now.initialize().isEmpty() && !now.modern();
  }

  /// Whether a probe of the client may be its first message.
  boolean takesProbe() {
    return !run.opening() && !begun() && !ours();
  }

  /// Whether Pitstop greets all runs itself.
  boolean ours() {
    return parts.session().said().own().isPresent();
  }

  /// Whether the run was given `server/discover` and has answered nothing at all. If it ends now,
  /// the probe is probably the reason.
  boolean diedOfProbe() {
    return begun() ? own.filter(Ours::onlyProbed).isPresent() : live.calls.onlyProbed();
  }

  // The beginning.

  /// Starts the greeting if it is known what to say; otherwise the client's first message decides.
  ///
  /// @param must whether the run is ready in any case, because a reload needs an end
  void greet(boolean must) {
    Said now = parts.session().said();
    if (ours()) {
      greetOurselves();
    } else if (begun()) {
      return;
    } else if (now.initialize().isPresent()
        && (now.modern() || !era().is(KnownEra.Shown.MODERN_ONLY))) {
      phase = Phase.ASKED;
      expectAnswer();
      initialize();
    } else if (now.initialize().isPresent() || now.modern()) {
      greetOurselves();
    } else if (must) {
      readyUnasked();
    }
  }

  private void readyUnasked() {
    done();
    outcomes.ready(live);
  }

  /// Greets the run once, even if it was ready before the client spoke: it knows nothing of the
  /// session.
  private void greetOurselves() {
    if (own.isEmpty()) {
      ourGreeting().begin();
    }
  }

  private Ours ourGreeting() {
    stopDeadline(); // of an early call
    phase = Phase.ASKED;
    expectAnswer();
    Ours greeting = new Ours(parts.session().said().greeting().orElseThrow());
    own = Optional.of(greeting);
    return greeting;
  }

  /// The client is modern. A run that serves, although nothing shows that it is modern too, has
  /// only refused the client's `server/discover`: it is greeted now (docs/design/eras.md).
  ///
  /// @return whether it is greeted now
  boolean modernClient() {
    boolean unknown = phase == Phase.DONE && !run.legacy() && !run.modern() && own.isEmpty();
    if (unknown) {
      greetOurselves();
    }
    return unknown;
  }

  // Its time.

  /// The server owes an answer from now on.
  void expectAnswer() {
    if (deadline.isEmpty()) {
      startDeadline();
    }
  }

  private void startDeadline() {
    deadline = Optional.of(parts.turnAfter(limitMillis(), this::timeIsUp));
  }

  private void stopDeadline() {
    deadline.ifPresent(Timers.Timer::cancel);
    deadline = Optional.empty();
  }

  /// A run that has answered the handshake is in time: later steps have their own limits.
  private void timeIsUp() {
    if (phase == Phase.DONE || run.leaving() || (own.isEmpty() && run.served())) {
      return;
    }
    if (run.away()) {
      startDeadline();
      outcomes.away(live);
      return;
    }
    // if it has refused, silence is not what went wrong
    Optional<String> refusal = own.flatMap(o -> o.refusal);
    if (refusal.isEmpty() && outcomes.bearsWith(live, late())) {
      late = true;
      startDeadline(); // after it, Pitstop checks again whether anybody waits
      return;
    }
    own.ifPresent(Ours::end);
    outcomes.failed(
        live,
        refusal.isPresent()
            ? new Trouble.RefusedHandshake(refusal.get())
            : run.awaits()
                .<Trouble>map(clause -> new Trouble.Elsewhere(limitMillis(), clause))
                .orElseGet(() -> new Trouble.Silent(limitMillis(), live.calls.owes())));
  }

  /// The run is over: stops all waiting.
  void over() {
    stopDeadline();
    own.ifPresent(Ours::end);
  }

  // In the client's words.

  /// Sends the client's `initialize` under an id of Pitstop's own.
  void initialize() {
    initializeAsked = true;
    live.askVerbatim(
        Methods.INITIALIZE,
        parts.session().said().initialize().orElse("{}"),
        (call, ending) -> {
          if (ending instanceof Call.Ending.Answered a) {
            initialized(a.message());
          } else if (ending instanceof Call.Ending.Failed f
              && f.why() instanceof Failure.Unusable u) {
            unusable(call, u.inItsPlace());
          } // otherwise the run is over, which is reported elsewhere
        });
  }

  /// The modern revision has no `initialize`, and no client accepts it in the answer.
  private void initialized(Message.Response answer) {
    if (answer instanceof Message.Failure f) {
      refused(f);
      return;
    }
    Message.Result r = (Message.Result) answer;
    if (!Json.isObject(r.bytes(), r.result())) {
      refused(error(r.id(), "The server's initialize result is not an object."));
    } else if (Json.string(r.bytes(), r.member("protocolVersion")).equals(Revisions.MODERN)) {
      refused(error(r.id(), "The server answered `initialize` with a revision that has none."));
    } else {
      era().shows(KnownEra.Shown.LEGACY);
      accepted(r, false);
    }
  }

  private static Message.Failure error(RequestId id, String text) {
    return (Message.Failure) Codec.parse(Messages.error(id, Messages.INTERNAL_ERROR, text));
  }

  private void unusable(Call call, String why) {
    if (run.served()) { // the run is good, and the session began to speak a second era
      refused(error(call.request().id(), why + "."));
    } else if (era().is(KnownEra.Shown.LEGACY)) {
      outcomes.failed(live, new Trouble.RefusedHandshake(why));
    } else {
      ourGreeting().refused(why);
    }
  }

  /// A run that refuses a legacy client's `initialize` may be modern (docs/design/eras.md).
  private void refused(Message.Failure f) {
    refused = Optional.of(f);
    if (own.isPresent() && underWay()) {
      return; // a second one, while the first leads to the question
    }
    if (run.modern()
        || (!run.served() && (!era().is(KnownEra.Shown.LEGACY) || ProbeAnswer.leavesOpen(f)))) {
      ourGreeting().refused(words(f));
    } else {
      refusedByBoth(f);
    }
  }

  private void refusedByBoth(Message.Failure f) {
    refused = Optional.empty();
    own = Optional.empty();
    boolean another = outcomes.anotherServes(run) && !run.served();
    if (!another && parts.session().initializeRefused(f)) {
      if (phase != Phase.DONE) { // the client may continue as a modern one
        readyUnasked();
      }
    } else if (another && !parts.session().said().isAccepted()) {
      finish(); // it was the client's first try, about which the serving run decides
    } else if (!run.served()) {
      outcomes.failed(live, new Trouble.RefusedHandshake(words(f)));
    }
  }

  private static String words(Message.Failure f) {
    return Json.string(f.bytes(), f.member("message"));
  }

  // By an early call of the client.

  /// The server answered a call of the client. If it was asked nothing else, it is alive.
  void answered(Call call, Message.Response message) {
    if (begun()) {
      return;
    }
    boolean probe = call.request().method().equals(Methods.DISCOVER);
    if (probe && run.kind().isDaemons() && message instanceof Message.Failure) {
      stopDeadline(); // a legacy server or a wrong path: later answers show which
      return;
    }
    if (probe && message instanceof Message.Result r) {
      declares(r);
      showsModern(r); // whether or not the client still waits for it
    }
    readyUnasked();
  }

  // What it has shown.

  /// The run has answered a `server/discover`, perhaps as a modern server.
  void showsModern(Message.Response answer) {
    if (ProbeAnswer.of(answer) == ProbeAnswer.MODERN) {
      run.modern = true;
      if (!run.legacy()) { // otherwise it speaks both
        era().shows(KnownEra.Shown.MODERN);
      }
    }
  }

  private void declares(Message.Result r) {
    Span found = r.member("capabilities");
    run.declares(found.present() ? Optional.of(found.text(r.bytes())) : Optional.empty());
  }

  private void accepted(Message.Result r, boolean asModern) {
    run.modern |= asModern;
    run.legacy |= !asModern;
    declares(r);
    parts.session().introduced(run, r, asModern);
    if (parts.session().said().initialized()) {
      live.sendInitialized();
    }
    finish();
  }

  /// The run speaks neither era.
  ///
  /// @param why in the server's words
  private void refusedOurs(String why) {
    if (refused.isPresent()) {
      refusedByBoth(refused.get());
    } else if (!ours()
        && parts.session().said().modern()
        && !run.kind().isDaemons()
        && !era().is(KnownEra.Shown.LEGACY)) {
      finish(); // a process lives, whatever it answers: its answers go to the client
    } else {
      outcomes.failed(live, new Trouble.RefusedHandshake(why));
    }
  }

  private void done() {
    phase = Phase.DONE;
    stopDeadline();
  }

  private void finish() {
    if (phase != Phase.DONE) { // otherwise it serves: the session began to speak a second era
      done();
      live.catchUp();
      outcomes.greeted(live);
    }
  }

  /// Finds out which era the run speaks, and greets it in Pitstop's own name (docs/design/eras.md).
  /// The first request may fix a server's era. So the server is asked in the era that it is known
  /// to speak, otherwise in the client's era. A modern server is asked `server/discover` and then
  /// `initialize` (stdio page, "Backward Compatibility"), a legacy server the other way round.
  private final class Ours {
    private final Own words;
    private boolean probed; // it was asked `server/discover`
    private Optional<Call.Ending> probeAnswer = Optional.empty();
    private CompletableFuture<Void> patience = new CompletableFuture<>(); // until it has come
    private Optional<String> refusal = Optional.empty(); // of the initialize, in the server's words
    private boolean over; // greeted or given up

    Ours(Own words) {
      this.words = words;
    }

    void begin() {
      long millis = ours() ? PROBE_MILLIS : UNKNOWN_MILLIS;
      if (era().probeFirst(words.modernFirst())) {
        awaitProbe(era().modern() ? Math.max(millis, limitMillis() / 2) : millis);
      } else {
        initialize();
      }
    }

    /// Continues after the run has refused an `initialize`: it is modern or unusable.
    void refused(String why) {
      refusal = Optional.of(why);
      awaitProbe(PROBE_MILLIS);
    }

    /// Whether the run was asked `server/discover`, and has answered nothing at all.
    boolean onlyProbed() {
      return probed && probeAnswer.isEmpty() && refusal.isEmpty() && !over;
    }

    /// The run is over or was given up: stops all waiting.
    void end() {
      if (!over) {
        decided();
        if (modern().isEmpty()) {
          era().spares(false);
        }
      }
    }

    private void decided() {
      over = true;
      patience.cancel(false);
    }

    /// Continues when the run has answered the probe, or has been silent for so long.
    private void awaitProbe(long millis) {
      patience = parts.pause(millis);
      parts.after(patience, "greeting", this::probed);
      if (probeAnswer.isPresent()) {
        patience.complete(null);
      } else if (!probed) {
        probe();
      }
    }

    private void probe() {
      probed = true;
      live.ask(
          Methods.DISCOVER,
          "",
          (call, ending) -> {
            probeAnswer = Optional.of(ending);
            if (modern().isPresent()) {
              era().shows(KnownEra.Shown.MODERN); // even if it came too late for this run
            }
            patience.complete(null);
          });
    }

    private Optional<Message.Result> modern() {
      return probeAnswer.flatMap(Ours::message).orElse(null) instanceof Message.Result r
              && ProbeAnswer.of(r) == ProbeAnswer.MODERN
          ? Optional.of(r)
          : Optional.empty();
    }

    private void probed() {
      if (moot()) {
        return;
      }
      Optional<Message.Response> answer = probeAnswer.flatMap(Ours::message);
      if (modern().isPresent()) {
        decided();
        if (Greeting.this.refused.isPresent()) {
          era().shows(KnownEra.Shown.MODERN_ONLY);
        }
        accepted(modern().get(), true);
      } else if (refusal.isPresent()) {
        fail(refusal.get());
      } else if (answer.filter(a -> ProbeAnswer.of(a) == ProbeAnswer.OF_NO_USE).isPresent()) {
        fail(why(probeAnswer.get()));
      } else {
        initialize();
      }
    }

    private void initialize() {
      live.askVerbatim(
          Methods.INITIALIZE, words.initialize(), (call, ending) -> initialized(ending));
    }

    private void initialized(Call.Ending ending) {
      if (moot()) {
        return;
      }
      if (message(ending).orElse(null) instanceof Message.Result r
          && Json.isObject(r.bytes(), r.result())) {
        decided();
        if (modern().isEmpty()) { // otherwise the server was only too slow for the probe
          era().shows(KnownEra.Shown.LEGACY);
        }
        accepted(r, false);
      } else {
        refused(why(ending));
      }
    }

    private void fail(String why) {
      end();
      refusedOurs(why);
    }

    private boolean moot() {
      return over || run.leaving();
    }

    private static Optional<Message.Response> message(Call.Ending ending) {
      return ending instanceof Call.Ending.Answered a ? Optional.of(a.message()) : Optional.empty();
    }

    private static String why(Call.Ending ending) {
      if (ending instanceof Call.Ending.Answered a) {
        return a.message() instanceof Message.Failure f ? words(f) : "its result is not an object";
      }
      return ending instanceof Call.Ending.Failed f && f.why() instanceof Failure.Unusable u
          ? u.inItsPlace()
          : "the request could not be sent";
    }
  }
}
