package dev.pitstop.channel;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// What goes to and fro between one run and the engine: messages are taken one after the other, by
/// a virtual thread that is there while there are any; answers are told by whoever has them.
/// Thread-safe.
final class CliMessages {
  private final Cli channel;
  private final Teller teller;

  // Guarded by `this`.
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private boolean busy; // a thread takes what waits
  private boolean over;

  CliMessages(Cli channel, Teller teller) {
    this.channel = channel;
    this.teller = teller;
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
          Codec.parse(message) instanceof Message.Result r ? Optional.of(r.id()) : Optional.empty();
      teller.unusable(new Events.Unusable.TooLong(id, true, message.length));
    } else {
      teller.received(List.of(Codec.parse(message)));
    }
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
