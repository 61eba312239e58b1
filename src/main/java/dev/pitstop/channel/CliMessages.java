package dev.pitstop.channel;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What goes to and fro between one run and the engine: messages are taken one after the other, by
/// a virtual thread that is there while there are any; answers are told by whoever has them.
/// Thread-safe.
final class CliMessages {
  /// How often what a program prints is copied on its way into a message, about.
  private static final int COPIES = 6;

  private final Cli channel;
  private final Teller teller;
  private final Function<byte[], Message> parser;

  // Guarded by `this`.
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private boolean busy; // a thread takes what waits
  private boolean over;

  CliMessages(Cli channel, Teller teller) {
    this(channel, teller, Codec::parse);
  }

  /// @param parser may throw an [OutOfMemoryError]
  CliMessages(Cli channel, Teller teller, Function<byte[], Message> parser) {
    this.channel = channel;
    this.teller = teller;
    this.parser = parser;
  }

  /// What a message is. Throws an [OutOfMemoryError] if there is no memory for that.
  Message parse(Outgoing message) {
    return parser.apply(message.bytes());
  }

  /// Has something done after all that was added before. Does not wait.
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
    try {
      Thread.ofVirtual().name(channel.name + " messages").start(this::work);
    } catch (OutOfMemoryError noThread) {
      channel.timers.after(0, this::work); // late is better than never
    }
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

  /// Reports what must go no further.
  void defect(String what, Throwable why) {
    teller.failed(what, why);
  }

  /// Tells the engine a message of ours. Waits while the client has too much to read.
  void tell(byte[] message) {
    if (message.length > channel.maxMessageBytes) {
      Optional<RequestId> id =
          parser.apply(message) instanceof Message.Result r
              ? Optional.of(r.id())
              : Optional.empty();
      teller.unusable(new Events.Unusable.TooLong(id, true, message.length));
    } else {
      teller.received(List.of(parser.apply(message)));
    }
    flush();
    channel.heap.passed((long) COPIES * message.length);
  }

  /// There is no memory for an answer: whoever waits for it is told so, which needs the least.
  void lost(Optional<RequestId> id, long length) {
    teller.unusable(new Events.Unusable.NoMemory(id, true, length));
    flush();
  }

  private void flush() {
    try {
      teller.beforeRead();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // what is to be told has been
    }
  }

  /// The same without waiting.
  void tellSoon(Message message) {
    add(() -> {
      teller.received(List.of(message));
      flush();
    });
  }

  /// Nothing is taken any more.
  synchronized void end() {
    over = true;
    waiting.clear();
  }
}
