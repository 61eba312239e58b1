package dev.pitstop.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.rpc.Burst;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// What a run told, in its order; notices every promise of [Events] that is broken.
public final class Recorder implements Events {
  /// Does something when a thing is told, named by the method; may throw, and wait.
  public interface Reaction {
    void to(String method) throws InterruptedException;
  }

  private final Reaction reaction;
  private final AtomicInteger inside = new AtomicInteger(); // in the methods that come in order

  // Guarded by this.
  private final List<String> told = new ArrayList<>();
  private final List<String> related = new ArrayList<>(); // the message, and during what
  private final List<Integer> bursts = new ArrayList<>();
  private final List<Unusable> unusable = new ArrayList<>();
  private final List<End> ends = new ArrayList<>();
  private final List<String> broken = new ArrayList<>();
  private int reads;
  private int stranded;

  public Recorder() {
    this(method -> {});
  }

  public Recorder(Reaction reaction) {
    this.reaction = reaction;
  }

  @Override
  public void opened() {
    tell("opened", "opened");
  }

  @Override
  public void stranded() {
    synchronized (this) {
      stranded++;
      if (told.contains("opened")) {
        broken.add("stranded after it was open");
      }
    }
  }

  @Override
  public void received(List<Message> burst, Optional<RequestId> during) {
    synchronized (this) {
      bursts.add(burst.size());
      for (Message m : burst) {
        String text = new String(m.bytes(), StandardCharsets.UTF_8);
        told.add("message " + text);
        related.add(text + " during " + during.map(RequestId::lexeme).orElse("nothing"));
      }
    }
    tell("received", "");
  }

  @Override
  public void unusable(Unusable what) {
    synchronized (this) {
      unusable.add(what);
    }
    tell("unusable", "unusable");
  }

  @Override
  public void stray(String line) {
    tell("stray", "stray " + line);
  }

  @Override
  public void flush() {
    try {
      reaction.to("flush");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void awaitRoom() throws InterruptedException {
    synchronized (this) {
      reads++;
    }
    reaction.to("awaitRoom");
  }

  @Override
  public void ended(End end) {
    try {
      tell("ended", "ended");
    } finally {
      synchronized (this) {
        ends.add(end); // last, as it is what the test waits for
      }
    }
  }

  private void tell(String method, String line) {
    if (inside.incrementAndGet() > 1) {
      breaks("told while something else was being told: " + method);
    }
    try {
      synchronized (this) {
        if (told.contains("ended")) {
          broken.add("told after the end: " + method);
        }
        if (!line.isEmpty()) {
          told.add(line);
        }
      }
      reaction.to(method);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      inside.decrementAndGet();
    }
  }

  private synchronized void breaks(String what) {
    broken.add(what);
  }

  /// All but strays and reads, one a line: `opened`, `message {…}`, `unusable`, `ended`.
  public synchronized List<String> told() {
    return told.stream().filter(t -> !t.startsWith("stray ")).toList();
  }

  public synchronized List<String> messages() {
    return told.stream()
        .filter(t -> t.startsWith("message "))
        .map(t -> t.substring("message ".length()))
        .toList();
  }

  /// The requests, as ids or `nothing`, during which the messages came that contain this text.
  public synchronized List<String> during(String text) {
    return related.stream()
        .filter(r -> r.contains(text))
        .map(r -> r.substring(r.lastIndexOf(' ') + 1))
        .toList();
  }

  public synchronized List<String> strays() {
    return told.stream()
        .filter(t -> t.startsWith("stray "))
        .map(t -> t.substring("stray ".length()))
        .toList();
  }

  public synchronized List<Integer> bursts() {
    return List.copyOf(bursts);
  }

  public synchronized List<Unusable> unusable() {
    return List.copyOf(unusable);
  }

  public synchronized int reads() {
    return reads;
  }

  public synchronized boolean hasEnded() {
    return !ends.isEmpty();
  }

  public Recorder awaitOpened() {
    Await.until("the run to open", () -> told().contains("opened"));
    return this;
  }

  public synchronized boolean isStranded() {
    return stranded > 0;
  }

  public void awaitMessages(int count) {
    Await.until(count + " messages", () -> messages().size() >= count);
  }

  /// Waits for the end, and checks what holds for every run that is over.
  public End awaitEnd() {
    Await.until("the run's end", this::hasEnded);
    return check();
  }

  /// What holds for every run that is over.
  public synchronized End check() {
    assertThat(broken).isEmpty();
    assertThat(ends).hasSize(1);
    boolean refused = ends.getFirst() instanceof End.Refused;
    assertThat(told.getLast()).isEqualTo("ended");
    assertThat(told.contains("opened")).as("opened, as the end is %s", ends).isNotEqualTo(refused);
    if (!refused) {
      assertThat(told().getFirst()).isEqualTo("opened");
    }
    assertThat(bursts).allMatch(n -> n >= 1 && n <= Burst.MOST);
    return ends.getFirst();
  }
}
