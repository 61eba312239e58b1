package dev.pitstop.backend;

import dev.pitstop.mcp.Messages;
import dev.pitstop.process.BinaryInfo;
import dev.pitstop.process.Child;
import dev.pitstop.process.Exit;
import dev.pitstop.rpc.CallTable;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Head;
import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.LineReader;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Splice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// One run of a stdio server: its process, the way in, the calls it has been given. Its stdout is
/// read by a platform thread of its own, which parses and hands over and never waits for this or
/// another server.
///
/// Mutable fields are guarded by the session's monitor.
public final class Incarnation {
  /// Where what the server says goes; called by the reader thread, outside a turn.
  interface Receiver {
    void received(Incarnation from, Message message);

    void tooLong(Incarnation from, Line.TooLong line);

    /// A line that is no MCP message (L7), though it may be meant as one.
    ///
    /// @param whole false for the beginning of a line that its end cut off
    void malformed(Incarnation from, Message.Malformed line, boolean whole);

    /// Something to say about its stdout.
    void stray(Incarnation from, String line);

    /// Nothing more will come from its stdout.
    void outputEnded(Incarnation from);

    /// The reader is about to wait for the server's next bytes: what it was told leaves now. May
    /// wait until the client has read what it was sent (back pressure).
    void beforeRead() throws InterruptedException;
  }

  /// How far the handshake is.
  enum Greeting {
    /// Nothing was asked yet: it is not known which era the session has.
    NONE,
    ASKED,
    /// It has answered, and may be given requests.
    DONE
  }

  private static final long LAST_WORDS_MILLIS = 2_000;

  private final int gen;
  private final Child child;
  private final Outbox outbox;
  private final InFlight inFlight;
  private final CompletableFuture<Void> outputEnded = new CompletableFuture<>();

  Greeting greeting = Greeting.NONE;
  boolean legacy; // it has answered an initialize
  boolean initializeAsked;
  boolean initializedSent;
  Optional<String> level = Optional.empty(); // what it has been told of the session
  final Set<String> subscribed = new LinkedHashSet<>(); // URIs, likewise
  final List<String> remarks = new ArrayList<>(); // on its start, for the agent
  boolean serving;
  boolean served; // it has been the serving one
  boolean retired;
  boolean stopping;
  boolean dropping; // what it should have been told lately was too much to keep
  boolean timed; // its start deadline runs
  Optional<String> stopReason = Optional.empty();
  Optional<String> trouble =
      Optional.empty(); // why its start failed, when it was not the exit itself
  Optional<String> capabilities = Optional.empty(); // of its initialize or discover result
  Optional<BinaryInfo> file = Optional.empty(); // for the notice; not looked at for the first one
  long readyAfterMillis = -1;

  Incarnation(int gen, Child child, Outbox outbox, String aliasPrefix) {
    this.gen = gen;
    this.child = child;
    this.outbox = outbox;
    this.inFlight = new InFlight(aliasPrefix + gen + "-");
  }

  public int gen() {
    return gen;
  }

  public Child child() {
    return child;
  }

  Outbox outbox() {
    return outbox;
  }

  public CallTable<Call> calls() {
    return inFlight.calls();
  }

  InFlight inFlight() {
    return inFlight;
  }

  public boolean retired() {
    return retired;
  }

  /// It is being stopped, or was replaced.
  public boolean leaving() {
    return retired || stopping;
  }

  /// Whether it has answered an `initialize`.
  public boolean legacy() {
    return legacy;
  }

  /// The file it runs, as it was at the spawn.
  public Optional<BinaryInfo> file() {
    return file;
  }

  /// What the agent should know of its start, a line each.
  public List<String> remarks() {
    return List.copyOf(remarks);
  }

  public boolean serving() {
    return serving;
  }

  /// Milliseconds from spawn to the end of the handshake, or -1.
  public long readyAfterMillis() {
    return readyAfterMillis;
  }

  /// Tells when the process is dead and what it wrote has been read, or had two seconds to be read.
  void whenEnded(CompletableFuture<Void> stderrEnded, Consumer<Exit> then) {
    CompletableFuture<Void> drained = CompletableFuture.allOf(outputEnded, stderrEnded);
    child
        .exited()
        .whenComplete((exit, never) ->
            drained
                .completeOnTimeout(null, LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)
                .whenComplete((nothing, neither) -> then.accept(exit)));
  }

