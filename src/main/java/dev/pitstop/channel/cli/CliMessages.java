package dev.pitstop.channel.cli;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.Teller;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The messages between one run and its backend. Incoming ones are handled one after the other, by
/// a virtual thread that exists while there are any; answers are sent on any thread. Thread-safe.
final class CliMessages {
  private final String server;
  private final int maxMessageBytes;
  private final Teller teller;
  private final Function<byte[], Message> parser;

  // Guarded by `this`.
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private boolean busy; // a thread handles the waiting ones
  private boolean over;

  /// @param server its name, for thread names
  /// @param maxMessageBytes the longest message that the backend may get
  /// @param parser may throw an [OutOfMemoryError]
  CliMessages(String server, int maxMessageBytes, Teller teller, Function<byte[], Message> parser) {
    this.server = server;
    this.maxMessageBytes = maxMessageBytes;
    this.teller = teller;
    this.parser = parser;
  }

  /// Parses a message. Throws an [OutOfMemoryError] if there is no memory for it.
  Message parse(Outgoing message) {
    return parser.apply(message.bytes());
  }

  /// Runs a task after all that were added before. Does not wait.
  void add(Runnable task) {
    synchronized (this) {
      if (over) {
        return;
      }
      waiting.addLast(task);
      if (busy) {
        return;
      }
      busy = true;
    }
    Thread.ofVirtual().name(server + " messages").start(this::work);
  }

  private void work() {
    for (Optional<Runnable> task = next(); task.isPresent(); task = next()) {
      try {
        task.get().run();
      } catch (Throwable t) {
        teller.failed("message", t);
      }
    }
  }

  private synchronized Optional<Runnable> next() {
    Optional<Runnable> task = Optional.ofNullable(waiting.pollFirst());
    busy = task.isPresent();
    return task;
  }

  /// Reports a failure that must not spread.
  void defect(String what, Throwable why) {
    teller.failed(what, why);
  }

  /// Sends the backend a message. Blocks while the client has too much to read.
  void tell(byte[] message) {
    if (message.length > maxMessageBytes) {
      Optional<RequestId> id =
          parser.apply(message) instanceof Message.Result r
              ? Optional.of(r.id())
              : Optional.empty();
      teller.unusable(new Events.Unusable.TooLong(id, true, message.length));
    } else {
      teller.received(List.of(parser.apply(message)));
    }
    flush();
  }

  /// There is no memory for an answer: the caller is told so, which needs the least.
  void lost(Optional<RequestId> id, long length) {
    teller.unusable(new Events.Unusable.NoMemory(id, true, length));
    flush();
  }

  private void flush() {
    try {
      teller.beforeRead();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // everything to send has been sent
    }
  }

  /// Sends the backend a message without waiting.
  void tellSoon(Message message) {
    add(() -> {
      teller.received(List.of(message));
      flush();
    });
  }

  /// Handles nothing any more.
  synchronized void end() {
    over = true;
    waiting.clear();
  }
}
