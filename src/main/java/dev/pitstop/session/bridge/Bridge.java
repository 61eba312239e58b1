package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.Own;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.mcp.ClientFacts;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Tasks;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.texts.Refusals;
import java.util.Optional;

/// The bridge of one session (docs/design/eras.md), whatever its face. Called in turns of the
/// monitor.
///
/// @param prefixed whether there may be many servers, whom Pitstop greets itself
/// @param catchUp tells the servers what has changed of the session
public record Bridge(
    Said facts,
    boolean prefixed,
    Runnable catchUp,
    LogWishes logs,
    Questions questions,
    Rounds rounds)
    implements Call.RequestEdits {
  public Bridge(Wiring wiring, boolean prefixed, Runnable catchUp) {
    this(
        wiring.facts(),
        prefixed,
        catchUp,
        new LogWishes(wiring, catchUp),
        new Questions(wiring),
        new Rounds(wiring));
  }

  /// Whether something of this era must be translated for this run, and back. A client of one
  /// server that speaks both eras has its reasons to send what the server does not know.
  public boolean between(boolean modern, Run run) {
    return run.needsBridge(modern) && (!modern || prefixed || facts.onlyModern());
  }

  @Override
  public void into(Splice splice, Call call, Run to) {
    if (!between(call.facts().modern(), to)) {
      return;
    }
    Message.Request r = call.request();
    RequestFacts f = call.facts();
    if (f.modern()) {
      facts.can(ClientFacts.declared(r, f)); // counts for the next greeting
      EraBridge.toLegacy(splice, r, f);
    } else {
      EraBridge.toModern(splice, r, f, meta());
    }
  }

  /// The `_meta` of a request to a modern server, which sends log messages only for requests that
  /// name a level.
  private byte[] meta() {
    byte[] said = Messages.utf8(facts.greeting().map(Own::modernMeta).orElse("{}"));
    Splice meta = new Splice(said);
    facts
        .level()
        .map(Messages::utf8)
        .map(b -> Json.member(b, new Span(0, b.length), "level").text(b))
        .ifPresent(level ->
            meta.putMember(new Span(0, said.length), Meta.LOG_LEVEL, Messages.utf8(level)));
    return meta.apply();
  }

  /// Answers a call in the place of a run of the other era that is about to be given it, if the run
  /// cannot.
  @Override
  public boolean diverts(Call call, Run to) {
    if (!between(call.facts().modern(), to)) {
      return false;
    }
    if (call.facts().modern()) {
      logs.given(call);
    }
    Optional<byte[]> answer = call.facts().modern() ? refusal(call) : legacyAnswer(call.request());
    if (answer.isPresent() && Codec.parse(answer.get()) instanceof Message.Response r) {
      call.end(new Call.Ending.Answered(to, r));
    }
    return answer.isPresent();
  }

  /// What a modern server would refuse. No state that is new to the run can be one of a legacy
  /// server: the conversation is over, or nobody knows it.
  private static Optional<byte[]> refusal(Call call) {
    Message.Request r = call.request();
    Optional<byte[]> stale =
        call.deliveries() == 0 && r.param("requestState").present()
            ? Optional.of(
                Messages.error(
                    r.id(),
                    Messages.INVALID_PARAMS,
                    "Nothing waits for this `requestState`: it was used before, it has expired"
                        + " (after five"
                        + " minutes), or the server that asked is gone. Call again without it."))
            : Optional.empty();
    return ModernRules.refusal(r, call.facts()).or(() -> stale);
  }

  private Optional<byte[]> legacyAnswer(Message.Request r) {
    return switch (r.method()) {
      case Methods.SET_LEVEL -> Optional.of(setLevel(r));
      case Methods.SUBSCRIBE, Methods.UNSUBSCRIBE -> Optional.of(subscribe(r));
      default -> Tasks.concern(r.method()) ? Optional.of(ModernRules.noTasks(r)) : Optional.empty();
    };
  }

  /// Tells the level of a `logging/setLevel` to the servers, now or when they start.
  public byte[] setLevel(Message.Request r) {
    if (!LogWishes.LEVELS.contains(Json.string(r.bytes(), r.param("level")))) {
      return Messages.error(r.id(), Messages.INVALID_PARAMS, "Invalid log level.");
    }
    facts.level(r.params().text(r.bytes()));
    catchUp.run();
    return Messages.result(r.id(), "{}");
  }

  /// Tells the servers of a `resources/subscribe` or `resources/unsubscribe`.
  public byte[] subscribe(Message.Request r) {
    Span at = r.param("uri");
    if (!Json.isString(r.bytes(), at)) {
      return Messages.error(r.id(), Messages.INVALID_PARAMS, Refusals.NO_URI);
    }
    String uri = Json.string(r.bytes(), at);
    if (r.method().equals(Methods.SUBSCRIBE)) {
      facts.subscriptions().add(uri);
    } else {
      facts.subscriptions().remove(uri);
    }
    catchUp.run();
    return Messages.result(r.id(), "{}");
  }

  /// A call has ended. If the answer asks the client something first, the call is not over yet.
  ///
  /// @return whether it is not over
  public boolean goesOn(Backend at, Call call, Call.Ending ending, Reply reply, Call.Ender then) {
    if (call.facts().modern()
        || !(ending instanceof Call.Ending.Answered a)
        || !between(false, a.by())
        || !Rounds.asks(a.message())) {
      return false;
    }
    rounds.begin(at, call, a, reply, then);
    return true;
  }

  public void lost(Run gone) {
    rounds.lost(gone);
    questions.lost(gone);
  }
}
