package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The members of an object of a message, noted during the scan of the message. A look-up reads no
/// values, so its cost in a turn does not grow with the message. Of members of one name the last
/// counts.
///
/// Filled by one thread, then immutable. Offsets are kept as numbers, not as objects: each message
/// has some of these.
final class Members implements JsonScanner.Each {
  static final Members NONE = new Members(new byte[0], false);

  private static final int NUMBERS = 4; // where a member's name begins and ends, and its value
  private static final int FIRST = 6; // members; most objects of the envelope have no more

  private final byte[] b;
  private final boolean deep;
  private final List<Members> inside =
      new ArrayList<>(1); // of the values that are objects, if deep
  private int[] noted = new int[NUMBERS * FIRST];
  private int length; // of what is noted
  private Span object = Span.NONE;
  private int begun; // where the name of the member is that is being scanned
  private int begunEnd; // 0 if there is none

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
    if (!deep || from >= b.length || b[from] != '{') {
      return JsonScanner.NOBODY;
    }
    Members inner = new Members(b, false);
    inside.add(inner);
    return inner;
  }

  @Override
  public void take(int name, int nameEnd, int from, int to) {
    begunEnd = 0;
    if (length == noted.length) {
      noted = Arrays.copyOf(noted, 2 * length);
    }
    noted[length++] = name;
    noted[length++] = nameEnd;
    noted[length++] = from;
    noted[length++] = to;
    if (deep && b[from] == '{') {
      inside.getLast().object = new Span(from, to);
    }
  }

  /// The offset after the object; negative if it is not valid.
  int end() {
    return object.to();
  }

  /// The name of the member in which the object breaks off; empty if there is none.
  String begun() {
    return begunEnd == 0 ? "" : Json.string(b, new Span(begun, begunEnd));
  }

  /// The value of a member, or [Span#NONE].
  Span find(String name) {
    for (int i = length - NUMBERS; i >= 0; i -= NUMBERS) {
      if (Json.isNamed(b, noted[i], noted[i + 1], name)) {
        return new Span(noted[i + 2], noted[i + 3]);
      }
    }
    return Span.NONE;
  }

  /// The members of a value that was found here.
  Members inside(Span value) {
    for (Members m : inside) {
      if (m.object.from() == value.from()) {
        return m;
      }
    }
    return NONE;
  }

  /// Whether there are members of other names.
  boolean others(List<String> names) {
    for (int i = 0; i < length; i += NUMBERS) {
      if (!names.contains(Json.string(b, new Span(noted[i], noted[i + 1])))) {
        return true;
      }
    }
    return false;
  }
}
