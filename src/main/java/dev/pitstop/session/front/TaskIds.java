package dev.pitstop.session.front;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;

/// Ids of tasks that servers made (2025-11-25), among many servers. Outside, an id is `server:id`,
/// so that each names its server (K33). Ids of the client's own tasks stay unchanged.
public final class TaskIds {

  private TaskIds() {}

  /// The server's name in the client's id of a task; empty if there is none.
  public static String server(String outside) {
    int colon = outside.indexOf(':');
    return colon < 0 ? "" : outside.substring(0, colon);
  }

  /// The id without the server's name.
  public static String inside(String outside) {
    return outside.substring(outside.indexOf(':') + 1);
  }

  /// Changes the ids in the answer to a request of this method.
  public static void inAnswer(Splice splice, String method, Message.Result r, String server) {
    switch (method) {
      case Methods.TOOLS_CALL, Methods.PROMPTS_GET -> made(splice, r, server);
      case Methods.TASKS_GET, Methods.TASKS_RESULT, Methods.TASKS_CANCEL, Methods.TASKS_UPDATE ->
          asked(splice, r, server);
      default -> {}
    }
  }

  /// Changes the id in the answer to a request that may make a task, if it has made one. Tasks of
  /// revision 2026-07-28, an extension, have their id in the result itself.
  public static void made(Splice splice, Message.Result r, String server) {
    byte[] b = r.bytes();
    Span task = r.member("task");
    if (Json.isObject(b, task)) {
      outside(splice, b, Json.member(b, task, "taskId"), server);
    }
    if (Json.string(b, r.member("resultType")).equals("task")) {
      outside(splice, b, r.member("taskId"), server);
    }
    related(splice, b, r.member("_meta"), server);
  }

  /// Changes the id in the answer to a request about a task.
  public static void asked(Splice splice, Message.Result r, String server) {
    outside(splice, r.bytes(), r.member("taskId"), server);
    related(splice, r.bytes(), r.member("_meta"), server);
  }

  /// Changes the ids in a notification of a server.
  public static void said(Splice splice, Message.Notification n, String server) {
    if (n.method().equals("notifications/tasks/status")) {
      outside(splice, n.bytes(), n.param("taskId"), server);
    }
    related(splice, n.bytes(), n.param("_meta"), server);
  }

  /// Changes the id of the server's task that a request of the server is for. A `taskId` in the
  /// request's parameters is the client's.
  public static void wanted(Splice splice, Message.Request r, String server) {
    related(splice, r.bytes(), r.param("_meta"), server);
  }

  /// Changes the id of the server's task that the client's answer to a request of the server is
  /// for.
  public static void answered(Splice splice, Message.Result r, String server) {
    Span related = Json.member(r.bytes(), r.member("_meta"), Meta.RELATED_TASK);
    Span id = Json.member(r.bytes(), related, "taskId");
    if (Json.isString(r.bytes(), id) && server(Json.string(r.bytes(), id)).equals(server)) {
      splice.replace(id, Messages.utf8(Json.quote(inside(Json.string(r.bytes(), id)))));
    }
  }

  /// Whether a notification names its task.
  static boolean isOfTask(Message.Notification n) {
    return Json.member(n.bytes(), n.param("_meta"), Meta.RELATED_TASK).present();
  }

  private static void related(Splice splice, byte[] b, Span meta, String server) {
    Span related = Json.member(b, meta, Meta.RELATED_TASK);
    outside(splice, b, Json.member(b, related, "taskId"), server);
  }

  /// Changes one id, if it is valid.
  public static void outside(Splice splice, byte[] b, Span id, String server) {
    if (Json.isString(b, id)) {
      splice.replace(id, Messages.utf8(Json.quote(server + ":" + Json.string(b, id))));
    }
  }
}
