package dev.pitstop.backend;

import dev.pitstop.backend.facts.Own;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.backend.facts.Trouble;
import dev.pitstop.channel.RunKind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.ProbeAnswer;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Grace;
import java.util.Optional;

/// Tells one run what the session is (L4), and knows how much of it the run has accepted.
///
/// A legacy session is replayed: `initialize` with the client's own parameters,
/// `notifications/initialized`, log level, resource subscriptions. A modern session is stateless:
/// only a `server/discover` checks whether the server is alive, because unlike an `initialize` it
/// does not fix the server's era. A run of a session that spoke both eras is told both. In a
/// session with many servers, Pitstop greets the servers itself ({@link OwnGreeting}).
///
/// Called in turns of the monitor.
final class Greeting implements OwnGreeting.Outcomes {
  /// How long a server of unknown era may be silent after a `server/discover` that a modern client
  /// makes necessary. It may only be slow to start; an `initialize` would make a server that speaks
  /// both eras a legacy one for life.
  static final long UNKNOWN_MILLIS = Grace.millis(10_000);

  /// Takes the result. Called in turns.
  interface Outcomes {
    /// The run has answered the handshake: it may be given requests.
    void greeted(Run run);

    /// The run has answered an early call of the client instead, and serves at once.
    void ready(Run run);

    void failed(Run run, Trouble why);

    /// The run has not answered in time.
    ///
    /// @param again whether this was asked before about the same run
    /// @return whether to keep waiting; otherwise the run is given up
    boolean bearsWith(Run run, boolean again);

    /// The run was reached but is not ready: Pitstop waits for it.
    void away(Run run);

    /// Whether another run serves.
    boolean anotherServes(Run run);
  }

  private final Run run;
  private final Asker asker;
  private final BackendListener session;
  private final KnownEra era;
  private final BackendParts parts;
  private final long limitMillis;
  private final Outcomes outcomes;
  private Optional<OwnGreeting> own = Optional.empty(); // once Pitstop greets it itself
  private Optional<Message.Failure> refused = Optional.empty(); // the client's own `initialize`
  private boolean signAsked; // a server/discover that only asks for a sign of life
  private boolean signGiven;
  private boolean initializeAsked;
  private final LegacySession told;
  private Optional<Timers.Timer> deadline = Optional.empty();
  private long askedMillis = Long.MAX_VALUE;
  private boolean late;

  /// @param limitMillis how long the run may take to answer (L5)
  Greeting(
      Run run,
      Asker asker,
      BackendListener session,
      KnownEra era,
      BackendParts parts,
      long limitMillis,
      Outcomes outcomes) {
    this.run = run;
    this.asker = asker;
    this.session = session;
    this.era = era;
    this.parts = parts;
    this.limitMillis = limitMillis;
    this.outcomes = outcomes;
    this.told = new LegacySession(run, asker);
  }

  /// Whether the run has been silent for longer than a start may take, and Pitstop still waits.
  boolean late() {
    return late && run.handshake() == Run.Handshake.ASKED;
  }

  boolean begun() {
    return run.handshake() != Run.Handshake.NONE;
  }

  boolean initializeAsked() {
    return initializeAsked;
  }

  boolean initializedSent() {
    return told.initializedSent();
  }

  /// Whether the era is settled, so that Pitstop may send requests of its own. Earlier, before the
  /// client has shown its era by more than a probe, they would decide the era of a server that
  /// speaks both.
  boolean settled() {
    if (own.isPresent()) {
      return run.handshake() == Run.Handshake.DONE;
    }
    return run.legacy() ? told.initializedSent() : session.said().modern();
  }

  /// Whether the era is still open: the client's first message decides.
  boolean eraOpen() {
    Said now = session.said();
    return run.handshake() == Run.Handshake.NONE
        && now.own().isEmpty()
        && now.initialize().isEmpty()
        && !now.modern();
  }

  /// Whether a probe of the client may be its first message.
  boolean takesProbe() {
    return run.handshake() == Run.Handshake.NONE && !ours();
  }

  /// Whether Pitstop greets the run itself.
  boolean ours() {
    return session.said().own().isPresent();
  }

  /// Starts the greeting if it is known what to say; otherwise the client's first message decides.
  ///
  /// @param must whether to ask for a sign of life in any case, because a reload needs an end. The
  ///   question does not decide the era
  void greet(boolean must) {
    if (ours()) {
      greetOurselves();
      return;
    }
    if (run.handshake() != Run.Handshake.NONE) {
      return;
    }
    Said now = session.said();
    boolean bridged = era.modernOnly() && !now.modern();
    if (now.initialize().isPresent() && !bridged) {
      run.handshake(Run.Handshake.ASKED);
      expectAnswer();
      initialize();
    } else if (now.initialize().isPresent() || now.modern()) {
      greetOurselves();
    } else if (must) {
      run.handshake(Run.Handshake.ASKED);
      expectAnswer();
      signAsked = true;
      asker.ask(Methods.DISCOVER, "", (call, ending) -> discovered(ending));
    }
  }

