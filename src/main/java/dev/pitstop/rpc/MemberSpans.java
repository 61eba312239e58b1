package dev.pitstop.rpc;

import java.util.Arrays;

/// The positions of one object's members, noted during the scan of the message. A look-up reads the
/// names again but no values, so its cost in a turn does not grow with the message.
///
/// Only the first [#MOST] are noted. An object with more is unusual; it is searched as a whole, as
/// [Json#member] does. Filled by one thread, then immutable.
final class MemberSpans {
  static final int MOST = 256;
  static final MemberSpans NONE = new MemberSpans(Span.NONE);

  /// The four offsets of a member: start and end of its name, start and end of its value.
  private static final int WIDTH = 4;

  private static final int FIRST = 4;
  private static final int[] NOTHING = {};

  private int[] offsets = NOTHING;
  private int count;
  private Span object;

  private MemberSpans(Span object) {
    this.object = object;
  }

  /// Scans the value at which [JsonCursor#nextName] stopped, and notes its members if it is an
  /// object.
  static MemberSpans scan(JsonCursor cursor) {
    if (!cursor.atObject()) {
      cursor.skip();
      return NONE;
    }
    MemberSpans all = new MemberSpans(Span.NONE);
    JsonCursor inside = cursor.inside();
    while (inside.next()) {
      all.add(inside);
    }
    cursor.leave(inside);
    all.object = new Span(cursor.from(), cursor.to());
    return all;
  }

  private void add(JsonCursor cursor) {
    if (count < MOST) {
      int at = count * WIDTH;
      if (at == offsets.length) {
        offsets = Arrays.copyOf(offsets, Math.max(FIRST * WIDTH, 2 * at));
      }
      offsets[at] = cursor.nameFrom();
      offsets[at + 1] = cursor.nameTo();
      offsets[at + 2] = cursor.from();
      offsets[at + 3] = cursor.to();
    }
    count++;
  }

  /// The value of a member, or [Span#NONE]. If several members have this name, the last counts.
  ///
  /// @param b the bytes that were scanned
  Span find(byte[] b, String name) {
    if (count > MOST) {
      return Json.member(b, object, name);
    }
    for (int at = (count - 1) * WIDTH; at >= 0; at -= WIDTH) {
      if (Json.isNamed(b, offsets[at] + 1, offsets[at + 1] - 1, name)) {
        return new Span(offsets[at + 2], offsets[at + 3]);
      }
    }
    return Span.NONE;
  }
}
