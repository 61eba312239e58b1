package dev.pitstop.session.bridge;

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
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.ServerRequests;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.told.Stale;
import dev.pitstop.session.words.Refusals;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The tasks of a legacy client at a modern server with the extension
/// `io.modelcontextprotocol/tasks` (docs/design/bridge.md). Called in turns of the monitor.
final class TasksAtModern {
  /// The most tasks of Pitstop's own, and the most characters of their results, but for the newest.
  static final int MOST = 64;

  static final long MOST_KEPT = 8L * 1024 * 1024;
  static final long POLL_MILLIS = 1_000;
  private static final String CANCELLED =
      "{\"code\":-32603,\"message\":" + Json.quote(Refusals.TASK_CANCELLED) + "}";
  private static final long LEAST_POLL = 100;
  private static final long MOST_POLL = 30_000;

  /// A call that the server answered at once, though the client wanted a task.
  private record Done(String task, String result) {}

  private final Wiring wiring;
  private final EraBridge declaring;
  private final LinkedHashMap<String, Done> done = new LinkedHashMap<>(); // by the id, oldest first
  private final Set<Waiting> waiting = new HashSet<>(); // each equals only itself
  private long kept;

  /// @param plain edits of requests of a client without tasks
  TasksAtModern(Wiring wiring, EraBridge plain) {
    this.wiring = wiring;
    declaring = new EraBridge(() -> TaskShapes.declaring(plain.modernMeta().get()), plain.level());
  }

  /// Whether this request of a legacy client is about a task, or wants one.
  static boolean concerns(Message.Request r) {
    return switch (r.method()) {
      case Methods.TASKS_GET, Methods.TASKS_RESULT, Methods.TASKS_CANCEL, Methods.TASKS_LIST ->
          true;
      case Methods.TOOLS_CALL ->
          r.param("name").present() && Json.isObject(r.bytes(), r.param("task"));
      default -> false;
    };
  }

  /// Adapts such a request.
  void request(Splice splice, Message.Request r, RequestFacts f) {
    declaring.request(splice, r, f);
    if (r.method().equals(Methods.TOOLS_CALL)) {
      splice.removeMember(r.params(), "task");
    }
  }

  /// Takes a request about a task that does not simply go to the server.
  ///
  /// @return whether it is one
  boolean takes(TaskRequest t) {
    Message.Request r = t.request();
    Optional<Done> own = Optional.ofNullable(done.get(t.id()));
    if (r.method().equals(Methods.TASKS_LIST)) {
      t.reply()
          .send(Messages.error(r.id(), Messages.METHOD_NOT_FOUND, Refusals.noMethod(r.method())));
    } else if (own.isPresent()) {
      t.reply().send(own(own.get(), r, t.id()));
    } else if (r.method().equals(Methods.TASKS_RESULT)) {
      new Waiting(t).begin();
    } else if (r.method().equals(Methods.TASKS_CANCEL)) {
      cancel(t);
    } else {
      return false;
    }
    return true;
  }

  private static byte[] own(Done own, Message.Request r, String id) {
    Span known = r.param("taskId");
    return switch (r.method()) {
      case Methods.TASKS_GET ->
          Messages.result(r.id(), own.task().replace(Json.quote(id), known.text(r.bytes())));
      case Methods.TASKS_RESULT ->
          Messages.result(r.id(), TaskShapes.related(own.result(), Json.string(r.bytes(), known)));
      default -> Messages.error(r.id(), Messages.INVALID_PARAMS, Refusals.TASK_OVER);
    };
  }

  /// Adapts the result of a call that wanted a task, or of a request about one.
  ///
  /// @return whether the client has been told
  boolean answered(Call call, Run by, Message.Result r, Stale.CallReporter back) {
    byte[] b = r.bytes();
    if (!Json.isObject(b, r.result())) {
      return false;
    }
    if (call.request().method().equals(Methods.TASKS_GET)) {
      TaskShapes.result(back, call, by, "{" + TaskShapes.legacy(b, r.result()) + "}");
    } else if (Json.string(b, r.member("resultType")).equals("task")) {
      String task = TaskShapes.legacy(b, r.result());
      TaskShapes.result(back, call, by, "{\"task\":{" + task + "}" + TaskShapes.meta(r) + "}");
    } else {
      TaskShapes.result(back, call, by, "{\"task\":" + keep(r) + "}");
    }
    return true;
  }

