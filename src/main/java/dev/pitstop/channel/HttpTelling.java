package dev.pitstop.channel;

import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Message;
import java.util.ArrayList;
import java.util.List;

/// Tells what the daemon of one run says, and begins to watch for its restart when it has said
/// something. Any thread that is in no turn.
final class HttpTelling {
  /// How often the bytes of a message are copied on their way, about.
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

  /// Nobody is there, and nothing that Pitstop has run will change that.
  void stranded() {
    tell(teller::stranded);
  }

  /// @param unopened why it was refused, if it was not told to be open
  void ended(End how, String unopened) {
    tell(() -> teller.ended(how, unopened));
  }

  /// Messages, in their order. Waits while the client has too much to read.
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

  /// A message may quote what only the daemon may know (H6).
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

  /// An answer that cannot be passed on; shown where it is no message at all.
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

  /// Something that is no message.
  void stray(String line) {
    String shown = channel.secrets.hide(line);
    channel.ring.append(run.number(), StderrRing.Kind.BROKEN_STDOUT, shown);
    tell(() -> teller.stray(shown));
  }

  /// Tells it, gets moving what came of that, and waits while the client has too much to read.
  private void pass(Runnable what) throws InterruptedException {
    tell(() -> {
      what.run();
      teller.flush();
    });
    teller.awaitRoom();
  }

  /// Whoever is told may write to the client.
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
      teller.failed("watch", t); // a restart is found out by the next call
    }
  }
}