  /// Greets the run once, even if it gave a sign of life before the client spoke: it knows nothing
  /// of the session.
  private void greetOurselves() {
    if (own.isEmpty()) {
      ourGreeting().begin();
    }
  }

  private OwnGreeting ourGreeting() {
    run.handshake(Run.Handshake.ASKED);
    stopDeadline(); // of the sign of life
    expectAnswer();
    Own words = session.said().greeting().orElseThrow();
    long patience = ours() ? OwnGreeting.PROBE_MILLIS : UNKNOWN_MILLIS;
    OwnGreeting greeting =
        new OwnGreeting(run, asker, words, era, parts, limitMillis, patience, this);
    own = Optional.of(greeting);
    return greeting;
  }

  /// The client is modern. A run that serves, although nothing shows that it is modern too, has
  /// only refused the client's `server/discover`: it is greeted now (docs/design/bridge.md).
  ///
  /// @return whether it is greeted now
  boolean modernClient() {
    boolean unknown =
        run.handshake() == Run.Handshake.DONE && !run.legacy() && !run.modern() && own.isEmpty();
    if (unknown) {
      greetOurselves();
    }
    return unknown;
  }

  /// The run has answered a `server/discover`, perhaps as a modern server.
  void showsModern(Message.Response answer) {
    if (ProbeAnswer.of(answer) == ProbeAnswer.MODERN) {
      run.answeredDiscover();
      if (!run.legacy()) { // otherwise it speaks both
        era.modernShown();
      }
    }
  }

  @Override
  public void modern(Message.Result answer) {
    run.answeredDiscover();
    if (refused.isPresent()) {
      era.modernOnlyShown();
    }
    run.declares(capabilities(answer));
    session.discoverAnswered(run, answer);
    finish();
  }

  @Override
  public void refused(String why) {
    if (refused.isPresent()) {
      refusedByBoth(refused.get());
    } else if (!ours()
        && session.said().modern()
        && run.kind() != RunKind.SESSION
        && !era.legacy()) {
      finish(); // a process lives, whatever it answers: its answers go to the client
    } else {
      outcomes.failed(run, new Trouble.RefusedHandshake(why));
    }
  }

  /// Whether the run was asked `server/discover` and has answered nothing at all. If it ends now,
  /// the probe is probably the reason.
  boolean diedOfProbe() {
    return own.isPresent()
        && !own.get().answered()
        && (own.get().probeAsked() || (signAsked && !signGiven));
  }

  /// How long ago the run was asked something first; negative if it was asked nothing.
  long askedAgo() {
    return parts.timers().nowMillis() - askedMillis;
  }

  /// Starts the deadline of L5. The server owes an answer from now on.
  void expectAnswer() {
    askedMillis = Math.min(askedMillis, parts.timers().nowMillis());
    if (deadline.isEmpty()) {
      startDeadline();
    }
  }

  private void startDeadline() {
    deadline = Optional.of(parts.turnAfter(limitMillis, this::timeIsUp));
  }

  /// A run that has answered the handshake is in time: later steps have their own limits.
  private void timeIsUp() {
    boolean moot = own.isPresent() ? run.leaving() : run.served() || run.over();
    if (moot || run.handshake() == Run.Handshake.DONE) {
      return;
    }
    if (run.away()) {
      deadline = Optional.empty();
      expectAnswer();
      outcomes.away(run);
      return;
    }
    Optional<String> refusal = own.isPresent() ? own.get().refusal() : Optional.empty();
    if (refusal.isEmpty() && outcomes.bearsWith(run, late())) {
      late = true;
      startDeadline(); // after it, Pitstop checks again whether anybody waits
      return;
    }
    own.ifPresent(OwnGreeting::end);
    outcomes.failed(
        run,
        refusal.isPresent()
            ? new Trouble.RefusedHandshake(refusal.get())
            : new Trouble.Silent(limitMillis, asker.owed()));
  }

  /// The run is over: stops all waiting.
  void over() {
    stopDeadline();
    own.ifPresent(OwnGreeting::end);
  }

  private void stopDeadline() {
    deadline.ifPresent(Timers.Timer::cancel);
    deadline = Optional.empty();
  }

  private void done() {
    run.handshake(Run.Handshake.DONE);
    stopDeadline();
  }

  /// Sends the client's `initialize` under an id of Pitstop's own.
  void initialize() {
    initializeAsked = true;
    asker.askVerbatim(
        Methods.INITIALIZE,
        session.said().initialize().orElse("{}"),
        (call, ending) -> {
          if (ending instanceof Call.Ending.Answered a) {
            initializeAnswered(a.message());
          } else if (ending instanceof Call.Ending.Failed f) {
            initializeFailed(call, f.why());
          }
        });
  }

  private void initializeAnswered(Message message) {
    if (message instanceof Message.Result r && !Json.isObject(r.bytes(), r.result())) {
      String text = "The server's initialize result is not an object.";
      initializeAnswered(Codec.parse(Messages.error(r.id(), Messages.INTERNAL_ERROR, text)));
    } else if (message instanceof Message.Result r && namesModern(r)) {
      String text = "The server answered `initialize` with a revision that has none.";
      initializeAnswered(Codec.parse(Messages.error(r.id(), Messages.INTERNAL_ERROR, text)));
    } else if (message instanceof Message.Result r) {
      era.legacyShown();
      accepted(r);
    } else if (message instanceof Message.Failure f) {
      refused(f);
    }
  }

