package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure.Unfinished;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.bridge.TaskShapes.Instead;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.ServerRequests.QuestionEdits;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.told.Stale;
import dev.pitstop.session.words.Refusals;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tasks of a modern client at a legacy server, in the words of the extension
/// `io.modelcontextprotocol/tasks` (docs/design/bridge.md). Called in turns of the monitor.
final class TasksAtLegacy {
  /// The most tasks that ask something, and the most open questions of one.
  static final int MOST = 64;

  private static final String ACKNOWLEDGED = "{\"resultType\":\"complete\"}";

  private record Key(Backend at, String id) {}

  /// A task that asks something, or may do so.
  private static final class Asking {
    final Run by;
    final Map<String, Question> open = new LinkedHashMap<>();
    boolean fetched; // the server has a `tasks/result`, with which its questions come
    int number;

    Asking(Run by) {
      this.by = by;
    }
  }

  private final Wiring wiring;
  private final Map<Key, Asking> asking = new LinkedHashMap<>();
  private final Map<Key, Call> plain = new HashMap<>(); // calls of clients without the extension

  TasksAtLegacy(Wiring wiring) {
    this.wiring = wiring;
  }

  /// How a tool may be called as a task: `optional`, `required`, or anything else for not at all.
  private static String support(Backend at, String tool) {
    return at.catalog()
        .tool(tool)
        .flatMap(e -> Optional.ofNullable(e.json().get("execution")))
        .filter(e -> e.isJsonObject() && e.getAsJsonObject().get("taskSupport") != null)
        .map(e -> e.getAsJsonObject().get("taskSupport").toString())
        .orElse("");
  }

  /// Adapts a call of a tool, if it becomes a task.
  static void request(Splice splice, Backend at, Call call) {
    Message.Request r = call.request();
    String support = support(at, call.tool());
    if (support.equals("\"required\"")
        || (support.equals("\"optional\"") && TaskShapes.declared(r, call.facts()))) {
      splice.putMember(r.params(), "task", Messages.utf8("{}"));
    }
  }

  /// Takes a `tasks/update`, which the server does not have.
  void update(TaskRequest t) {
    Message.Request r = t.request();
    Asking known = asking.get(new Key(t.at(), t.id()));
    if (known == null) { // the server is asked whether it has such a task
      Instead get = new Instead(Methods.TASKS_GET, t.id());
      Call call = new Call(Call.Kind.REQUEST, r, t.facts(), "", get, t.back());
      wiring.tracker().open(t.at(), call, t.reply());
      t.at().submit(call);
      return;
    }
    Json.members(
        r.bytes(),
        r.param("inputResponses"),
        (key, answer) -> {
          if (Json.isObject(r.bytes(), answer)) {
            Question q = known.open.remove(Json.string(r.bytes(), key));
            if (q != null) {
              q.answer(TaskShapes.related(answer.text(r.bytes()), t.id()));
            }
          }
        });
    t.reply().send(Messages.result(r.id(), ACKNOWLEDGED));
  }

  /// Adapts a result that is or may be about a task.
  ///
  /// @return whether the client has been told, or will be
  boolean answered(
      Backend at, Call call, Run by, Message.Result r, Reply reply, Stale.CallReporter back) {
    byte[] b = r.bytes();
    switch (call.request().method()) {
      case Methods.TOOLS_CALL -> {
        Span task = r.member("task");
        if (!Json.isObject(b, task)) {
          return false;
        }
        if (call.hasBytes() && TaskShapes.declared(call.request(), call.facts())) {
          String members = TaskShapes.modern(b, task, "");
          TaskShapes.result(
              back, call, by, "{\"resultType\":\"task\"," + members + TaskShapes.meta(r) + "}");
        } else {
          wait(at, call, by, Json.string(b, Json.member(b, task, "taskId")), reply, back);
        }
      }
      case Methods.TASKS_GET -> got(at, call, by, r, reply, back);
      case Methods.TASKS_CANCEL -> {
        forget(new Key(at, Json.string(b, r.member("taskId"))));
        TaskShapes.result(back, call, by, ACKNOWLEDGED);
      }
      case Methods.TASKS_UPDATE -> TaskShapes.result(back, call, by, ACKNOWLEDGED);
      default -> {
        return false;
      }
    }
    return true;
  }

  /// The client knows no tasks: its call is answered with the result of the task.
  private void wait(
      Backend at, Call call, Run by, String id, Reply reply, Stale.CallReporter back) {
    if (!call.hasBytes()) {
      Unfinished why = new Unfinished(by, Unfinished.Why.TOO_LARGE, "");
      back.ended(call, new Call.Ending.Failed(why));
      return;
    }
    Key key = new Key(at, id);
    plain.values().removeIf(Call::cancelled);
    plain.put(
        key,
        result(
            at,
            call,
            by,
            id,
            reply,
            (c, ending) -> {
              plain.remove(key);
              back.ended(c, ending);
            }));
  }

  /// Asks the run for the result of a task, in the place of a request of the client.
  private Call result(Backend at, Call call, Run by, String id, Reply reply, Call.Ender then) {
    Call next =
        new Call(
            Call.Kind.ROUND,
            call.request(),
            call.facts(),
            call.tool(),
            new Instead(Methods.TASKS_RESULT, id),
            then);
    wiring.tracker().open(at, next, reply);
    wiring.tracker().over(call);
    at.give(by, next);
    return next;
  }

