package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.ClientFacts;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Tasks;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.ListAnswer;
import dev.pitstop.session.front.ListenFilter;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.ServerRequests.QuestionEdits;
import dev.pitstop.session.front.SessionFacts;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.texts.Refusals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The bridge of one session (docs/design/bridge.md), whatever its face. Called in turns of the
/// monitor.
public final class Bridge {
  private final EraBridge edits;
  private final LogWishes logs;
  private final Rounds rounds;
  private final Questions questions;
  private final Wiring wiring;
  private final SessionFacts facts;
  private final boolean prefixed;
  private final Runnable catchUp;

  /// @param prefixed whether there may be many servers, whom Pitstop greets itself
  /// @param modernMeta the `_meta` object of requests to a modern server
  /// @param catchUp tells the servers what has changed of the session
  public Bridge(Wiring wiring, boolean prefixed, Supplier<String> modernMeta, Runnable catchUp) {
    this.wiring = wiring;
    this.facts = wiring.facts();
    this.prefixed = prefixed;
    this.catchUp = catchUp;
    edits = new EraBridge(modernMeta, () -> facts.said().level().map(Bridge::level));
    logs = new LogWishes(level -> setLevel("{\"level\":" + Json.quote(level) + "}"));
    rounds = new Rounds(wiring);
    questions = new Questions(wiring);
  }

  /// The level in the parameters of a `logging/setLevel`, as JSON.
  private static String level(String params) {
    byte[] b = Messages.utf8(params);
    return Json.member(b, new Span(0, b.length), "level").text(b);
  }

  /// Sets the log level.
  ///
  /// @param params of a `logging/setLevel`
  private void setLevel(String params) {
    facts.level(params);
    catchUp.run();
  }

  /// Whether something of this era must be translated for this run, and back. A client of one
  /// server that speaks both eras has its reasons to send what the server does not know.
  public boolean between(boolean modern, Run run) {
    return run.needsBridge(modern) && (!modern || prefixed || facts.onlyModern());
  }

  /// Adapts a request to a run of the other era.
  public void request(Splice splice, Call call) {
    Message.Request r = call.request();
    edits.request(splice, r, call.facts());
    if (call.facts().modern()) { // what it declares counts for the next greeting
      wiring.facts().can(ClientFacts.declared(r, call.facts()));
    }
  }

  /// Pages of a modern server's list of tools, for a legacy client.
  public static List<Message.Result> forLegacy(List<Message.Result> pages) {
    List<Message.Result> all = new ArrayList<>();
    for (Message.Result page : pages) {
      Splice splice = new Splice(page.bytes());
      ListAnswer.withoutOddSchemas(splice, page.bytes(), page.member("tools"));
      all.add(Codec.parse(splice.apply()) instanceof Message.Result r ? r : page);
    }
    return all;
  }

  /// Adapts requests to runs of the other era, and refuses what those would refuse.
  public Call.RequestEdits edits() {
    return new Call.RequestEdits() {
      @Override
      public boolean touches(Call call, Run to) {
        return between(call.facts().modern(), to);
      }

      @Override
      public void into(Splice splice, Call call, Run to) {
        request(splice, call);
      }

      @Override
      public boolean diverts(Call call, Run to) {
        return touches(call, to) && refuses(call, to);
      }
    };
  }

  /// The reply to use for a request that is about to be given to a server of the other era.
  public Reply noticing(Backend at, Message.Request r, RequestFacts f, Reply reply) {
    return f.modern() ? logs.opened(at, r, f, reply) : reply;
  }

  /// Decides about a call that is about to be given to a run of the other era, although no such run
  /// was known when it was made.
  ///
  /// @param reply of {@link #noticing}
  /// @param then takes the end of the call
  /// @return whether it does not go to this run now
  public boolean diverts(Backend at, Call call, Reply reply, Call.Ender then) {
    Message.Request r = call.request();
    boolean gone =
        resumes(at, r, call.facts(), call.tool(), true, reply, then)
            || answers(r, call.facts(), reply);
    if (gone) {
      call.leaves();
      wiring.tracker().over(call);
    }
    return gone;
  }

  /// Refuses what a run of the other era cannot do for the client, in its place.
  ///
  /// @return whether it has
  public boolean refuses(Call call, Run to) {
    Optional<byte[]> refusal =
        call.facts().modern()
            ? ModernRules.refusal(call.request(), call.facts())
            : Optional.empty();
    refusal.ifPresent(no -> answer(call, to, no));
    return refusal.isPresent();
  }

