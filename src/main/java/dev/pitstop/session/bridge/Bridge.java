package dev.pitstop.session.bridge;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Entry;
import dev.pitstop.mcp.ClientFacts;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.ListAnswer;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.ServerRequests.QuestionEdits;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.words.Refusals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The bridge of one session (docs/design/bridge.md), whatever its face. Called in turns of the
/// monitor.
public final class Bridge {
  private final EraBridge edits;
  private final LogWishes logs;
  private final Rounds rounds;
  private final Turnstile turnstile;
  private final Questions questions;
  private final Wiring wiring;

  /// @param modernMeta the `_meta` object of requests to a modern server
  /// @param level the log level that a legacy client has set, as JSON
  /// @param setLevel sets a level, a plain word, at the legacy servers
  public Bridge(
      Wiring wiring,
      Supplier<String> modernMeta,
      Supplier<Optional<String>> level,
      Consumer<String> setLevel) {
    this.wiring = wiring;
    edits = new EraBridge(modernMeta, level);
    logs = new LogWishes(setLevel);
    rounds = new Rounds(wiring.serverRequests(), wiring.tracker(), wiring.facts()::can);
    turnstile = new Turnstile(wiring);
    questions = new Questions(wiring, turnstile);
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

  /// The reply to use for a request that is about to be given to a server of the other era.
  public Reply noticing(Backend at, Message.Request r, RequestFacts f, String tool, Reply reply) {
    return f.modern() ? turnstile.noticing(at, r, logs.opened(at, r, f, reply)) : reply;
  }

  /// Gives a call to a server.
  public void submit(Backend at, Call call) {
    if (!takesTurns(at, call)) {
      at.submit(call);
    }
  }

  private boolean takesTurns(Backend at, Call call) {
    boolean serial = call.facts().modern() && turnstile.serial(at, call);
    if (serial) {
      turnstile.enter(
          at,
          call,
          () -> {
            if (!call.cancelled()) {
              at.submit(call);
            }
          });
    }
    return serial;
  }

  /// Decides anew about a call that is about to be given to a run of the other era, although no
  /// such run was known when it was made: it has waited for a run, or is repeated at another.
  ///
  /// @param here answers it without a server, if it can; returns whether it has
  /// @param reply of {@link #noticing}
  /// @param then takes the end of the call
  /// @return whether it does not go to this run now
  public boolean diverts(
      Backend at, Call call, BooleanSupplier here, Reply reply, Call.Ender then) {
    boolean gone =
        resumes(at, call.request(), call.facts(), call.tool(), true, reply, then)
            || here.getAsBoolean();
    if (gone) {
      call.leaves();
      wiring.tracker().over(call);
    }
    return gone || takesTurns(at, call);
  }

  /// Answers a call in the place of this run.
  public static void answer(Call call, Run to, byte[] response) {
    if (Codec.parse(response) instanceof Message.Response r) {
      call.end(new Call.Ending.Answered(to, r));
    }
  }

  /// Refuses a call of a tool that its server runs only as a task.
  ///
  /// @param to the run that would get it
  /// @return whether it is one
  public static boolean refusesTask(Backend at, Call call, Run to) {
    boolean only =
        at.catalog().tool(call.tool()).filter(Bridge::isOnlyTask).isPresent()
            && to.offers("tasks", "requests", "tools", "call");
    if (only) {
      byte[] no =
          Messages.error(call.request().id(), Messages.METHOD_NOT_FOUND, Refusals.ONLY_AS_TASK);
      answer(call, to, no);
    }
    return only;
  }

  private static boolean isOnlyTask(Entry tool) {
    return tool.json().get("execution") instanceof JsonObject how
        && new JsonPrimitive("required").equals(how.get("taskSupport"));
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
    if (questions.areUnclear()) {
      questions.look();
    }
    if (call.facts().modern()
        || !(ending instanceof Call.Ending.Answered a)
        || !a.by().needsBridge(false)
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
    boolean ours = questions.isOurs(r);
    if (!across && !ours && !questions.used()) {
      return false;
    }
    Optional<Conversation> next = questions.find(at, r, tool);
    if (next.isPresent()) {
      next.get().goOn(r, f, reply, then);
      return true;
    }
    boolean late = across || ours;
    if (late) {
      reply.send(Messages.error(r.id(), Messages.INVALID_PARAMS, Refusals.NO_STATE));
    }
    return late;
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

  /// A server has answered a call that was cancelled, so it asks nothing more during it.
  public void answeredLate(Backend by) {
    turnstile.look(by);
    questions.look();
  }

  /// This run is over.
  public void lost(Run gone) {
    rounds.lost(gone);
    questions.lost(gone);
    turnstile.look();
  }
}