  /// What a task is, for the client.
  private void got(
      Backend at, Call call, Run by, Message.Result r, Reply reply, Stale.CallReporter back) {
    byte[] b = r.bytes();
    String id = Json.string(b, r.member("taskId"));
    Key key = new Key(at, id);
    switch (Json.string(b, r.member("status"))) {
      case "completed", "failed" -> {
        forget(key);
        result(at, call, by, id, reply, (c, ending) -> joined(c, ending, b, r.result(), back));
      }
      case "cancelled" -> {
        forget(key);
        tell(call, by, TaskShapes.modern(b, r.result(), ""), back);
      }
      case "input_required" -> {
        Optional<Asking> known = asking(key, by);
        known.filter(a -> !a.fetched).ifPresent(a -> fetch(key, a));
        asked(call, by, r, known, back);
      }
      default -> asked(call, by, r, Optional.ofNullable(asking.get(key)), back);
    }
  }

  /// The state of a task that is not over, with its open questions. A task without any is at work
  /// for the client: it could answer nothing.
  private static void asked(
      Call call, Run by, Message.Result r, Optional<Asking> known, Stale.CallReporter back) {
    Map<String, Question> open = known.isPresent() ? known.get().open : Map.of();
    String status = open.isEmpty() ? "\"working\"" : "\"input_required\"";
    String members = TaskShapes.modern(r.bytes(), r.result(), status);
    String asks = open.isEmpty() ? "" : ",\"inputRequests\":" + Question.asInputRequests(open);
    tell(call, by, members + asks, back);
  }

  private static void tell(Call call, Run by, String members, Stale.CallReporter back) {
    TaskShapes.result(back, call, by, "{\"resultType\":\"complete\"," + members + "}");
  }

  private static void joined(
      Call c, Call.Ending ending, byte[] b, Span task, Stale.CallReporter back) {
    if (!(ending instanceof Call.Ending.Answered a)) {
      back.ended(c, ending);
    } else if (a.message() instanceof Message.Result r) {
      String members = TaskShapes.modern(b, task, "\"completed\"");
      tell(c, a.by(), members + ",\"result\":" + r.result().text(r.bytes()), back);
    } else if (a.message() instanceof Message.Failure f) {
      String members = TaskShapes.modern(b, task, "\"failed\"");
      tell(c, a.by(), members + ",\"error\":" + f.error().text(f.bytes()), back);
    }
  }

  private Optional<Asking> asking(Key key, Run by) {
    Asking known = asking.get(key);
    if (known == null && asking.size() >= MOST) {
      asking.values().removeIf(a -> a.open.isEmpty() && !a.fetched);
    }
    if (known == null && asking.size() < MOST) {
      known = new Asking(by);
      asking.put(key, known);
    }
    return Optional.ofNullable(known);
  }

  /// Questions of a task may come only with a `tasks/result` (2025-11-25, "Input Required Status").
  private static void fetch(Key key, Asking task) {
    byte[] request =
        Messages.request(
            RequestId.of("pitstop-task"),
            Methods.TASKS_RESULT,
            "{\"taskId\":" + Json.quote(key.id()) + "}");
    if (Codec.parse(request) instanceof Message.Request r) {
      task.fetched = true;
      RequestFacts f = RequestFacts.of(r);
      Call call = new Call(Call.Kind.BOUND, r, f, "", (c, ending) -> task.fetched = false);
      key.at().give(task.by, call);
    }
  }

  /// A call of a client without the extension that has become the task that asks; empty if there is
  /// none.
  Optional<Call> plain(Backend at, String id) {
    return Optional.ofNullable(plain.get(new Key(at, id))).filter(c -> !c.cancelled());
  }

  /// A task of the server asks the client.
  void ask(Backend at, Run from, Message.Request r, String id, QuestionEdits edits) {
    Question q = Question.of(at, from, r, edits);
    Optional<Asking> task = asking(new Key(at, id), from);
    if (!q.isFor(wiring.facts().can())) {
      q.refuse(Messages.METHOD_NOT_FOUND, Refusals.noMethod(q.method()));
    } else if (task.isEmpty() || task.get().open.size() >= MOST) {
      q.refuse(Messages.INTERNAL_ERROR, Refusals.tooManyWait(MOST));
    } else {
      Asking known = task.get();
      String name = "q" + ++known.number;
      known.open.put(name, q);
      wiring.after(
          Questions.MILLIS,
          () -> {
            if (known.open.remove(name, q)) {
              q.refuse(Messages.INTERNAL_ERROR, Refusals.NOT_ANSWERED);
            }
          });
    }
  }

  /// The task needs no answers any more.
  private void forget(Key key) {
    Optional.ofNullable(asking.remove(key)).ifPresent(a -> a.open.clear());
  }

  /// The server withdraws a question.
  ///
  /// @return whether it was one
  boolean withdrawn(Run by, RequestId id) {
    boolean was = false;
    for (Asking a : asking.values()) {
      was |= a.open.values().removeIf(q -> q.by().equals(by) && q.id().equals(id));
    }
    return was;
  }

  /// This run is over.
  void lost(Run gone) {
    for (Map.Entry<Key, Asking> e : List.copyOf(asking.entrySet())) {
      if (e.getValue().by.equals(gone)) {
        forget(e.getKey());
      }
    }
  }
}
