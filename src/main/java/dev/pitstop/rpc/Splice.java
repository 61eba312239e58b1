package dev.pitstop.rpc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Edits of a message by named spans. Everything outside the edits stays unchanged byte for byte,
/// and so does the original array. Edits can be added in any order, with offsets in the original.
/// Overlapping edits throw `IllegalArgumentException` at [#apply] and [#outgoing]. Insertions at
/// one offset keep their order, and come before the replacement of a span that begins there. One
/// thread.
public final class Splice {
  private static final byte[] NOTHING = {};

  private final byte[] original;
  private final List<Edit> edits = new ArrayList<>(4);

  /// The edits of members, by the offset of their object. They are kept together, because commas
  /// depend on all edits of an object.
  private final Map<Integer, ObjectEdit> objects = new LinkedHashMap<>(4);

  private record Edit(int from, int to, byte[] by) {}

  /// The edits of one object's members: a new value, or empty for removal.
  private record ObjectEdit(Span object, Map<String, Optional<byte[]>> members) {}

  public Splice(byte[] original) {
    this.original = original;
  }

  public Splice replace(Span s, byte[] by) {
    return edit(s.from(), s.to(), by);
  }

  /// Puts an id or a token in the place of the one at `s`, unless that is the same already.
  public Splice put(RequestId id, Span s) {
    byte[] by = id.bytes();
    boolean same = Arrays.equals(by, 0, by.length, original, s.from(), s.to());
    return same ? this : replace(s, by);
  }

  /// Inserts `bytes` before the byte at offset `at`.
  public Splice insert(int at, byte[] bytes) {
    return edit(at, at, bytes);
  }

  /// Removes all members of this name with their commas; does nothing if there is none. Of several
  /// edits of one member the last counts.
  public Splice removeMember(Span object, String key) {
    members(object).put(key, Optional.empty());
    return this;
  }

  /// Replaces the value of a member, or adds it as the last member. All members of this name get
  /// the value, so that every reader sees the new one.
  public Splice putMember(Span object, String key, byte[] value) {
    members(object).put(key, Optional.of(value));
    return this;
  }

  /// Adds a member before all others. It must not exist yet: unlike {@link #putMember}, this method
  /// does not search the members, of which there can be many.
  public Splice prepend(Span object, String key, byte[] value) {
    checkObject(object);
    int at = object.from() + 1;
    String after = Json.isEmpty(original, object) ? "" : ",";
    return insert(at, name("", key)).insert(at, value).insert(at, utf8(after));
  }

  private void checkObject(Span object) {
    if (!Json.isObject(original, object)) {
      throw new IllegalArgumentException("not an object: " + object);
    }
  }

  private Map<String, Optional<byte[]>> members(Span object) {
    checkObject(object);
    return objects
        .computeIfAbsent(object.from(), at -> new ObjectEdit(object, new LinkedHashMap<>(4)))
        .members();
  }

  private Splice edit(int from, int to, byte[] by) {
    add(edits, from, to, by);
    return this;
  }

  private void add(List<Edit> to, int from, int end, byte[] by) {
    if (from < 0 || end < from || end > original.length) {
      throw new IllegalArgumentException("no such span: [" + from + "," + end + ")");
    }
    to.add(new Edit(from, end, by));
  }

  /// The edited message as one array: a copy, or the original array if there are no edits.
  public byte[] apply() {
    return outgoing().bytes();
  }

  /// The edited message, ready to be written. Nothing is copied: it shares the original's array and
  /// the inserted ones, so nobody may write to them.
  public Outgoing outgoing() {
    if (edits.isEmpty() && objects.isEmpty()) {
      return Outgoing.of(original);
    }
    List<Outgoing.Piece> pieces = new ArrayList<>();
    int read = 0;
    for (Edit e : edits()) {
      if (e.from() < read) {
        throw new IllegalArgumentException("edits overlap at byte " + e.from());
      }
      addPiece(pieces, original, read, e.from());
      addPiece(pieces, e.by(), 0, e.by().length);
      read = e.to();
    }
    addPiece(pieces, original, read, original.length);
    return Outgoing.of(pieces);
  }

  private static void addPiece(List<Outgoing.Piece> pieces, byte[] b, int from, int to) {
    if (to > from) {
      pieces.add(new Outgoing.Piece(b, from, to));
    }
  }

  /// All edits as plain ones, in their order.
  private List<Edit> edits() {
    List<Edit> all = new ArrayList<>(edits);
    for (ObjectEdit o : objects.values()) {
      resolve(o, all);
    }
    all.sort(Splice::compare);
    return all;
  }

  /// Turns the edits of one object's members into plain ones. A removed member takes what is before
  /// it along, up to the member before, or what is behind it if none is left before.
  private void resolve(ObjectEdit objectEdit, List<Edit> all) {
    Map<String, Optional<byte[]>> added = new LinkedHashMap<>(objectEdit.members());
    List<Span> names = new ArrayList<>();
    List<Span> values = new ArrayList<>();
    Json.members(
        original,
        objectEdit.object(),
        (name, value) -> {
          names.add(name);
          values.add(value);
        });
    boolean anyKept = false;
    int last = objectEdit.object().from() + 1; // after the last member kept
    for (int i = 0; i < names.size(); i++) {
      String name = Json.string(original, names.get(i));
      Span value = values.get(i);
      Optional<byte[]> change = objectEdit.members().get(name);
      added.remove(name);
      if (change == null || change.isPresent()) {
        if (change != null) {
          add(all, value.from(), value.to(), change.get());
        }
        anyKept = true;
        last = value.to();
      } else if (anyKept) {
        add(all, values.get(i - 1).to(), value.to(), NOTHING);
      } else {
        int end = i + 1 < names.size() ? names.get(i + 1).from() : value.to();
        add(all, names.get(i).from(), end, NOTHING);
      }
    }
    boolean comma = anyKept;
    for (Map.Entry<String, Optional<byte[]>> member : added.entrySet()) {
      if (member.getValue().isPresent()) {
        add(all, last, last, name(comma ? "," : "", member.getKey()));
        add(all, last, last, member.getValue().get());
        comma = true;
      }
    }
  }

  private static byte[] name(String before, String key) {
    return utf8(before + Json.quote(key) + ":");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Insertions come first.
  private static int compare(Edit a, Edit b) {
    int by = Integer.compare(a.from(), b.from());
    return by != 0 ? by : Boolean.compare(a.to() > a.from(), b.to() > b.from());
  }
}
