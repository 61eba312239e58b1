package dev.pitstop.channel.cli;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.channel.Link;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// The messages that one schema was sent: it takes them apart, handles them, and knows which have
/// begun. A limited number of calls runs at once, each on a thread of its own; the others wait.
/// Thread-safe; its lock is held for an instant.
final class CliInbox {
  /// A message, kept as long as somebody may ask what happened to it.
  private static final class Received {
    private final int length;
    private volatile boolean done; // handled, and not a call
    private volatile Optional<CliCall> call = Optional.empty();

    Received(int length) {
      this.length = length;
    }

    /// Whether a process may have been started for it.
    boolean begun() {
      return call.map(CliCall::begun).orElse(done);
    }
  }

  private final Map<String, CliTool> tools = new LinkedHashMap<>(); // not changed any more
  private final CliAnswers answers;
  private final CliMessages messages;
  private final CliCall.Shared shared;
  private final Map<Long, Received> entries = new ConcurrentHashMap<>();
  private final AtomicLong last = new AtomicLong();

  // Guarded by `this`.
  private final Deque<CliCall> waiting = new ArrayDeque<>();
  private final Set<CliCall> running = new LinkedHashSet<>();
  private Optional<Runnable> whenDone = Optional.empty(); // set when no call may begin any more

  CliInbox(CliSchema schema, CliCall.Shared shared) {
    schema.tools().forEach(tool -> tools.put(tool.name(), tool));
    this.answers = new CliAnswers(shared.program().name(), schema);
    this.messages = shared.messages();
    this.shared = shared;
  }

  /// Takes a message, which is handled later. Does not wait.
  Link.Sent add(Outgoing message) {
    Received entry = new Received(message.length());
    long at = last.incrementAndGet();
    entries.put(at, entry);
    messages.add(() -> take(at, entry, message));
    return new Link.Sent(at, message.length());
  }

  /// It was answered.
  void forget(long number) {
    entries.remove(number);
  }

  /// A forgotten message was answered.
  boolean mayHaveRun(long number) {
    Received entry = entries.get(number);
    return entry == null || entry.begun();
  }

  /// How many bytes the messages have that have not begun.
  long pending() {
    long sum = 0;
    for (Received e : entries.values()) {
      sum += e.begun() ? 0 : e.length;
    }
    return sum;
  }

  private void take(long at, Received entry, Outgoing outgoing) {
    Message message;
    try {
      message = messages.parse(outgoing);
    } catch (OutOfMemoryError e) { // the caller must get an answer nevertheless
      entry.done = true;
      messages.lost(outgoing.head().id(), outgoing.length());
      return;
    }
    if (message instanceof Message.Request r) {
      try {
        request(r, entry);
      } catch (Throwable t) { // likewise
        failed(r, t);
      }
      entry.done = entry.call.isEmpty();
    } else {
      entries.remove(at); // it has no answer
      if (message instanceof Message.Notification n && n.method().equals(Methods.CANCELLED)) {
        Span id = n.param("requestId");
        if (id.present()) {
          cancel(new RequestId(id.text(n.bytes())));
        }
      }
    }
  }

  private void failed(Message.Request r, Throwable why) {
    messages.defect("request", why);
    messages.tell(
        Messages.error(r.id(), Messages.INTERNAL_ERROR, "Internal error in Pitstop: " + why));
  }

  private void request(Message.Request r, Received entry) {
    RequestFacts facts = RequestFacts.of(r);
    if (facts.modern() && CliAnswers.speaksOther(r, facts)) {
      messages.tell(CliAnswers.unsupported(r, facts));
    } else if (r.method().equals(Methods.LISTEN) && facts.modern()) {
      messages.tell(CliAnswers.acknowledged(r)); // it ends with the run
    } else if (r.method().equals(Methods.TOOLS_CALL)) {
      call(r, facts, entry);
    } else {
      messages.tell(answers.to(r, facts));
    }
  }

  // Calls.

  private void call(Message.Request r, RequestFacts facts, Received entry) {
    String name = Json.string(r.bytes(), facts.name());
    Optional<CliTool> tool = Optional.ofNullable(tools.get(name));
    if (tool.isEmpty()) {
      messages.tell(Messages.error(r.id(), Messages.INVALID_PARAMS, unknown(name)));
      return;
    }
    CliCall call = new CliCall(shared, r, facts, tool.get());
    entry.call = Optional.of(call);
    synchronized (this) {
      waiting.addLast(call);
    }
    beginNext();
  }

  private String unknown(String name) {
    List<String> near = Nearest.names(name, List.copyOf(tools.keySet()), 3);
    return "Unknown tool: "
        + name
        + (near.isEmpty() ? "" : ". Did you mean `" + String.join("`, `", near) + "`?");
  }

  /// Begins the calls for which there is room.
  private void beginNext() {
    for (Optional<CliCall> next = next(); next.isPresent(); next = next()) {
      CliCall call = next.get();
      try {
        shared
            .program()
            .begin(
                "call",
                () -> {
                  call.run();
                  over(call);
                });
      } catch (Throwable t) {
        call.refuse(t);
        over(call);
      }
    }
  }

  private synchronized Optional<CliCall> next() {
    if (whenDone.isPresent() || running.size() >= shared.settings().parallel()) {
      return Optional.empty();
    }
    Optional<CliCall> call = Optional.ofNullable(waiting.pollFirst());
    call.ifPresent(c -> {
      running.add(c);
      c.begin();
    });
    return call;
  }

  /// A call has ended; its process is gone.
  private void over(CliCall call) {
    Optional<Runnable> done;
    synchronized (this) {
      running.remove(call);
      done = running.isEmpty() ? whenDone : Optional.empty();
    }
    done.ifPresent(Runnable::run);
    beginNext();
  }

  private void cancel(RequestId id) {
    entries.values().removeIf(e -> e.call.filter(c -> c.asks(id)).isPresent());
    Optional<CliCall> found;
    synchronized (this) {
      found = running.stream().filter(c -> c.asks(id)).findFirst();
      waiting.removeIf(c -> c.asks(id));
    }
    found.ifPresent(CliCall::cancel);
  }

  /// Lets no call begin any more, and stops the running ones.
  ///
  /// @param done run when the last has ended, perhaps at once
  void close(Runnable done) {
    List<CliCall> left;
    synchronized (this) {
      whenDone = Optional.of(done);
      left = new ArrayList<>(running);
    }
    left.forEach(CliCall::cancel);
    if (left.isEmpty()) {
      done.run();
    }
  }

  /// Lets no call begin any more, and kills the running ones.
  void kill() {
    List<CliCall> left;
    synchronized (this) {
      whenDone = Optional.of(whenDone.orElse(() -> {}));
      left = new ArrayList<>(running);
    }
    left.forEach(CliCall::kill);
  }
}
