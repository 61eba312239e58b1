package dev.pitstop.channel.shared;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// What a shared process asks: each question goes to the one session that has caused it. Over stdio
/// a question does not say its call, so it must be clear from the calls in flight. A question that
/// belongs to no session, or to one of several, is refused. In turns of the server's monitor.
final class Questions {
  private static final int REFUSED = -32600;

  private final List<? extends Place> seats;
  private final Requests requests;
  private final Tasks tasks;
  private final Consumer<String> note;
  private final Map<RequestId, Place> open = new HashMap<>(); // by the process's own id
  private final Set<String> noted = new HashSet<>(); // methods

  /// @param seats those at the process
  /// @param note takes why a question was refused, once for each method
  Questions(List<? extends Place> seats, Requests requests, Tasks tasks, Consumer<String> note) {
    this.seats = seats;
    this.requests = requests;
    this.tasks = tasks;
    this.note = note;
  }

  /// The process asks something.
  ///
  /// @return what it is answered at once
  Optional<Outgoing> ask(Message.Request q) {
    if (q.method().equals(Methods.PING)) {
      return Optional.of(Outgoing.of(Messages.result(q.id(), "{}")));
    }
    if (q.method().equals(Methods.ROOTS)) {
      String why = "each of them has roots of its own";
      return Optional.of(refused(q, Messages.METHOD_NOT_FOUND, why));
    }
    Optional<Place> whom = cause(q).filter(seats::contains);
    if (whom.isEmpty()) {
      int calls = requests.busy(true).size();
      String why =
          calls == 0
              ? "none of them has a call in flight"
              : "it may belong to calls of several of them";
      return Optional.of(refused(q, REFUSED, why));
    }
    open.put(q.id(), whom.get());
    whom.get().hear(q);
    return Optional.empty();
  }

  private Outgoing refused(Message.Request q, int code, String why) {
    String text = "the server is shared by several sessions, and " + why;
    if (noted.add(q.method())) {
      note.accept("refused a `" + q.method() + "` of the server: " + text);
    }
    return Outgoing.of(
        Messages.error(q.id(), code, "Pitstop cannot pass this on to a client: " + text + "."));
  }

  private Optional<Place> cause(Message.Request q) {
    String task =
        Json.string(q.bytes(), Json.path(q.bytes(), q.param("_meta"), Meta.RELATED_TASK, "taskId"));
    if (!task.isEmpty()) {
      return tasks.owner(task);
    }
    Set<Place> busy = requests.busy(true);
    if (busy.isEmpty() && seats.size() == 1) {
      return Optional.of(seats.getFirst());
    }
    return busy.size() == 1 ? busy.stream().findFirst() : Optional.empty();
  }

  /// A session answers.
  ///
  /// @return whether it was asked
  boolean answers(Place by, Message.Response answer) {
    Optional<RequestId> id =
        answer instanceof Message.Result r
            ? Optional.of(r.id())
            : answer instanceof Message.Failure f ? f.id() : Optional.empty();
    return id.isPresent() && open.remove(id.get(), by);
  }

  /// The process no longer wants an answer.
  ///
  /// @return who was asked
  Optional<Place> withdrawn(RequestId id) {
    return Optional.ofNullable(open.remove(id));
  }

  /// A session has left: what it was asked is refused.
  List<Outgoing> left(Place seat) {
    List<Outgoing> answers = new ArrayList<>();
    for (Map.Entry<RequestId, Place> one : Map.copyOf(open).entrySet()) {
      if (one.getValue().equals(seat)) {
        open.remove(one.getKey());
        String text = "The session that was asked has left.";
        answers.add(Outgoing.of(Messages.error(one.getKey(), Messages.INTERNAL_ERROR, text)));
      }
    }
    return answers;
  }
}
