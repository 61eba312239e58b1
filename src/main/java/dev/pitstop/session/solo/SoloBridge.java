package dev.pitstop.session.solo;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.Own;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Tasks;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.bridge.LogWishes;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.bridge.OwnListens;
import dev.pitstop.session.front.ListChanged;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.ServerRequests;
import dev.pitstop.session.front.ServerRequests.QuestionEdits;
import dev.pitstop.session.front.SessionFacts;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.words.Refusals;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// One server of the other era than its client (docs/design/bridge.md). Decides whether it is one,
/// answers in its place what its era does not have, and passes on what it says. Called in turns of
/// the monitor.
final class SoloBridge implements Call.RequestEdits {
  /// Questions pass as the server asks them.
  private static final QuestionEdits AS_THEY_ARE = ServerRequests.AS_IT_IS;

  private final Wiring wiring;
  private final SessionFacts facts;
  private final Backend backend;
  private final Subscriptions subscriptions;
  private Optional<OwnListens> listens = Optional.empty(); // like the next, made when needed
  private Optional<Bridge> made = Optional.empty();
  private Optional<Run> last = Optional.empty(); // the run that serves, or served last

  SoloBridge(Wiring wiring, Backend backend, Subscriptions subscriptions) {
    this.wiring = wiring;
    this.facts = wiring.facts();
    this.backend = backend;
    this.subscriptions = subscriptions;
  }

  /// The level in the parameters of a `logging/setLevel`, as JSON.
  private static String level(String params) {
    byte[] b = Messages.utf8(params);
    return Json.member(b, new Span(0, b.length), "level").text(b);
  }

  private void setLevel(String params) {
    facts.level(params);
    backend.catchUp();
  }

  /// This run serves from now on.
  void serving(Run now) {
    last = Optional.of(now);
  }

  /// Whether a request is for a server of the other era.
  boolean concerns(RequestFacts f) {
    return concerns(f.modern());
  }

  private boolean concerns(boolean modern) {
    return last.isPresent() && concerns(modern, last.get());
  }

  private boolean concerns(boolean modern, Run to) {
    return to.needsBridge(modern) && (!modern || facts.onlyModern());
  }

  @Override
  public boolean touches(Call call, Run to) {
    return concerns(call.facts().modern(), to);
  }

  @Override
  public void into(Splice splice, Call call, Run to) {
    bridge().request(splice, call);
  }

  /// Refuses in the place of a legacy run what a modern one would refuse, and what it does only as
  /// a task. Before the run had shown its era, {@link Solo#refusal} refused nothing.
  @Override
  public boolean diverts(Call call, Run to) {
    if (!call.facts().modern() || !touches(call, to)) {
      return false;
    }
    Optional<byte[]> refusal = ModernRules.refusal(call.request(), call.facts());
    refusal.ifPresent(no -> Bridge.answer(call, to, no));
    return refusal.isPresent() || Bridge.refusesTask(backend, call, to);
  }

  /// The refusal of a request that only the modern era has, and that lacks what the modern era
  /// requires; empty if it may pass.
  Optional<byte[]> malformed(Message.Request r, RequestFacts f) {
    return !f.modern() && facts.onlyModern() && concerns(true)
        ? ModernRules.refusal(r, f)
        : Optional.empty();
  }

  /// The session's bridge. A session that needs none does not load its classes.
  Bridge bridge() {
    if (made.isEmpty()) {
      made =
          Optional.of(
              new Bridge(
                  wiring,
                  () -> facts.said().greeting().map(Own::modernMeta).orElse("{}"),
                  () -> facts.said().level().map(SoloBridge::level),
                  level -> setLevel("{\"level\":" + Json.quote(level) + "}")));
    }
    return made.get();
  }

  private OwnListens listens() {
    if (listens.isEmpty()) {
      listens = Optional.of(new OwnListens(backend));
    }
    return listens.get();
  }

  /// Whether {@link #takes} may take such a request. Every request is asked about.
  boolean mayTake(Message.Request r, RequestFacts f) {
    return concerns(f) || (f.modern() && (made.isPresent() || r.param("requestState").present()));
  }

  /// Takes a request for a server of the other era, or one that goes on with a conversation.
  ///
  /// @param then makes what takes its end, from the reply to use
  /// @return whether it is one
  boolean takes(
      Message.Request r,
      RequestFacts f,
      String tool,
      Reply reply,
      Function<Reply, Call.Ender> then) {
    boolean across = concerns(f);
    Reply to = across ? bridge().noticing(backend, r, f, tool, reply) : reply;
    Call.Ender back = then.apply(to);
    if (bridge().resumes(backend, r, f, tool, across, to, back)) {
      return true;
    }
    if (!across) {
      return false;
    }
    if (!answers(r, f, to)) {
      Call call = new Call(Call.Kind.REQUEST, r, f, tool, this, back);
      wiring.tracker().open(backend, call, to);
      bridge().submit(backend, call);
    }
    return true;
  }

  /// The reply to use for a call that has turned out to be for a run of the other era.
  Reply noticing(Call call, Reply reply) {
    Reply to = bridge().noticing(backend, call.request(), call.facts(), call.tool(), reply);
    wiring.tracker().open(backend, call, to);
    wiring.tracker().over(call); // the older of the two
    return to;
  }

  /// Decides about a call that has turned out to be for a run of the other era, as {@link #takes}
  /// does about others.
  ///
  /// @param reply of {@link #noticing}
  /// @param then takes the end of the call
  /// @return whether it does not go to this run now
  boolean diverts(Call call, Reply reply, Call.Ender then) {
    Message.Request r = call.request();
    RequestFacts f = call.facts();
    return bridge().diverts(backend, call, () -> answers(r, f, reply), reply, then);
  }

