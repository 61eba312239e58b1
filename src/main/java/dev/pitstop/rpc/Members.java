package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.List;

/// The members of an object of a message, noted during the scan of the message. A look-up reads no
/// values, so its cost in a turn does not grow with the message. Of members of one name the last
/// counts.
///
/// Of an object with more than [#MOST] members none are noted. Such an object is unusual; it is
/// searched as a whole, as [Json#member] does. Filled by one thread, then immutable.
final class Members {
  static final int MOST = 256;
  static final Members NONE = new Members(new byte[0]);

  /// @param inside the members of the value, if they were noted
  private record Member(String name, Span value, Members inside) {}

  private final byte[] b;
  private final List<Member> noted = new ArrayList<>(4);
  private Span searched = Span.NONE; // an object whose members are not noted

  private Members(byte[] b) {
    this.b = b;
  }

  /// Scans an object to its end, or to an error. Notes the members that are whole.
  ///
  /// @param inside whether the members of the objects in it are noted, too
  static Members scan(byte[] b, JsonCursor cursor, boolean inside) {
    Members all = new Members(b);
    int open = cursor.open();
    while (cursor.nextName()) {
      Members within = NONE;
      if (inside && cursor.atObject()) {
        JsonCursor members = cursor.inside();
        within = scan(b, members, false);
        cursor.leave(members);
      } else {
        cursor.skip();
      }
      if (cursor.to() >= 0 && all.noted.size() <= MOST) {
        all.noted.add(new Member(cursor.name(b), new Span(cursor.from(), cursor.to()), within));
      }
    }
    if (all.noted.size() > MOST) {
      all.noted.clear();
      all.searched = new Span(open, cursor.end());
    }
    return all;
  }

  /// The value of a member, or [Span#NONE].
  Span find(String name) {
    int i = last(name);
    return i < 0 ? Json.member(b, searched, name) : noted.get(i).value();
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
