package dev.pitstop.engine;

import dev.pitstop.rpc.Ledger;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The lines of a client that its session has taken up and must not forget, in the [Capsule].
final class Lines implements Ledger {
  /// Whose answer is on its way, up to this end.
  private record Leaving(int place, long end) {}

  private record Note(int place, String text) {}

  private final Capsule capsule;
  private final Slots slots;
  private final ClientBytes in;
  private final ClientPipe out;
  private final long began; // where this process's messages begin
  private final Map<Integer, How> left = new HashMap<>(); // the lines of the process before
  private volatile boolean isAllNew;
  private final ArrayDeque<Integer> repeated; // of these, which are still to be taken up again
  private final Map<String, Integer> asked = new LinkedHashMap<>(); // places of its questions
  private final Map<String, Note> notes = new HashMap<>(); // by their names
  private final ArrayDeque<Leaving> leaving = new ArrayDeque<>();
  private final BitSet awaited = new BitSet(); // places whose answer is awaited

  /// Goes on where the process before has ended, if there was one. What it has left to send is sent
  /// on a thread of its own, because the client may not read.
  static Lines begun(Capsule capsule) throws IOException {
    Lines lines = new Lines(capsule);
    if (capsule.before != Before.NOBODY) {
      Thread.ofPlatform().daemon().name("rest").start(lines.out::finish);
    }
    return lines;
  }

  Lines(Capsule capsule) throws IOException {
    this.capsule = capsule;
    this.out = new ClientPipe(capsule);
    slots = new Slots(capsule);
    began = this.out.end();
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    List<Integer> left = left((int) (capsule.word(Capsule.TAKEN_AND_READ) >>> 32));
    for (int place : left) {
      lines.writeBytes(slots.line(place));
      lines.write('\n');
    }
    repeated = new ArrayDeque<>(left);
    this.in = new ClientBytes(capsule, lines.toByteArray());
  }

  /// What the process before has left, in the order in which it came.
  ///
  /// @param taken up to where the client's bytes were taken up
  private List<Integer> left(int taken) {
    List<Integer> left = new ArrayList<>();
    for (int place = 0; place < slots.used(); place++) {
      switch (slots.state(place)) {
        case FREE -> {}
        case PENDING -> {
          if (slots.begins(place) == taken) {
            slots.free(place); // it is still among the client's bytes
          } else {
            open(place, left);
          }
        }
        case OPEN -> {
          if (isAnswered(place)) {
            slots.free(place);
          } else {
            open(place, left);
          }
        }
        case KEPT -> {
          if (slots.answer(place) == 0 || isAnswered(place)) {
            this.left.put(place, How.KEPT);
            left.add(place);
          } else {
            open(place, left);
          }
        }
        case QUESTION -> asked.put(text(place), place);
        case NOTE -> noted(place);
      }
    }
    if (left.size() > 1) { // the comparator would cost the first session of all 10 ms
      left.sort(Comparator.comparingLong(slots::number));
    }
    return left;
  }

  private String text(int place) {
    return new String(slots.line(place), StandardCharsets.UTF_8);
  }

  /// The process before may have ended when it had not freed an older note yet.
  private void noted(int place) {
    String[] parts = text(place).split("\n", 2);
    Note other = notes.get(parts[0]);
    if (other != null && slots.number(other.place()) > slots.number(place)) {
      slots.free(place);
      return;
    }
    notes.put(parts[0], new Note(place, parts[1]));
    if (other != null) {
      slots.free(other.place());
    }
  }

  private boolean isAnswered(int place) {
    return slots.answer(place) > 0 && slots.answer(place) <= out.end();
  }

  private void open(int place, List<Integer> left) {
    slots.answer(place, 0);
    slots.state(place, Slots.State.OPEN);
    this.left.put(place, How.OPEN);
    left.add(place);
  }

  /// What the client writes.
  ClientBytes in() {
    return in;
  }

  /// What goes to the client.
  ClientPipe out() {
    return out;
  }

