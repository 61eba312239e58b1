package dev.pitstop.mcp;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.nio.charset.StandardCharsets;

/// The tasks of 2025-11-25, and those of the extension `io.modelcontextprotocol/tasks` (SEP-2663).
/// With one server of the client's era they pass like all that Pitstop does not know. Across eras,
/// and among many servers, they do not work. There, this keeps a client from asking for one. Pure.
public final class Tasks {
  private static final String EXTENSION = "io.modelcontextprotocol/tasks";

  private Tasks() {}

  /// Whether a request of this method is about a task.
  public static boolean concern(String method) {
    return method.startsWith("tasks/");
  }

  /// These `extensions` of a client or a server without that of tasks, as JSON.
  ///
  /// @param extensions a JSON object
  public static String without(byte[] b, Span extensions) {
    byte[] text = Messages.utf8(extensions.text(b));
    Splice splice = new Splice(text).removeMember(new Span(0, text.length), EXTENSION);
    return new String(splice.apply(), StandardCharsets.UTF_8);
  }

  /// Takes out of a request what asks for a task: `task` (2025-11-25, "Task Support"), and that the
  /// client has the extension, with which a server may make one unasked.
  public static void takeOut(Splice splice, Message.Request r, RequestFacts f) {
    if (r.method().equals(Methods.TOOLS_CALL) && r.param("task").present()) {
      splice.removeMember(r.params(), "task");
    }
    Span extensions = Json.path(r.bytes(), f.meta(), Meta.CLIENT_CAPABILITIES, "extensions");
    if (Json.isObject(r.bytes(), extensions)) {
      splice.removeMember(extensions, EXTENSION);
    }
  }
}
