package dev.pitstop.session;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;

/// Ids of tasks (2025-11-25) among many servers: outside `server:id`, so that each says whose it is
/// (K33).
final class TaskIds {
  private static final String RELATED = "io.modelcontextprotocol/related-task";

  private TaskIds() {}

  /// The name of the server in the id of a task as the client knows it; empty if there is none.
  static String server(String outside) {
    int colon = outside.indexOf(':');
    return colon < 0 ? "" : outside.substring(0, colon);
  }

  /// Takes the server's name out of the id.
  static void inside(Splice splice, byte[] b, Span id) {
    String outside = Json.string(b, id);
    String inner = outside.substring(outside.indexOf(':') + 1);
    splice.replace(id, Messages.utf8(Json.quote(inner)));
  }

  /// Puts the server's name into the ids of an answer: of a task that was made, that was asked for,
  /// that a result belongs to, and of those in a list.
  static void outside(Splice splice, Message.Result r, String server) {
    byte[] b = r.bytes();
    Span task = r.member("task");
    if (Json.isObject(b, task)) {
      outside(splice, b, Json.member(b, task, "taskId"), server);
    }
    outside(splice, b, r.member("taskId"), server);
    related(splice, b, r.member("_meta"), server);
  }

  /// Likewise in a notification.
  static void outside(Splice splice, Message.Notification n, String server) {
    outside(splice, n.bytes(), n.param("taskId"), server);
    related(splice, n.bytes(), n.param("_meta"), server);
  }

  private static void related(Splice splice, byte[] b, Span meta, String server) {
    if (Json.isObject(b, meta)) {
      Span related = Json.member(b, meta, RELATED);
      if (Json.isObject(b, related)) {
        outside(splice, b, Json.member(b, related, "taskId"), server);
      }
    }
  }

  /// One id.
  static void outside(Splice splice, byte[] b, Span id, String server) {
    if (Json.isString(b, id)) {
      splice.replace(id, Messages.utf8(Json.quote(server + ":" + Json.string(b, id))));
    }
  }
}