  /// Makes a task of a result that is there already.
  private String keep(Message.Result r) {
    String id = UUID.randomUUID().toString();
    boolean failed = Json.isTrue(r.bytes(), r.member("isError"));
    String now = Json.quote(Instant.now().toString());
    String task =
        "{\"taskId\":"
            + Json.quote(id)
            + ",\"status\":"
            + (failed ? "\"failed\"" : "\"completed\"")
            + ",\"createdAt\":"
            + now
            + ",\"lastUpdatedAt\":"
            + now
            + ",\"ttl\":null}";
    String result = r.result().text(r.bytes());
    done.put(id, new Done(task, result));
    kept += result.length();
    while (done.size() > MOST || (kept > MOST_KEPT && done.size() > 1)) {
      Done oldest = done.pollFirstEntry().getValue();
      kept -= oldest.result().length();
    }
    return task;
  }

  /// Cancels a task, and answers with what it is then.
  private void cancel(TaskRequest t) {
    open(
        t,
        call(
            t,
            Methods.TASKS_CANCEL,
            taskId(t.id()),
            (c, ending) -> {
              if (ending instanceof Call.Ending.Answered a
                  && a.message() instanceof Message.Result) {
                open(t, call(t, Methods.TASKS_GET, taskId(t.id()), t.back()));
                wiring.tracker().over(c);
              } else {
                t.back().ended(c, ending);
              }
            }));
  }

  private void open(TaskRequest t, Optional<Call> call) {
    if (call.isPresent()) {
      wiring.tracker().open(t.at(), call.get(), t.reply());
      t.at().submit(call.get());
    }
  }

  private static String taskId(String id) {
    return "{\"taskId\":" + Json.quote(id) + "}";
  }

  /// A request of Pitstop's own about a task, under the id of the client's; empty if it nests too
  /// deep.
  private Optional<Call> call(TaskRequest t, String method, String params, Call.Ender ender) {
    return Codec.parse(Messages.request(t.request().id(), method, params))
            instanceof Message.Request own
        ? Optional.of(
            new Call(
                Call.Kind.REQUEST,
                own,
                RequestFacts.of(own),
                "",
                (splice, c, to) -> {
                  if (to.needsBridge(false)) {
                    declaring.request(splice, c.request(), c.facts());
                  }
                },
                ender))
        : Optional.empty();
  }

  /// This run is over: it needs no answers any more.
  void lost(Run gone) {
    waiting.forEach(w -> w.lost(gone));
  }

  /// A `tasks/result` of the client, which waits until the task is over. Meanwhile the client is
  /// asked what the task wants to know.
  private final class Waiting {
    private final TaskRequest of;
    private final Set<String> seen = new HashSet<>(); // keys of questions, as JSON
    private final Map<String, RequestId> asked = new LinkedHashMap<>(); // the client, by the key
    private final Map<String, String> answers = new LinkedHashMap<>(); // JSON, by the key
    private Optional<Run> asker = Optional.empty();
    private Optional<Timers.Timer> timer = Optional.empty();
    private Optional<Call> poll = Optional.empty();

    Waiting(TaskRequest of) {
      this.of = of;
    }

    void begin() {
      waiting.add(this);
      wiring
          .tracker()
          .open(
              of.request(),
              (n, span) -> {
                stop();
                poll.filter(c -> !c.ended()).ifPresent(c -> of.at().withdraw(c, ""));
                of.reply().none();
              });
      poll();
    }

    private void poll() {
      poll = call(of, Methods.TASKS_GET, taskId(of.id()), this::polled);
      poll.ifPresent(of.at()::submit);
    }

