package dev.pitstop.channel.shared;

import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Which session made which task of a shared process: others neither see nor touch it. In turns of
/// the server's monitor.
final class Tasks {
  /// How many are remembered; the oldest is forgotten, and then nobody's.
  private static final int MOST = 10_000;

  private final Map<String, Place> owners = new LinkedHashMap<>();

  /// Notes the task that an answer names, if it has made one.
  void answered(Place by, Message.Result r) {
    byte[] b = r.bytes();
    Span task = r.member("task");
    Span id = Json.isObject(b, task) ? Json.member(b, task, "taskId") : Span.NONE;
    if (!id.present() && Json.string(b, r.member("resultType")).equals("task")) {
      id = r.member("taskId");
    }
    if (id.present()) {
      owners.putIfAbsent(Json.string(b, id), by);
      if (owners.size() > MOST) {
        owners.remove(owners.keySet().iterator().next());
      }
    }
  }

  Optional<Place> owner(String task) {
    return Optional.ofNullable(owners.get(task));
  }

  /// Why a session may not send this; empty if it may.
  Optional<String> refusal(Place by, Message.Request r) {
    if (r.method().equals(Methods.TASKS_LIST)) {
      return Optional.of("The server is shared by several sessions, and its tasks are not listed.");
    }
    if (!r.method().startsWith("tasks/")) {
      return Optional.empty();
    }
    String task = Json.string(r.bytes(), r.param("taskId"));
    return owner(task).filter(o -> !o.equals(by)).isPresent()
        ? Optional.of("There is no task " + task + " of this session.")
        : Optional.empty();
  }

  void left(Place seat) {
    owners.values().removeIf(seat::equals);
  }
}
