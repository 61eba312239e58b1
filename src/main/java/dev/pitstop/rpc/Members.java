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

  /// @param inside the members of a value that is an object, if they are noted
  private record Member(Span name, Span value, Members inside) {}

  private final byte[] b;
  private final boolean deep;
  private final List<Member> noted = new ArrayList<>();
  private Span object = Span.NONE;
  private boolean all = true; // all members are noted
  private Span begun = Span.NONE; // the name of the member that is being scanned
  private Members inner = this; // of that member

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
    begun = new Span(name, nameEnd);
    boolean note = deep && from < b.length && b[from] == '{';
    inner = note ? new Members(b, false) : NONE;
    return note ? inner : JsonScanner.NOBODY;
  }

  @Override
  public boolean take(int name, int nameEnd, int from, int to) {
    all = noted.size() < MOST;
    if (all) {
      Span value = new Span(from, to);
      if (inner != NONE) {
        inner.object = value;
      }
      noted.add(new Member(begun, value, inner));
    }
    begun = Span.NONE;
    return true;
  }

  /// The offset after the object; negative if it is not valid.
  int end() {
    return object.to();
  }

  /// The name of the member in which the object breaks off; empty if there is none.
  String begun() {
    return Json.string(b, begun);
  }

  /// The value of a member, or [Span#NONE].
  Span find(String name) {
    if (!all) {
      return Json.member(b, object, name);
    }
    for (int i = noted.size() - 1; i >= 0; i--) {
      Member m = noted.get(i);
      if (Json.isNamed(b, m.name().from(), m.name().to(), name)) {
        return m.value();
      }
    }
    return Span.NONE;
  }

  /// The members of a value that was found here.
  Members inside(Span value) {
    for (Member m : noted) {
      if (m.value().from() == value.from()) {
        return m.inside();
      }
    }
    return NONE;
  }

  /// Whether there are members of other names.
  boolean others(List<String> names) {
    return noted.stream().anyMatch(m -> !names.contains(Json.string(b, m.name())));
  }
}
