package dev.pitstop.channel.cli;

import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunLog;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// The messages that one schema was sent: it takes them apart, handles them, and knows which have
/// begun. A limited number of calls runs at once, each on a thread of its own; the others wait.
/// Thread-safe; only [#close] waits.
final class CliInbox {
  /// A message, kept as long as somebody may ask what happened to it.
  private static final class Received {
    private final int length;

    /// Whether it was handled, or a process may have been started for it.
    private volatile boolean begun;

    Received(int length) {
      this.length = length;
    }
  }

  private final Map<String, CliTool> tools = new LinkedHashMap<>(); // not changed any more
  private final CliSchema schema;
  private final CliProgram program;
  private final RunLog log;
  private final CliAnswers answers;
  private final CliMessages messages;
  private final Map<Long, Received> entries = new ConcurrentHashMap<>();
  private final AtomicLong last = new AtomicLong();

  /// The calls that wait or run, by the numbers of their messages.
  private final Map<Long, CliCall> calls = new ConcurrentHashMap<>();

  private final ThreadPoolExecutor threads;

  CliInbox(CliProgram program, RunLog log, CliMessages messages, CliSchema schema) {
    schema.tools().forEach(tool -> tools.put(tool.name(), tool));
    this.schema = schema;
    this.program = program;
    this.log = log;
    this.answers = new CliAnswers(log.server(), schema);
    this.messages = messages;
    this.threads = CliMessages.threads(program.calls().parallel(), log.server() + " call");
  }

  /// What is known of the schema.
  Facts.Schema described() {
    List<String> problems = schema.problems().stream().map(CliSchema.Problem::text).toList();
    return new Facts.Schema(tools.size(), problems, program.begun().get());
  }

  /// Takes a message, which is handled later. Does not wait.
  Link.Sent add(Outgoing message) {
    Received entry = new Received(message.length());
    long at = last.incrementAndGet();
    entries.put(at, entry);
    messages.add(() -> take(at, entry, Codec.parse(message.bytes())));
    return new Link.Sent(at, message.length());
  }

  /// It was answered.
  void forget(long number) {
    entries.remove(number);
  }

  /// A forgotten message was answered.
  boolean mayHaveRun(long number) {
    Received entry = entries.get(number);
    return entry == null || entry.begun;
  }

  /// How many bytes the messages have that have not begun.
  long pending() {
    long sum = 0;
    for (Received e : entries.values()) {
      sum += e.begun ? 0 : e.length;
    }
    return sum;
  }

  private void take(long at, Received entry, Message message) {
    if (message instanceof Message.Request r) {
      try {
        request(at, entry, r);
      } catch (Throwable t) { // the caller must get an answer nevertheless
        messages.defect("request", t);
        String why = "Internal error in Pitstop: " + t;
        messages.tell(Messages.error(r.id(), Messages.INTERNAL_ERROR, why));
      }
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

  private void request(long at, Received entry, Message.Request r) {
    RequestFacts facts = RequestFacts.of(r);
    String name = Json.string(r.bytes(), facts.name());
    Optional<CliTool> tool =
        r.method().equals(Methods.TOOLS_CALL)
            ? Optional.ofNullable(tools.get(name))
            : Optional.empty();
    if (tool.isPresent() && CliAnswers.serves(r, facts)) {
      call(at, entry, new CliCall(program, log, messages, r, facts, tool.get()));
    } else {
      messages.tell(answers.to(r, facts));
      entry.begun = true;
    }
  }

  // Calls.

  private void call(long at, Received entry, CliCall call) {
    calls.put(at, call);
    threads.execute(() -> {
      entry.begun = true;
      call.run();
      calls.remove(at);
    });
  }

  /// A cancelled call that waits still takes its turn, in which it does nothing.
  private void cancel(RequestId id) {
    calls.forEach((at, call) -> {
      if (call.asks(id)) {
        entries.remove(at);
        call.cancel();
      }
    });
  }

  /// Lets no call begin any more, stops the running ones, and waits for their ends.
  ///
  /// @return whether all have ended in time
  boolean close(Duration limit) throws InterruptedException {
    threads.getQueue().clear();
    threads.shutdown();
    calls.values().forEach(CliCall::cancel);
    return threads.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Lets no call begin any more, and kills the running ones.
  void kill() {
    threads.getQueue().clear();
    threads.shutdown();
    calls.values().forEach(CliCall::kill);
  }
}