  /// Answers a request of a legacy client whose method a modern server does not have, or that is
  /// about a task.
  ///
  /// @return whether it was one
  public boolean answers(Message.Request r, RequestFacts f, Reply reply) {
    if (f.modern()) {
      return false;
    }
    if (Tasks.concern(r.method())) {
      reply.send(ModernRules.noTasks(r));
      return true;
    }
    return switch (r.method()) {
      case Methods.SET_LEVEL -> {
        setLevel(r, reply);
        yield true;
      }
      case Methods.SUBSCRIBE, Methods.UNSUBSCRIBE -> {
        subscribe(r, reply);
        yield true;
      }
      default -> false;
    };
  }

  /// Answers `logging/setLevel`, and tells the level to the servers, now or when they start.
  public void setLevel(Message.Request r, Reply reply) {
    if (LogWishes.isLevel(Json.string(r.bytes(), r.param("level")))) {
      reply.send(Messages.result(r.id(), "{}"));
      setLevel(r.params().text(r.bytes()));
    } else {
      reply.send(Messages.error(r.id(), Messages.INVALID_PARAMS, Refusals.BAD_LEVEL));
    }
  }

  /// Answers `resources/subscribe` or `resources/unsubscribe`, and tells the servers.
  public void subscribe(Message.Request r, Reply reply) {
    Span at = r.param("uri");
    if (!Json.isString(r.bytes(), at)) {
      reply.send(Messages.error(r.id(), Messages.INVALID_PARAMS, Refusals.NO_URI));
      return;
    }
    String uri = Json.string(r.bytes(), at);
    if (r.method().equals(Methods.SUBSCRIBE)) {
      facts.subscriptions().put(uri, ListenFilter.params(uri));
    } else {
      facts.subscriptions().remove(uri);
    }
    reply.send(Messages.result(r.id(), "{}"));
    catchUp.run();
  }

  /// Answers a call in the place of this run.
  public static void answer(Call call, Run to, byte[] response) {
    if (Codec.parse(response) instanceof Message.Response r) {
      call.end(new Call.Ending.Answered(to, r));
    }
  }

  /// A call has ended. If the answer asks the client something first, the call is not over yet.
  ///
  /// @param questionEdits of the questions
  /// @param then takes the real end
  /// @return whether it is not over
  public boolean goesOn(
      Backend at,
      Call call,
      Call.Ending ending,
      QuestionEdits questionEdits,
      Reply reply,
      Call.Ender then) {
    if (call.facts().modern()
        || !(ending instanceof Call.Ending.Answered a)
        || !between(false, a.by())
        || !Rounds.asks(a.message())) {
      return false;
    }
    rounds.begin(at, call, a, questionEdits, reply, then);
    return true;
  }

  /// Takes a request of the client that goes on with a conversation. It is refused if the
  /// conversation is over, or if nobody knows it.
  ///
  /// @param tool the server's name of the tool in a `tools/call`, otherwise empty
  /// @param across whether its server is of the other era, so that no state can be the server's
  /// @param reply of {@link #noticing}
  /// @param then takes the end of the call
  /// @return whether it is such a request
  public boolean resumes(
      Backend at,
      Message.Request r,
      RequestFacts f,
      String tool,
      boolean across,
      Reply reply,
      Call.Ender then) {
    if (!f.modern() || !r.param("requestState").present()) {
      return false;
    }
    boolean here = questions.goOn(at, r, f, tool, reply, then);
    if (!here && across) {
      reply.send(Messages.error(r.id(), Messages.INVALID_PARAMS, Refusals.NO_STATE));
    }
    return here || across;
  }

  /// A legacy server asks a modern client.
  ///
  /// @param during the call on whose exchange the question came, if the transport says so
  public void ask(
      Backend at, Run from, Message.Request r, Optional<Call> during, QuestionEdits questionEdits) {
    questions.ask(at, from, r, during, questionEdits);
  }

  /// A server withdraws a question.
  ///
  /// @return whether it was one
  public boolean withdrawn(Run by, RequestId id) {
    return questions.withdrawn(by, id);
  }

  /// Whether an open request of a modern client wants this log message of a legacy server.
  public boolean wantsLog(Backend at, Message.Notification n) {
    return logs.want(at, n);
  }

  /// This run is over.
  public void lost(Run gone) {
    rounds.lost(gone);
    questions.lost(gone);
  }
}