  /// Whether a modern server has answered as none should: the modern revision has no `initialize`,
  /// and no client accepts it in the answer.
  private static boolean namesModern(Message.Result r) {
    return Json.string(r.bytes(), r.member("protocolVersion")).equals(Revisions.MODERN);
  }

  /// Fails the greeting if the answer is not a valid message. If the run is over instead, that is
  /// reported elsewhere.
  private void initializeFailed(Call call, Failure why) {
    if (!(why instanceof Failure.Unusable u)) {
      return;
    }
    if (run.served()) { // the run is good, and the session began to speak a second era
      byte[] error =
          Messages.error(call.request().id(), Messages.INTERNAL_ERROR, u.inItsPlace() + ".");
      initializeAnswered(Codec.parse(error));
    } else if (era.legacy()) {
      outcomes.failed(run, new Trouble.RefusedHandshake(u.inItsPlace()));
    } else {
      ourGreeting().beginRefused(u.inItsPlace());
    }
  }

  @Override
  public void accepted(Message.Result r) {
    run.answeredInitialize();
    run.declares(capabilities(r));
    session.initializeAnswered(run, r);
    if (session.said().initialized()) {
      sendInitialized();
    }
    finish();
  }

  /// A run that refuses a legacy client's `initialize` may be modern (docs/design/bridge.md).
  private void refused(Message.Failure f) {
    refused = Optional.of(f);
    if (own.isPresent() && run.handshake() == Run.Handshake.ASKED) {
      return; // a second one, while the first leads to the question
    }
    if (run.modern() || (!run.served() && (!era.legacy() || ProbeAnswer.leavesOpen(f)))) {
      ourGreeting().beginRefused(Json.string(f.bytes(), f.member("message")));
    } else {
      refusedByBoth(f);
    }
  }

  private void refusedByBoth(Message.Failure f) {
    refused = Optional.empty();
    own = Optional.empty();
    boolean another = outcomes.anotherServes(run) && !run.served();
    if (!another && session.initializeRefused(f)) {
      if (run.handshake() != Run.Handshake.DONE) { // the client may continue as a modern one
        done();
        outcomes.ready(run);
      }
    } else if (another && !session.said().accepted()) {
      finish(); // it was the client's first try, about which the serving run decides
    } else if (!run.served()) {
      String why = Json.string(f.bytes(), f.member("message"));
      outcomes.failed(run, new Trouble.RefusedHandshake(why));
    }
  }

  private void discovered(Call.Ending ending) {
    if (!(ending instanceof Call.Ending.Answered a)) {
      return; // the run is over; that is reported elsewhere
    }
    signGiven = true;
    showsModern(a.message());
    if (own.isPresent()) {
      return; // the client spoke meanwhile: it has been greeted by now
    }
    if (a.message() instanceof Message.Result r) {
      run.declares(capabilities(r));
    }
    if (!initializeAsked || run.legacy()) {
      finish();
    } // otherwise the answer to its `initialize` is still to come
  }

  private static Optional<String> capabilities(Message.Result r) {
    Span found = r.member("capabilities");
    return found.present() ? Optional.of(found.text(r.bytes())) : Optional.empty();
  }

  /// The server answered a call that it was given before the handshake, so it is alive.
  void earlyAnswered(Call call, Message.Response message) {
    boolean probe = call.request().method().equals(Methods.DISCOVER);
    if (probe && run.kind() == RunKind.SESSION && message instanceof Message.Failure) {
      stopDeadline(); // a legacy server or a wrong path: later answers show which
      return;
    }
    done();
    if (probe && message instanceof Message.Result r) {
      run.declares(capabilities(r));
      showsModern(r); // whether or not the client still waits for it
    }
    outcomes.ready(run);
  }

  /// Passes on the client's `notifications/initialized`, once per run.
  void sendInitialized() {
    if (run.legacy()) {
      told.sendInitialized();
    }
  }

  private void finish() {
    if (run.handshake() == Run.Handshake.DONE) {
      return; // it serves already: the session began to speak a second era
    }
    done();
    catchUp();
    outcomes.greeted(run);
  }

  /// Tells the run what it does not know of the session. Called after its handshake, and again when
  /// it begins to serve, for what the client said to the old run meanwhile.
  void catchUp() {
    Said now = session.said();
    if (run.legacy() && (now.initialized() || ours() || now.initialize().isEmpty())) {
      told.sendInitialized(); // in Pitstop's own greeting, no client says when
    }
    session.resendListens(run); // a listen may turn out to be for a run that has none
    if (run.legacy()) {
      told.catchUp(session.said());
    }
  }

  /// Sends the run a request about the session. The answer does not matter.
  void tell(String method, String params) {
    told.tell(method, params);
  }
}