  /// Gives the server a request. In a turn.
  void give(Monitor monitor, Call call) {
    Message.Request r = call.request();
    RequestId id = calls().add(r.id(), call);
    byte[] bytes = r.bytes();
    if (!id.equals(r.id())) {
      try {
        bytes = new Splice(bytes).replace(r.idSpan(), id.bytes()).apply();
      } catch (OutOfMemoryError e) {
        calls().take(id); // not sent; the caller is told, the session goes on
        call.end(new Call.Ending.Failed(Texts.noMemory("The call was not sent", bytes.length)));
        return;
      }
    }
    long end = monitor.toServer(outbox, bytes);
    call.sent(this, id, end, bytes.length);
    inFlight.sent(call);
  }

  /// Takes the call that an answer belongs to: the first answer only (F3).
  Optional<Call> answered(RequestId id) {
    Optional<Call> call = inFlight.answered(id);
    call.ifPresent(c -> outbox.acknowledge(c.end()));
    return call;
  }

  /// The call in flight that issued this progress token.
  public Optional<Call> byToken(String lexeme) {
    return inFlight.byToken(lexeme);
  }

  /// Takes all calls that it will never answer; those that never began to leave are marked so.
  List<Call> orphans() {
    List<Call> all = inFlight.drain();
    for (Call c : all) {
      if (!outbox.begun(c.end(), c.length())) {
        c.notDelivered();
      }
    }
    return all;
  }

  void startReading(Receiver to, int maxBytes, String name) {
    Thread.ofPlatform().daemon().name(name + " reader").start(() -> read(to, maxBytes));
  }

  private void read(Receiver to, int maxBytes) {
    LineReader lines = new LineReader(child.stdout(), maxBytes, to::beforeRead);
    boolean open = true;
    try {
      while (open) {
        Line line = lines.next();
        if (line instanceof Line.Text t) {
          handSafely(to, t);
        } else if (line instanceof Line.NoMemory n) {
          noMemory(to, Head.of(n.head(), n.tail()), n.length());
        } else if (line instanceof Line.TooLong t) {
          to.tooLong(this, t);
        } else {
          open = false;
        }
      }
    } catch (IOException e) {
      to.stray(this, "(reading stdout ended: " + e.getMessage() + ")");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // only the end of the process interrupts it
    } finally {
      outputEnded.complete(null);
      to.outputEnded(this);
    }
  }

  /// A message that there is no memory for costs itself, not the reader, and with it the server.
  private void handSafely(Receiver to, Line.Text line) {
    try {
      hand(to, line.bytes(), line.terminated());
    } catch (OutOfMemoryError e) {
      noMemory(to, Head.of(line.bytes()), line.bytes().length);
    }
  }

  /// In place of the message that was lost there is an error, for whoever waits for it.
  private void noMemory(Receiver to, Head head, long length) {
    String what = head.kind() == Head.Kind.REQUEST ? "The request" : "The message of the server";
    String text = Texts.noMemory(what + " was lost", length);
    to.stray(this, text);
    if (head.id().isEmpty()) {
      return;
    }
    byte[] error = Messages.error(head.id().get(), Messages.INTERNAL_ERROR, text);
    if (head.kind() == Head.Kind.REQUEST) {
      outbox.offer(error);
      outbox.flush(Outbox.Flush.LATER);
    } else {
      hand(to, error, true);
    }
  }

  /// @param whole whether the server ended the line: half a message is its last, and the end that
  ///   follows answers the call (C1)
  private void hand(Receiver to, byte[] line, boolean whole) {
    hand(to, Codec.parse(line), whole);
  }

  private void hand(Receiver to, Message message, boolean whole) {
    if (message instanceof Message.Malformed m) {
      to.malformed(this, m, whole);
    } else if (message instanceof Message.Batch b) {
      for (Message element : b.messages()) {
        hand(to, element, whole);
      }
    } else {
      to.received(this, message);
    }
  }
}
