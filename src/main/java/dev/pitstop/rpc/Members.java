package dev.pitstop.rpc;

import java.util.ArrayList;
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
  private static final int[] NOTHING = {};
  static final Members NONE = new Members(new byte[0], false);

  /// The four offsets of a member: start and end of its name, start and end of its value.
  private static final int WIDTH = 4;

  private static final int FIRST = 4;

  private final byte[] b;
  private final boolean deep;
  private int[] offsets = NOTHING;
  private final List<Members> inside; // of the values that are objects, if deep
  private int count;
  private long beginnings; // a bit for the first byte of each name: most look-ups find nothing
  private Span object = Span.NONE;
  private Members inner = NONE; // of the present member

  private Members(byte[] b, boolean deep) {
    this.b = b;
    this.deep = deep;
    this.inside = deep ? new ArrayList<>(2) : List.of();
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
    if (count < MOST) {
      int at = count * WIDTH;
      if (at == offsets.length) {
        offsets = Arrays.copyOf(offsets, Math.max(FIRST * WIDTH, 2 * at));
      }
      int first = b[name + 1];
      beginnings |= first == '\\' || first < 0 ? -1 : 1L << first;
      offsets[at] = name;
      offsets[at + 1] = nameEnd;
      offsets[at + 2] = from;
    }
    boolean note = deep && from < b.length && b[from] == '{';
    inner = note ? new Members(b, false) : NONE;
    return note ? inner : JsonScanner.NOBODY;
  }

  @Override
  public boolean take(int name, int nameEnd, int from, int to) {
    if (count < MOST) {
      offsets[count * WIDTH + 3] = to;
      if (inner != NONE) {
        inner.object = new Span(from, to);
        inside.add(inner);
      }
    }
    count++;
    return true;
  }

  /// The offset after the object; negative if it is not valid.
  int end() {
    return object.to();
  }

  /// The name of the member in which the object breaks off; empty if there is none.
  String begun() {
    int at = count * WIDTH;
    return at < offsets.length ? Json.string(b, new Span(offsets[at], offsets[at + 1])) : "";
  }

  /// The value of a member, or [Span#NONE].
  Span find(String name) {
    if (count > MOST) {
      return Json.member(b, object, name);
    }
    int i = last(name);
    return i < 0 ? Span.NONE : new Span(offsets[i * WIDTH + 2], offsets[i * WIDTH + 3]);
  }

  /// The members of a value that was found here.
  Members inside(Span value) {
    for (Members members : inside) {
      if (members.object.from() == value.from()) {
        return members;
      }
    }
    return NONE;
  }

  private int last(String name) {
    if (!name.isEmpty() && (beginnings & 1L << name.charAt(0)) == 0) {
      return -1;
    }
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
