package dev.pitstop.session.bridge;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.told.Stale;
import java.util.Map;
import java.util.Set;

/// The tasks of 2025-11-25 ("Tasks") and those of the extension `io.modelcontextprotocol/tasks`
/// (SEP-2663) in each other's words. Pure.
final class TaskShapes {
  private static final Set<String> SAME =
      Set.of("taskId", "status", "statusMessage", "createdAt", "lastUpdatedAt");
  private static final Map<String, String> LEGACY =
      Map.of("ttlMs", "ttl", "pollIntervalMs", "pollInterval");
  private static final Map<String, String> MODERN =
      Map.of("ttl", "ttlMs", "pollInterval", "pollIntervalMs");
  private static final byte[] OPTIONAL = Messages.utf8("{\"taskSupport\":\"optional\"}");

  private TaskShapes() {}

  /// Tells the client the end of a call.
  ///
  /// @param member the result or the error, as a member of the response
  static void tell(Stale.CallReporter back, Call call, Run by, String member) {
    String id = call.request().id().lexeme();
    byte[] message = Messages.utf8("{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + member + "}");
    if (Codec.parse(message) instanceof Message.Response r) {
      back.tell(call, new Call.Ending.Answered(by, r));
    }
  }

  /// @param result a JSON object
  static void result(Stale.CallReporter back, Call call, Run by, String result) {
    tell(back, call, by, "\"result\":" + result);
  }

  /// Whether a modern server has the extension.
  static boolean modern(Run run) {
    return run.offers("extensions", Meta.TASKS_EXTENSION);
  }

  /// Whether a legacy server can run its tools as tasks.
  static boolean legacy(Run run) {
    return run.offers("tasks", "requests", "tools", "call");
  }

  /// Whether a modern request declares the extension.
  static boolean declared(Message.Request r, RequestFacts f) {
    return Json.path(
            r.bytes(), f.meta(), Meta.CLIENT_CAPABILITIES, "extensions", Meta.TASKS_EXTENSION)
        .present();
  }

  /// The members of a task in the words of 2025-11-25, without braces.
  static String legacy(byte[] b, Span task) {
    boolean failed = Json.isTrue(b, Json.path(b, task, "result", "isError"));
    return members(b, task, LEGACY, failed ? "\"failed\"" : "");
  }

  /// The members of a task in the words of the extension, without braces.
  ///
  /// @param status another status than the task has, as JSON, or empty
  static String modern(byte[] b, Span task, String status) {
    return members(b, task, MODERN, status);
  }

  private static String members(byte[] b, Span task, Map<String, String> names, String status) {
    StringBuilder out = new StringBuilder();
    Json.members(
        b,
        task,
        (key, value) -> {
          String name = Json.string(b, key);
          String other = SAME.contains(name) ? name : names.getOrDefault(name, "");
          if (!other.isEmpty()) {
            out.append(out.isEmpty() ? "" : ",").append(Json.quote(other)).append(':');
            boolean says = name.equals("status") && !status.isEmpty();
            out.append(says ? status : value.text(b));
          }
        });
    return out.toString();
  }

  /// The `_meta` of a result as a further member, if it has one.
  static String meta(Message.Result r) {
    Span meta = r.member("_meta");
    return Json.isObject(r.bytes(), meta) ? ",\"_meta\":" + meta.text(r.bytes()) : "";
  }

  /// The task that a message is for; empty if it names none.
  static String related(byte[] b, Span meta) {
    return Json.string(b, Json.path(b, meta, Meta.RELATED_TASK, "taskId"));
  }

  /// The object with the id of its task in its `_meta`.
  static String related(String object, String task) {
    byte[] b = Messages.utf8(object);
    Span all = new Span(0, b.length);
    Span meta = Json.member(b, all, "_meta");
    String id = "{\"taskId\":" + Json.quote(task) + "}";
    Splice splice = new Splice(b);
    if (Json.isObject(b, meta)) {
      splice.putMember(meta, Meta.RELATED_TASK, Messages.utf8(id));
    } else {
      splice.putMember(
          all, "_meta", Messages.utf8("{" + Json.quote(Meta.RELATED_TASK) + ":" + id + "}"));
    }
    byte[] edited = splice.apply();
    return new Span(0, edited.length).text(edited);
  }

  /// The `_meta` of modern requests of a client that has the extension.
  static String declaring(String meta) {
    byte[] b = Messages.utf8(meta);
    Span can = Json.member(b, new Span(0, b.length), Meta.CLIENT_CAPABILITIES);
    Span extensions = Json.member(b, can, "extensions");
    Splice splice = new Splice(b);
    if (Json.isObject(b, extensions)) {
      splice.putMember(extensions, Meta.TASKS_EXTENSION, Messages.utf8("{}"));
    } else if (Json.isObject(b, can)) {
      splice.putMember(
          can, "extensions", Messages.utf8("{" + Json.quote(Meta.TASKS_EXTENSION) + ":{}}"));
    }
    byte[] edited = splice.apply();
    return new Span(0, edited.length).text(edited);
  }

  /// Each tool of this page may be called as a task.
  static void offer(Splice splice, Message.Result page) {
    for (Span tool : Json.elements(page.bytes(), page.member("tools"))) {
      if (Json.isObject(page.bytes(), tool)) {
        splice.putMember(tool, "execution", OPTIONAL);
      }
    }
  }

  /// Sends another request about a task in the place of the client's, under the same id.
  record Instead(String method, String task) implements Call.RequestEdits {
    @Override
    public void into(Splice splice, Call call, Run to) {
      byte[] b = call.request().bytes();
      int from = 0;
      while (b[from] != '{') {
        from++;
      }
      int end = b.length;
      while (b[end - 1] != '}') {
        end--;
      }
      splice.replace(
          Json.member(b, new Span(from, end), "method"), Messages.utf8(Json.quote(method)));
      splice.replace(
          call.request().params(), Messages.utf8("{\"taskId\":" + Json.quote(task) + "}"));
    }
  }
}
