package dev.pitstop.channel;

import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Message;
import java.util.ArrayList;
import java.util.List;

/// Reports what one run's daemon says, and starts to watch for its restart after the first message.
/// On any thread, outside turns.
final class HttpTelling {
  /// Roughly how often a message's bytes are copied on their way.
  private static final int COPIES = 3;

  private final HttpRun run;
  private final Http channel;
  private final Teller teller;
  private boolean watched; // guarded by `this`

  HttpTelling(HttpRun run, Teller teller) {
    this.run = run;
    this.channel = run.channel();
    this.teller = teller;
  }

  void opened() {
    tell(teller::opened);
  }

  /// Nobody is there, and no command that Pitstop ran will change that.
  void stranded() {
    tell(teller::stranded);
  }

  /// @param unopened why it was refused, if it was not reported open
  void ended(End how, String unopened) {
    tell(() -> teller.ended(how, unopened));
  }

  /// Messages, in order. Blocks while the client has too much to read.
  void received(List<Message> messages) throws InterruptedException {
    watch();
    List<Message> shown = withoutSecrets(messages);
    pass(() -> teller.received(shown));
    long bytes = 0;
    for (Message m : messages) {
      bytes += m.bytes().length;
    }
    channel.heap.passed(COPIES * bytes);
  }

  /// A message may quote secrets (H6).
  private List<Message> withoutSecrets(List<Message> messages) {
    if (channel.secrets.none()) {
      return messages;
    }
    List<Message> shown = new ArrayList<>(messages.size());
    for (Message m : messages) {
      shown.add(channel.secrets.hide(m));
    }
    return shown;
  }

  /// An answer that cannot be passed on; shown if it is not a message at all.
  void unusable(Events.Unusable what) throws InterruptedException {
    Events.Unusable shown = what;
    if (what instanceof Events.Unusable.Malformed m) {
      String line = channel.secrets.hide(m.line());
      shown = new Events.Unusable.Malformed(m.id(), m.detail(), line);
      stray(line);
    }
    Events.Unusable told = shown;
    pass(() -> teller.unusable(told));
    if (what instanceof Events.Unusable.TooLong t) { // its beginning was read
      channel.heap.passed(Math.min(t.length(), channel.maxMessageBytes));
    }
  }

  /// A line that is not a message.
  void stray(String line) {
    String shown = channel.secrets.hide(line);
    channel.ring.append(run.number(), StderrRing.Kind.BROKEN_STDOUT, shown);
    tell(() -> teller.stray(shown));
  }

  /// Reports, flushes, and blocks while the client has too much to read.
  private void pass(Runnable what) throws InterruptedException {
    tell(() -> {
      what.run();
      teller.flush();
    });
    teller.awaitRoom();
  }

  /// Not interruptible, as the receiver may write to the client.
  private void tell(Runnable what) {
    run.threads().current().uninterrupted(what);
  }

  private void watch() {
    synchronized (this) {
      if (watched || !run.wanted() || !channel.world.reach().direct(run.session().posts())) {
        return;
      }
      watched = true;
    }
    try {
      run.threads().begin("watch", new HttpWatch(run), () -> {});
    } catch (Throwable t) {
      teller.failed("watch", t); // the next call finds out about a restart
    }
  }
}
