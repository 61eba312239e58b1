package dev.pitstop.engine;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;

/// The places of lines in a [Capsule]. A slot has a state, and a line in it or, if that is long,
/// among the large ones. All with the capsule's lock.
final class Slots {
  enum State {
    FREE(0),
    /// Its line is being taken up.
    PENDING(1),
    OPEN(2),
    KEPT(3),
    /// Its line is the id of a question to the client.
    QUESTION(4),
    /// Its line is a note for a successor.
    NOTE(5);

    private static final State[] ALL = values(); // by their codes

    private final int code;

    State(int code) {
      this.code = code;
    }
  }

  // In a slot: state, length of the line, end of its answer, number, place among the large ones,
  // where the client's bytes begin; then the line.
  private static final int LENGTH = 4;
  private static final int ANSWER = 8;
  private static final int NUMBER = 16;
  private static final int PLACE = 24;
  private static final int BEGINS = 28;
  private static final int LINE = 32;

  private static final int SMALL = Capsule.SLOT - LINE;
  private static final int NONE = -1;

  private final Capsule capsule;
  private final ByteBuffer words;
  private final ArrayDeque<Integer> free = new ArrayDeque<>(); // of those that were used
  private final TreeMap<Integer, Integer> large = new TreeMap<>(); // from, to
  private int used;
  private long numbers;

  Slots(Capsule capsule) {
    this.capsule = capsule;
    this.words = capsule.conduit.words();
    used = (int) capsule.word(Capsule.HIGHEST);
    for (int slot = 0; slot < used; slot++) {
      if (state(slot) == State.FREE) {
        free.push(slot);
        continue;
      }
      numbers = Math.max(numbers, number(slot));
      int at = words.getInt(Capsule.slot(slot) + PLACE);
      if (at != NONE) {
        large.put(at, at + length(slot));
      }
    }
  }

  /// How many were ever used.
  int used() {
    return used;
  }

  State state(int slot) {
    return State.ALL[words.getInt(Capsule.slot(slot))];
  }

  void state(int slot, State state) {
    capsule.word4(Capsule.slot(slot), state.code);
  }

  private int length(int slot) {
    return words.getInt(Capsule.slot(slot) + LENGTH);
  }

  /// Where the answer ends in the stream to the client; 0 without one.
  long answer(int slot) {
    return words.getLong(Capsule.slot(slot) + ANSWER);
  }

  void answer(int slot, long end) {
    capsule.word(Capsule.slot(slot) + ANSWER, end);
  }

  /// Later lines have greater numbers.
  long number(int slot) {
    return words.getLong(Capsule.slot(slot) + NUMBER);
  }

  /// Where the line began among the client's bytes when it was taken up.
  int begins(int slot) {
    return words.getInt(Capsule.slot(slot) + BEGINS);
  }

  byte[] line(int slot) {
    byte[] line = new byte[length(slot)];
    int at = words.getInt(Capsule.slot(slot) + PLACE);
    words.get(at == NONE ? Capsule.slot(slot) + LINE : Capsule.LARGE + at, line);
    return line;
  }

  /// Fills a slot.
  ///
  /// @return its number; below 0 if there is no room
  int add(State state, byte[] line, int begins) {
    int at = line.length <= SMALL ? NONE : room(line.length);
    boolean fits = line.length <= SMALL || at != NONE;
    if (!fits || (free.isEmpty() && used == Capsule.SLOTS)) {
      return NONE;
    }
    int slot = free.isEmpty() ? used++ : free.pop();
    int to = Capsule.slot(slot);
    if (at != NONE) {
      large.put(at, at + line.length);
    }
    words.put(at == NONE ? to + LINE : Capsule.LARGE + at, line);
    words.putInt(to + LENGTH, line.length);
    words.putLong(to + ANSWER, 0);
    words.putLong(to + NUMBER, ++numbers);
    words.putInt(to + PLACE, at);
    words.putInt(to + BEGINS, begins);
    state(slot, state);
    if (capsule.word(Capsule.HIGHEST) < used) {
      capsule.word(Capsule.HIGHEST, used);
    }
    return slot;
  }

  /// The first gap that is large enough.
  private int room(int length) {
    int from = 0;
    for (Map.Entry<Integer, Integer> each : large.entrySet()) {
      if (each.getKey() - from >= length) {
        break;
      }
      from = each.getValue();
    }
    return from + length <= Capsule.LARGE_ROOM ? from : NONE;
  }

  void free(int slot) {
    state(slot, State.FREE);
    int at = words.getInt(Capsule.slot(slot) + PLACE);
    if (at != NONE) {
      large.remove(at);
      if (large.isEmpty()) {
        capsule.conduit.clear(words, Capsule.LARGE, at + length(slot));
      }
    }
    free.push(slot);
  }
}
