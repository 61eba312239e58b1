package dev.pitstop.channel;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.BinaryInfo;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/// A run that is one schema of a command-line program (T1): it opens when the program has described
/// its tools, answers what it can itself, and gives calls to processes.
///
/// Thread-safe; its lock is held for an instant and never while anything is told or waited for.
final class CliRun implements Link {
  /// With the ladder of the processes before, until the end is told whatever they do.
  private static final long GRACE_MILLIS = 5_000;

  /// What is sent before the run is open, or after its end, and so is lost.
  private static final long NOWHERE = Long.MAX_VALUE;

  private static final String UNWANTED =
      "was not wanted any more before it had said what it offers";

  private enum Phase {
    OPENING,
    OPEN,
    CLOSING,
    OVER
  }

  /// A message that was sent, as long as it may be asked what became of it.
  private static final class Entry {
    private final int length;
    private volatile boolean taken; // by the thread of messages
    private volatile Optional<CliCall> call = Optional.empty();

    Entry(int length) {
      this.length = length;
    }

    /// Whether a process may have been started for it.
    boolean begun() {
      return taken && call.map(CliCall::begun).orElse(true);
    }
  }

  private final Cli channel;
  private final int number;
  private final Teller teller;
  private final CliMessages messages;
  private final CliCalls calls;
  private final Map<Long, Entry> entries = new ConcurrentHashMap<>();

  // Guarded by `this`.
  private long sent;
  private Phase phase = Phase.OPENING;
  private Optional<CliProcess> describing = Optional.empty();
  private Optional<Timers.Timer> limit = Optional.empty();

  private final long begunNanos = System.nanoTime();
  private final long begunMillis = System.currentTimeMillis();

  // Written once, before the run is told to be open.
  private volatile Optional<CliSchema> schema = Optional.empty();
  private volatile Facts since = Facts.NONE;

  CliRun(Cli channel, int number, Events events) {
    this.channel = channel;
    this.number = number;
    this.teller = new Teller(channel.name, number, channel.log, events);
    this.messages = new CliMessages(channel, teller);
    this.calls = new CliCalls(channel.calls.parallel(), this::begin);
  }

  // Its beginning.

  void start() {
    try {
      channel.begin("schema", this::describe);
    } catch (Throwable t) {
      end(new End.Refused(""), "there is no memory for a thread: " + t);
    }
  }

  /// The root of the thread `schema`.
  private void describe() {
    try {
      CliDescription description = new CliDescription(channel, number);
      synchronized (this) {
        if (phase != Phase.OPENING) {
          return; // whoever stopped it tells its end
        }
        describing = Optional.of(description.process());
      }
      Optional<CliSchema> read = description.read();
      if (read.isPresent()) {
        opened(read.get());
      } else {
        end(new End.Refused(""), description.problem());
      }
    } catch (Throwable t) {
      teller.failed("schema", t);
      end(new End.Refused(""), "Pitstop itself failed (" + t + ")");
    }
  }

  private void opened(CliSchema read) {
    boolean wanted;
    synchronized (this) {
      describing = Optional.empty();
      wanted = phase == Phase.OPENING;
      if (wanted) {
        schema = Optional.of(read);
        since =
            new Facts(
                OptionalLong.empty(),
                begunNanos,
                begunMillis,
                number > 1 ? BinaryInfo.glance(channel.command()) : Optional.empty(),
                Optional.empty(),
                Optional.empty());
        phase = Phase.OPEN;
      }
    }
    if (wanted) {
      teller.opened();
    } else {
      closed(new End.Closed());
    }
  }

  // Messages.

  @Override
  public Sent send(Outgoing message) {
    long at;
    Entry entry = new Entry(message.length());
    synchronized (this) {
      if (phase != Phase.OPEN) {
        return new Sent(NOWHERE, message.length());
      }
      sent++;
      at = sent;
      entries.put(at, entry);
    }
    messages.add(() -> take(at, entry, message));
    return new Sent(at, message.length());
  }

