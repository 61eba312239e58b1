package dev.pitstop.rpc;

import java.util.Arrays;
import java.util.List;

/// The members of an object of a message, noted during the scan of the message: as offsets, because
/// every message has some. A look-up reads no values, so its cost in a turn does not grow with the
/// message. Of members of one name the last counts.
///
/// Only [#MOST] are noted. An object with more is unusual; it is searched as a whole, as
/// [Json#member] does. Filled by one thread, then immutable.
final class Members implements JsonScanner.Each {
  static final int MOST = 256;
  static final Members NONE = new Members(new byte[0], false);

  /// The four offsets of a member: start and end of its name, start and end of its value.
  private static final int WIDTH = 4;

  private static final int FIRST = 4;
  private static final int[] NOTHING = {};

  private final byte[] b;
  private final boolean deep;
  private int[] offsets = NOTHING;
  private Members[] inside = {}; // of the values of the members, if deep
  private int count;
  private Span object = Span.NONE;
  private Members inner = NONE; // of the present member
  private int begun = -1; // where the name of the present member is
  private int begunEnd;

  private Members(byte[] b, boolean deep) {
    this.b = b;
    this.deep = deep;
  }

  /// Scans an object to its end, or to an error. Notes the members that are whole.
  ///
  /// @param deep whether the members of the objects in it are noted, too
  static Members scan(byte[] b, JsonScanner scanner, int open, boolean deep) {
    Members all = new Members(b, deep);
    all.object = new Span(open, scanner.container(open, 0, all));
    return all;
  }

  @Override
  public JsonScanner.Each inside(int name, int nameEnd, int from) {
    begun = name;
    begunEnd = nameEnd;
    boolean note = deep && from < b.length && b[from] == '{';
    inner = note ? new Members(b, false) : NONE;
    return note ? inner : JsonScanner.NOBODY;
  }

  @Override
  public boolean take(int name, int nameEnd, int from, int to) {
    if (inner != NONE) {
      inner.object = new Span(from, to);
    }
    if (count < MOST) {
      note(name, nameEnd, from, to);
    }
    count++;
    begun = -1;
    return true;
  }

  private void note(int name, int nameEnd, int from, int to) {
    int at = count * WIDTH;
    if (at == offsets.length) {
      offsets = Arrays.copyOf(offsets, Math.max(FIRST * WIDTH, 2 * at));
      inside = deep ? Arrays.copyOf(inside, offsets.length / WIDTH) : inside;
    }
    offsets[at] = name;
    offsets[at + 1] = nameEnd;
    offsets[at + 2] = from;
    offsets[at + 3] = to;
    if (deep) {
      inside[count] = inner;
    }
  }

  /// The offset after the object; negative if it is not valid.
  int end() {
    return object.to();
  }

  /// The name of the member in which the object breaks off; empty if there is none.
  String begun() {
    return begun < 0 ? "" : Json.string(b, new Span(begun, begunEnd));
  }

  /// The value of a member, or [Span#NONE].
  Span find(String name) {
    if (count > MOST) {
      return Json.member(b, object, name);
    }
    int i = last(name);
    return i < 0 ? Span.NONE : new Span(offsets[i * WIDTH + 2], offsets[i * WIDTH + 3]);
  }

  /// The members of a member's value.
  Members inside(String name) {
    int i = last(name);
    return i < 0 ? NONE : inside[i];
  }

  private int last(String name) {
    int i = Math.min(count, MOST) - 1;
    while (i >= 0 && !Json.isNamed(b, offsets[i * WIDTH], offsets[i * WIDTH + 1], name)) {
      i--;
    }
    return i;
  }

  /// Whether there are members of other names.
  boolean others(List<String> names) {
    for (int i = 0; i < Math.min(count, MOST); i++) {
      Span name = new Span(offsets[i * WIDTH], offsets[i * WIDTH + 1]);
      if (!names.contains(Json.string(b, name))) {
        return true;
      }
    }
    return false;
  }
}
