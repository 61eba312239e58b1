package dev.pitstop.channel.cli;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.Teller;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The messages between one run and its backend. Incoming ones are handled one after the other, on
/// a virtual thread; answers are sent on any thread. Thread-safe.
final class CliMessages {
  private final int maxMessageBytes;
  private final Teller teller;
  private final ThreadPoolExecutor inOrder;

  /// @param server its name, for thread names
  /// @param maxMessageBytes the longest message that the backend may get
  CliMessages(String server, int maxMessageBytes, Teller teller) {
    this.maxMessageBytes = maxMessageBytes;
    this.teller = teller;
    this.inOrder = threads(1, server + " messages");
  }

  /// A limited number of virtual threads that work off a queue. Discards what comes after its end.
  static ThreadPoolExecutor threads(int most, String name) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            most,
            most,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofVirtual().name(name).factory(),
            new ThreadPoolExecutor.DiscardPolicy());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /// Runs a task after all that were added before. Does not wait.
  void add(Runnable task) {
    inOrder.execute(() -> {
      try {
        task.run();
      } catch (Throwable t) {
        teller.failed("message", t);
      }
    });
  }

  /// Reports a failure that must not spread.
  void defect(String what, Throwable why) {
    teller.failed(what, why);
  }

  /// Sends the backend a message. Blocks while the client has too much to read.
  void tell(byte[] message) {
    Message parsed = Codec.parse(message);
    if (message.length > maxMessageBytes) {
      Optional<RequestId> id =
          parsed instanceof Message.Result r ? Optional.of(r.id()) : Optional.empty();
      teller.unusable(new Events.Unusable.TooLong(id, true, message.length));
    } else {
      teller.received(List.of(parsed));
    }
    try {
      teller.beforeRead();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // everything to send has been sent
    }
  }

  /// Handles nothing any more.
  void end() {
    inOrder.getQueue().clear();
    inOrder.shutdown();
  }
}