  /// What becomes of the pages of a list. A legacy client hears of nothing that it would refuse.
  UnaryOperator<List<Message.Result>> listed(Kind kind, Call call, Run by) {
    return kind != Kind.TOOLS || call.facts().modern() || !by.needsBridge(false)
        ? pages -> pages
        : Bridge::forLegacy;
  }

  /// Answers a request of a legacy client whose method the modern server does not have, or that is
  /// about a task.
  ///
  /// @return whether it was one
  private boolean answers(Message.Request r, RequestFacts f, Reply reply) {
    if (f.modern()) {
      return false;
    }
    if (Tasks.concern(r.method())) {
      reply.send(ModernRules.noTasks(r));
      return true;
    }
    Span at = r.param("uri");
    boolean subscribes = r.method().equals(Methods.SUBSCRIBE);
    if (r.method().equals(Methods.SET_LEVEL)) {
      if (!LogWishes.isLevel(Json.string(r.bytes(), r.param("level")))) {
        reply.send(Messages.error(r.id(), Messages.INVALID_PARAMS, Refusals.BAD_LEVEL));
        return true;
      }
      facts.level(r.params().text(r.bytes()));
    } else if (!subscribes && !r.method().equals(Methods.UNSUBSCRIBE)) {
      return false;
    } else if (!Json.isString(r.bytes(), at)) {
      reply.send(Messages.error(r.id(), Messages.INVALID_PARAMS, Refusals.NO_URI));
      return true;
    } else if (subscribes) {
      facts.subscriptions().put(Json.string(r.bytes(), at), r.params().text(r.bytes()));
    } else {
      facts.subscriptions().remove(Json.string(r.bytes(), at));
    }
    reply.send(Messages.result(r.id(), "{}"));
    backend.catchUp();
    return true;
  }

  /// Tells a modern run what a legacy client wants to hear of.
  void resendListens(Run to) {
    if (facts.sentInitialize() && to.needsBridge(false)) {
      listens().tell(to, facts.subscriptions().keySet());
    }
  }

  /// The server asks the client.
  ///
  /// @param during the call on whose exchange the question came, if the transport says so
  /// @return whether it needs the bridge
  boolean asks(Run from, Message.Request r, Optional<Call> during) {
    boolean across = from.legacy() && facts.onlyModern();
    if (across) {
      bridge().ask(backend, from, r, during, AS_THEY_ARE);
    }
    return across;
  }

  /// The server withdraws a question.
  ///
  /// @return whether it was one that went across
  boolean withdrawn(Run from, RequestId id) {
    return made.isPresent() && made.get().withdrawn(from, id);
  }

  /// A notification of the server.
  ///
  /// @return whether it needs the bridge
  boolean takes(Run from, Message.Notification n) {
    if (facts.onlyModern() && from.needsBridge(true)) {
      ofLegacy(from, n);
      return true;
    }
    boolean across = from.needsBridge(false) && facts.sentInitialize();
    if (across) {
      ofModern(from, n);
    }
    return across;
  }

  /// Of a legacy server, for a modern client.
  private void ofLegacy(Run from, Message.Notification n) {
    switch (n.method()) {
      case Methods.TOOLS_CHANGED, Methods.PROMPTS_CHANGED, Methods.RESOURCES_CHANGED ->
          changed(from, ListChanged.kind(n.method()));
      case Methods.UPDATED -> subscriptions.updated(n);
      case Methods.MESSAGE -> {
        if (bridge().wantsLog(backend, n)) {
          wiring.client().send(n.bytes());
        }
      }
      default -> {} // the modern era has no others that no request has asked for
    }
  }

  private void changed(Run from, Kind kind) {
    if (from.serving()) {
      subscriptions.changed(kind);
    }
    backend.listChanged(from, kind);
  }

  /// Of a modern server, for a legacy client.
  private void ofModern(Run from, Message.Notification n) {
    switch (n.method()) {
      case Methods.ACKNOWLEDGED -> listens().acknowledged(from, n);
      case Methods.TOOLS_CHANGED, Methods.PROMPTS_CHANGED, Methods.RESOURCES_CHANGED -> {
        if (from.serving()) {
          pass(from, n);
        }
        backend.listChanged(from, ListChanged.kind(n.method()));
      }
      default -> pass(from, n);
    }
  }

  private void pass(Run from, Message.Notification n) {
    if (listens().toldTwice(from, n)) {
      return;
    }
    Splice splice = new Splice(n.bytes());
    if (OwnListens.isOnAny(n)) {
      splice.removeMember(n.param("_meta"), Meta.SUBSCRIPTION_ID);
    }
    wiring.client().send(splice.outgoing());
  }

  /// The server has answered a call that was cancelled.
  void answeredLate() {
    made.ifPresent(b -> b.answeredLate(backend));
  }

  /// This run is over.
  void lost(Run gone) {
    made.ifPresent(b -> b.lost(gone));
    listens.ifPresent(l -> l.lost(gone));
  }

  /// Whether notifications of the client mean something to this run.
  boolean passesNotifications(Run to) {
    return !to.needsBridge(false) || facts.onlyModern();
  }

  /// A call has ended.
  ///
  /// @return whether it is not over yet
  boolean goesOn(Call call, Call.Ending ending, Reply reply, Call.Ender then) {
    boolean may =
        made.isPresent()
            || (ending instanceof Call.Ending.Answered a
                && a.by().needsBridge(call.facts().modern()));
    return may && bridge().goesOn(backend, call, ending, AS_THEY_ARE, reply, then);
  }
}