  /// Whether the session could end now, and nobody would miss an answer: the client has said
  /// nothing for a while, and waits for nothing.
  boolean isQuiet() {
    synchronized (capsule.lock) {
      return awaited.isEmpty() && repeated.isEmpty() && in.isQuiet();
    }
  }

  @Override
  public Before before() {
    return capsule.before;
  }

  @Override
  public void longest(int bytes) {
    in.longest(bytes);
  }

  @Override
  public int takes(byte[] line, int length, boolean lasting) {
    synchronized (capsule.lock) {
      if (!capsule.isOpen()) {
        return NOWHERE;
      }
      int place;
      if (!repeated.isEmpty()) {
        place = repeated.remove();
      } else {
        freeLeft();
        place = slots.add(Slots.State.PENDING, line, in.taken());
        in.passes(length);
        if (place < 0) {
          return NOWHERE;
        }
        slots.state(place, Slots.State.OPEN);
      }
      awaited.set(place, !lasting && how(place) != How.KEPT);
      return place;
    }
  }

  private void freeLeft() {
    while (!leaving.isEmpty() && leaving.peek().end() <= out.end()) {
      slots.free(leaving.remove().place());
    }
  }

  @Override
  public void passes(int length) {
    synchronized (capsule.lock) {
      if (capsule.isOpen()) {
        in.passes(length);
      }
    }
  }

  @Override
  public void skips() {
    synchronized (capsule.lock) {
      if (capsule.isOpen()) {
        in.skips();
      }
    }
  }

  @Override
  public How how(int place) {
    if (isAllNew) { // usual, and asked for each line
      return How.NEW;
    }
    synchronized (capsule.lock) {
      isAllNew = left.isEmpty();
      return left.getOrDefault(place, How.NEW);
    }
  }

  @Override
  public void answered(int place, long end) {
    synchronized (capsule.lock) {
      if (over(place)) {
        slots.answer(place, began + end);
        leaving.add(new Leaving(place, began + end));
      }
    }
  }

  @Override
  public void kept(int place, long end) {
    synchronized (capsule.lock) {
      if (over(place)) {
        slots.answer(place, end == 0 ? 0 : began + end);
        slots.state(place, Slots.State.KEPT);
      }
    }
  }

  @Override
  public void free(int place) {
    synchronized (capsule.lock) {
      if (!over(place)) {
        return;
      }
      long end = slots.answer(place);
      if (end > out.end()) { // it was to be kept, and its answer has not left yet
        slots.state(place, Slots.State.OPEN);
        leaving.add(new Leaving(place, end));
      } else {
        slots.free(place);
      }
    }
  }

  /// Nothing is awaited of this place any more.
  ///
  /// @return whether there is one
  private boolean over(int place) {
    if (place < 0 || !capsule.isOpen()) {
      return false;
    }
    awaited.clear(place);
    if (!left.isEmpty()) {
      left.remove(place);
    }
    return true;
  }

  @Override
  public void note(String name, String text) {
    synchronized (capsule.lock) {
      if (!capsule.isOpen()) {
        return;
      }
      byte[] line = (name + "\n" + text).getBytes(StandardCharsets.UTF_8);
      int place = slots.add(Slots.State.NOTE, line, 0);
      if (place >= 0) {
        Note before = notes.put(name, new Note(place, text));
        if (before != null) {
          slots.free(before.place());
        }
      }
    }
  }

  @Override
  public String noted(String name) {
    synchronized (capsule.lock) {
      return Optional.ofNullable(notes.get(name)).map(Note::text).orElse("");
    }
  }

  @Override
  public int asks(String id) {
    synchronized (capsule.lock) {
      if (!capsule.isOpen()) {
        return NOWHERE;
      }
      Integer before = asked.remove(id);
      return before == null
          ? slots.add(Slots.State.QUESTION, id.getBytes(StandardCharsets.UTF_8), 0)
          : before;
    }
  }

  @Override
  public List<String> asked() {
    synchronized (capsule.lock) {
      return List.copyOf(asked.keySet());
    }
  }
}