    private void polled(Call c, Call.Ending ending) {
      if (!waiting.contains(this)) {
        return;
      }
      if (!(ending instanceof Call.Ending.Answered a)
          || !(a.message() instanceof Message.Result r)
          || !a.by().needsBridge(false)) {
        end(() -> of.back().ended(c, ending));
        return;
      }
      byte[] b = r.bytes();
      switch (Json.string(b, r.member("status"))) {
        case "completed" -> {
          Span result = r.member("result");
          String text = Json.isObject(b, result) ? result.text(b) : "{}";
          end(() -> TaskShapes.result(of.back(), c, a.by(), TaskShapes.related(text, of.id())));
        }
        case "failed" -> end(() -> error(c, a.by(), r.member("error").text(b)));
        case "cancelled" -> end(() -> error(c, a.by(), CANCELLED));
        default -> {
          Json.members(
              b,
              r.member("inputRequests"),
              (key, q) -> ask(c, a.by(), Rounds.Wanted.of(b, key, q)));
          if (waiting.contains(this)) {
            timer = Optional.of(wiring.after(millis(b, r.member("pollIntervalMs")), this::poll));
          }
        }
      }
    }

    private long millis(byte[] b, Span interval) {
      double said = Json.isNumber(b, interval) ? Double.parseDouble(interval.text(b)) : POLL_MILLIS;
      return Math.clamp((long) said, LEAST_POLL, MOST_POLL);
    }

    private void ask(Call c, Run by, Rounds.Wanted q) {
      if (!waiting.contains(this) || !seen.add(q.key())) {
        return;
      }
      if (!q.isFor(wiring.facts().can())) {
        fail(c, by, Unfinished.Why.CANNOT_ANSWER, q.method());
        return;
      }
      asker = Optional.of(by);
      String params = TaskShapes.related(q.params().isEmpty() ? "{}" : q.params(), of.id());
      ServerRequests.Taker taking =
          new ServerRequests.Taker() {
            @Override
            public void answered(Message.Response answer) {
              asked.remove(q.key());
              if (answer instanceof Message.Result r) {
                answers.put(q.key(), r.result().text(r.bytes()));
                updateIfAnswered(c, by);
              } else if (answer instanceof Message.Failure f) {
                unusable(Json.string(f.bytes(), f.member("message")));
              }
            }

            @Override
            public void unusable(String why) {
              fail(c, by, Unfinished.Why.REFUSED, why);
            }
          };
      RequestId asks =
          wiring.serverRequests().ask(of.at(), by, q.method(), params, of.edits(), taking);
      if (waiting.contains(this)) {
        asked.put(q.key(), asks);
      }
    }

    private void error(Call c, Run by, String error) {
      TaskShapes.tell(of.back(), c, by, "\"error\":" + error);
    }

    /// Tells the server all answers at once: it need not take a part of them.
    private void updateIfAnswered(Call c, Run by) {
      if (!asked.isEmpty() || !waiting.contains(this)) {
        return;
      }
      String all = Rounds.inputResponses(answers);
      answers.clear();
      String params = "{\"taskId\":" + Json.quote(of.id()) + ",\"inputResponses\":" + all + "}";
      Optional<Call> update = call(of, Methods.TASKS_UPDATE, params, this::updated);
      if (update.isPresent()) {
        of.at().submit(update.get());
      } else {
        fail(c, by, Unfinished.Why.REFUSED, "the answer nests too deep");
      }
    }

    /// A task that does not take its answers would never end.
    private void updated(Call c, Call.Ending ending) {
      boolean taken =
          ending instanceof Call.Ending.Answered a && a.message() instanceof Message.Result;
      if (!taken && waiting.contains(this)) {
        end(() -> of.back().ended(c, ending));
      }
    }

    private void fail(Call c, Run by, Unfinished.Why why, String detail) {
      call(of, Methods.TASKS_CANCEL, taskId(of.id()), (x, ending) -> {}).ifPresent(of.at()::submit);
      end(() -> of.back().ended(c, new Call.Ending.Failed(new Unfinished(by, why, detail))));
    }

    private void end(Runnable tell) {
      stop();
      wiring.tracker().over(of.request());
      tell.run();
    }

    private void stop() {
      waiting.remove(this);
      timer.ifPresent(Timers.Timer::cancel);
      List<RequestId> rest = List.copyOf(asked.values());
      asked.clear();
      asker.ifPresent(
          by -> rest.forEach(q -> wiring.serverRequests().withdraw(by, q, "the task is over")));
    }

    void lost(Run gone) {
      if (asker.filter(gone::equals).isPresent()) {
        asked.clear(); // the client is told by `ServerRequests`
        asker = Optional.empty();
      }
    }
  }
}