  /// What is not taken when the run closes never is: it may be sent to another (C2).
  private void take(long at, Entry entry, Outgoing outgoing) {
    synchronized (this) {
      if (phase != Phase.OPEN) {
        return;
      }
      entry.taken = true;
    }
    Message message = Codec.parse(outgoing.bytes());
    if (message instanceof Message.Request r) {
      request(r, entry);
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

  private void cancel(RequestId id) {
    entries.values().removeIf(e -> e.call.filter(c -> c.request().id().equals(id)).isPresent());
    calls.cancel(id);
  }

  private void request(Message.Request r, Entry entry) {
    RequestFacts facts = RequestFacts.of(r);
    CliSchema known = schema.orElseThrow();
    if (CliAnswers.speaksOther(r, facts)) {
      messages.tell(CliAnswers.unsupported(r, facts));
    } else if (r.method().equals(Methods.LISTEN) && facts.modern()) {
      messages.tell(CliAnswers.acknowledged(r)); // its end comes with that of the run
    } else if (r.method().equals(Methods.TOOLS_CALL)) {
      String name = Json.string(r.bytes(), facts.name());
      Optional<CliTool> tool = known.tool(name);
      if (tool.isEmpty()) {
        messages.tell(Messages.error(r.id(), Messages.INVALID_PARAMS, unknown(name, known)));
        return;
      }
      Optional<CliProgress> progress =
          facts.progressToken().present()
              ? Optional.of(
                  new CliProgress(
                      facts.progressToken().text(r.bytes()), channel.timers, messages::tellSoon))
              : Optional.empty();
      CliCall call = new CliCall(channel, number, r, facts, tool.get(), progress);
      entry.call = Optional.of(call);
      calls.add(call);
    } else {
      messages.tell(new CliAnswers(channel.name, known).to(r, facts));
    }
  }

  private static String unknown(String name, CliSchema known) {
    List<String> near = Nearest.names(name, known.tools().stream().map(CliTool::name).toList(), 3);
    return "Unknown tool: "
        + name
        + (near.isEmpty() ? "" : ". Did you mean `" + String.join("`, `", near) + "`?");
  }

  private void begin(CliCall call) {
    try {
      channel.begin("call", () -> run(call));
    } catch (Throwable t) {
      refuse(call, t);
    }
  }

  /// The root of a call's thread.
  private void run(CliCall call) {
    try {
      call.answer().ifPresent(messages::tell);
    } catch (Throwable t) {
      teller.failed("call", t);
      refuse(call, t);
      return;
    }
    calls.over(call);
  }

  /// Pitstop itself has failed.
  private void refuse(CliCall call, Throwable why) {
    try {
      messages.tell(call.failed("the call failed, as Pitstop itself did: " + why));
    } catch (Throwable t) {
      teller.unusable(new Events.Unusable.NoMemory(Optional.of(call.request().id()), true, 0));
    }
    calls.over(call);
  }

  @Override
  public void answered(Sent message) {
    entries.remove(message.end());
  }

  /// What is forgotten was answered.
  @Override
  public boolean mayHaveRun(Sent message) {
    Entry entry = entries.get(message.end());
    return message.end() != NOWHERE && (entry == null || entry.begun());
  }

  @Override
  public long pending() {
    long sum = 0;
    for (Entry e : entries.values()) {
      sum += e.begun() ? 0 : e.length;
    }
    return sum;
  }

  // Its end.

  /// May be called in a turn, in which nothing may be told.
  @Override
  public void stop(String reason) {
    Optional<CliProcess> left;
    synchronized (this) {
      if (phase == Phase.CLOSING || phase == Phase.OVER) {
        return;
      }
      phase = Phase.CLOSING;
      left = describing;
      long millis = channel.limits.total().toMillis() + GRACE_MILLIS;
      limit = Optional.of(channel.timers.after(millis, () -> closed(new End.SurvivedKill())));
    }
    channel.log.info("stop", "server", channel.name, "spawn", number, "why", reason);
    if (left.isPresent()) {
      left.get().end(new CliProcess.How.Cancelled()); // whoever waits for it tells the end
    } else {
      soon(() -> calls.close(() -> closed(new End.Closed())));
    }
  }

  /// May be called in a turn, too.
  @Override
  public void kill() {
    Optional<CliProcess> left;
    synchronized (this) {
      if (phase == Phase.OVER) {
        return;
      }
      phase = Phase.CLOSING;
      left = describing;
    }
    left.ifPresent(CliProcess::kill);
    calls.kill();
    soon(() -> closed(new End.Closed()));
  }

  private void soon(Runnable task) {
    try {
      channel.begin("close", task);
    } catch (Throwable t) {
      teller.failed("close", t);
      channel.timers.after(0, task);
    }
  }

  private void closed(End how) {
    end(how, UNWANTED);
  }

  /// @param unopened why it was refused, if it is not open
  private void end(End how, String unopened) {
    boolean refused;
    synchronized (this) {
      if (phase == Phase.OVER) {
        return;
      }
      refused = phase == Phase.OPENING;
      phase = Phase.OVER;
      limit.ifPresent(Timers.Timer::cancel);
    }
    if (refused) {
      channel.log.error("schema-failed", "server", channel.name, "spawn", number, "why", unopened);
    }
    messages.end();
    teller.ended(how, unopened);
  }

  @Override
  public Facts facts() {
    return schema
        .map(s ->
            new Facts(
                since.pid(),
                since.startedNanos(),
                since.startedMillis(),
                since.file(),
                since.daemon(),
                Optional.of(
                    new Facts.Schema(
                        s.tools().size(),
                        s.problems().stream().map(CliSchema.Problem::text).toList(),
                        channel.begun.get()))))
        .orElse(Facts.NONE);
  }

  @Override
  public Optional<TreeUsage> usage() {
    return Optional.empty();
  }
}
