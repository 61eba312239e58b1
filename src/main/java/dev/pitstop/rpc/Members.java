package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.List;

/// The members of an object of a message, noted during the scan of the message. A look-up reads no
/// values, so its cost in a turn does not grow with the message. Of members of one name the last
/// counts.
///
/// Only [#MOST] are noted. An object with more is unusual; it is searched as a whole, as
/// [Json#member] does. Filled by one thread, then immutable.
final class Members implements JsonScanner.Each {
  static final int MOST = 256;
  static final Members NONE = new Members(new byte[0], false);

  /// @param inside the members of the value, if they were noted
  private record Member(String name, Span value, Members inside) {}

  private final byte[] b;
  private final boolean deep;
  private final List<Member> noted = new ArrayList<>();
  private Span object = Span.NONE;
  private Members inner = NONE; // of the present member
  private String begun = "";

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
    begun = Json.decode(b, name + 1, nameEnd - 1);
    boolean note = deep && from < b.length && b[from] == '{';
    inner = note ? new Members(b, false) : NONE;
    return note ? inner : JsonScanner.NOBODY;
  }

  @Override
  public boolean take(int name, int nameEnd, int from, int to) {
    Span value = new Span(from, to);
    if (inner != NONE) {
      inner.object = value;
    }
    if (noted.size() <= MOST) {
      noted.add(new Member(begun, value, inner));
    }
    begun = "";
    return true;
  }

  /// The offset after the object; negative if it is not valid.
  int end() {
    return object.to();
  }

  /// The name of the member in which the object breaks off; empty if there is none.
  String begun() {
    return begun;
  }

  /// The value of a member, or [Span#NONE].
  Span find(String name) {
    if (noted.size() > MOST) {
      return Json.member(b, object, name);
    }
    int i = last(name);
    return i < 0 ? Span.NONE : noted.get(i).value();
  }

  /// The members of a member's value.
  Members inside(String name) {
    int i = last(name);
    return i < 0 ? NONE : noted.get(i).inside();
  }

  private int last(String name) {
    int i = noted.size() - 1;
    while (i >= 0 && !noted.get(i).name().equals(name)) {
      i--;
    }
    return i;
  }

  /// Whether there are members of other names.
  boolean others(List<String> names) {
    for (Member m : noted) {
      if (!names.contains(m.name())) {
        return true;
      }
    }
    return false;
  }
}
