package dev.pitstop.compare;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.JsonCursor;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Sha256;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Walks two answers side by side and reports where they differ. It goes over the bytes: there is
/// no tree, and what has the same bytes is not looked into. So its memory is bounded by the largest
/// text, and by [#MOST_MATCHED] elements.
final class Walk {
  /// In an array, an object or a text with more elements, members or lines, these are not matched
  /// if their number or order differs.
  private static final int MOST_MATCHED = 10_000;

  /// What is nested deeper is compared as bytes.
  private static final int DEEPEST = 64;

  private static final String NOTICE_MEMBER = "pitstop_notice";
  private static final String NOTICE_URI = "pitstop://notice";
  private static final String OWN_META = "dev.pitstop/";

  private static final Place CONTENT = Place.of("content");
  private static final Place STRUCTURE = Place.of("structuredContent");
  private static final Place META = Place.of("_meta");
  private static final Place MESSAGE = Place.of("error").key("message");

  private final Found found;

  Walk(Found found) {
    this.found = found;
  }

  /// Whether a block of content is a text by Pitstop.
  static boolean isNotice(Value block) {
    return block.member("text").string().startsWith(Words.MARK)
        || block.member("resource").member("uri").string().equals(NOTICE_URI);
  }

  /// The message of an error without what Pitstop added to it.
  static String withoutNotice(String message) {
    int at = message.indexOf("\n" + Words.MARK);
    return at < 0 ? message : message.substring(0, at);
  }

  /// Compares the values at a place; one of them may be none.
  void compare(Place place, Value was, Value now) {
    if (!found.open() || was.sameBytes(now)) {
      return;
    }
    if (place.steps().size() == 1 && (!was.present() || !now.present())) {
      String usual = usual(place);
      if (!usual.isEmpty()) {
        compare(
            place, was.present() ? was : Value.of(usual), now.present() ? now : Value.of(usual));
        return;
      }
    }
    if (found.leaveOut(place)) {
      return;
    }
    if (was.kind() != now.kind() || place.steps().size() > DEEPEST) {
      found.differs(place, () -> change(was, now));
      return;
    }
    switch (was.kind()) {
      case '{' -> object(place, was, now);
      case '[' -> array(place, was, now, false);
      case '"' -> text(place, was.string(), now.string());
      case '0' -> {
        if (!was.sameNumber(now)) {
          found.differs(place, () -> change(was, now));
        }
      }
      default -> found.differs(place, () -> change(was, now));
    }
  }

  private static String change(Value was, Value now) {
    return !was.present()
        ? "added " + now.shown()
        : !now.present() ? "removed " + was.shown() : was.shown() + " → " + now.shown();
  }

  /// What a member of a result means if it is missing.
  private static String usual(Place place) {
    return switch (place.toString()) {
      case "content" -> "[]";
      case "_meta" -> "{}";
      case "isError" -> "false";
      case "resultType" -> "\"complete\"";
      default -> "";
    };
  }

  private void object(Place place, Value was, Value now) {
    JsonCursor one = was.cursor();
    JsonCursor two = now.cursor();
    while (true) {
      boolean first = nextMember(place, was, one);
      boolean second = nextMember(place, now, two);
      if (!first && !second) {
        return;
      }
      if (!first || !second || !name(was, one).equals(name(now, two))) {
        matchMembers(place, was, first, one, now, second, two);
        return;
      }
      Value before = was.at(one);
      Value after = now.at(two);
      if (!before.sameBytes(after)) {
        compare(place.key(name(was, one)), before, after);
      }
    }
  }

  /// Compares the rest of two objects by the names of the members.
  private void matchMembers(
      Place place,
      Value was,
      boolean first,
      JsonCursor one,
      Value now,
      boolean second,
      JsonCursor two) {
    Map<String, Value> before = rest(place, was, first, one);
    Map<String, Value> after = rest(place, now, second, two);
    if (before.size() > MOST_MATCHED || after.size() > MOST_MATCHED) {
      found.differs(place, () -> "the order or the number of its many members");
      return;
    }
    before.forEach(
        (name, value) -> compare(place.key(name), value, after.getOrDefault(name, Value.NONE)));
    after.forEach((name, value) -> {
      if (!before.containsKey(name)) {
        compare(place.key(name), Value.NONE, value);
      }
    });
  }

  private static Map<String, Value> rest(Place place, Value v, boolean present, JsonCursor at) {
    Map<String, Value> rest = new LinkedHashMap<>();
    for (boolean more = present;
        more && rest.size() <= MOST_MATCHED;
        more = nextMember(place, v, at)) {
      rest.put(name(v, at), v.at(at));
    }
    return rest;
  }

  /// Goes to the next member that counts.
  private static boolean nextMember(Place place, Value v, JsonCursor at) {
    boolean more = at.next();
    while (more
        && ((place.equals(STRUCTURE) && name(v, at).equals(NOTICE_MEMBER))
            || (place.equals(META) && name(v, at).startsWith(OWN_META)))) {
      more = at.next();
    }
    return more;
  }

  private static String name(Value v, JsonCursor at) {
    return Json.string(v.bytes(), new Span(at.nameFrom(), at.nameTo()));
  }

  /// @param lines whether the elements are the lines of a text
  private void array(Place place, Value was, Value now, boolean lines) {
    int before = count(place, was);
    int after = count(place, now);
    if (before == after) {
      JsonCursor one = was.cursor();
      JsonCursor two = now.cursor();
      for (int i = 0; nextElement(place, was, one) && nextElement(place, now, two); i++) {
        Value x = was.at(one);
        Value y = now.at(two);
        if (!x.sameBytes(y)) {
          compare(at(place, i, lines), x, y);
        }
      }
    } else if (found.whole() || Math.max(before, after) > MOST_MATCHED) {
      String what = Words.groupedCount(before, lines ? "line" : "element");
      found.differs(place, () -> what + " → " + Words.grouped(after));
    } else {
      align(place, elements(place, was), elements(place, now), lines);
    }
  }

  private static Place at(Place place, int i, boolean lines) {
    return lines ? place.line(i + 1) : place.index(i);
  }

  /// Matches what two lists begin and end with. Reports what is between: pair by pair, then what is
  /// missing or new.
  private void align(Place place, List<Value> was, List<Value> now, boolean lines) {
    int shorter = Math.min(was.size(), now.size());
    int begin = 0;
    while (begin < shorter && same(at(place, begin, lines), was.get(begin), now.get(begin))) {
      begin++;
    }
    int end = 0;
    while (end < shorter - begin
        && same(
            at(place, was.size() - 1 - end, lines),
            was.get(was.size() - 1 - end),
            now.get(now.size() - 1 - end))) {
      end++;
    }
    for (int i = begin; i < Math.max(was.size(), now.size()) - end; i++) {
      compare(
          at(place, i, lines),
          i < was.size() - end ? was.get(i) : Value.NONE,
          i < now.size() - end ? now.get(i) : Value.NONE);
    }
  }

  /// Whether two values are the same but for what is left out.
  private boolean same(Place place, Value was, Value now) {
    Found probe = found.probe(); // takes lists as a whole: its cost does not grow with each level
    new Walk(probe).compare(place, was, now);
    return probe.open();
  }

  private static int count(Place place, Value v) {
    JsonCursor at = v.cursor();
    int count = 0;
    while (nextElement(place, v, at)) {
      count++;
    }
    return count;
  }

  private static List<Value> elements(Place place, Value v) {
    JsonCursor at = v.cursor();
    List<Value> all = new ArrayList<>();
    while (nextElement(place, v, at)) {
      all.add(v.at(at));
    }
    return all;
  }

  private static boolean nextElement(Place place, Value v, JsonCursor at) {
    boolean more = at.next();
    while (more && place.equals(CONTENT) && isNotice(v.at(at))) {
      more = at.next();
    }
    return more;
  }

  private void text(Place place, String was, String now) {
    boolean error = place.equals(MESSAGE);
    String before = error ? withoutNotice(was) : was;
    String after = error ? withoutNotice(now) : now;
    if (before.equals(after)) {
      return;
    }
    if (isBlockMember(place, "data") || isBlockMember(place, "blob")) {
      found.differs(place, () -> binary(before) + " → " + binary(after));
      return;
    }
    if (isBlockMember(place, "text") && isJson(before) && isJson(after)) {
      Optional<Value> one = Value.document(before);
      Optional<Value> two = Value.document(after);
      if (one.isPresent() && two.isPresent()) {
        compare(place, one.get(), two.get());
        return;
      }
    }
    if (before.indexOf('\n') < 0 && after.indexOf('\n') < 0) {
      found.differs(place, () -> Value.shown(before) + " → " + Value.shown(after));
    } else {
      array(place, Value.lines(before), Value.lines(after), true);
    }
  }

  /// Whether the place is `content[N].NAME` or `content[N].resource.NAME`.
  private static boolean isBlockMember(Place place, String name) {
    int depth = place.steps().size();
    return CONTENT.covers(place)
        && (depth == 3 || (depth == 4 && place.steps().get(2).equals(".resource")))
        && place.steps().getLast().equals("." + name);
  }

  private static boolean isJson(String text) {
    String begin = text.stripLeading();
    return begin.startsWith("{") || begin.startsWith("[");
  }

  private static String binary(String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      return Words.groupedCount(bytes.length, "byte") + " " + Sha256.hex(bytes).substring(0, 8);
    } catch (IllegalArgumentException noBase64) {
      byte[] bytes = base64.getBytes(StandardCharsets.UTF_8);
      return Words.groupedCount(bytes.length, "character")
          + " "
          + Sha256.hex(bytes).substring(0, 8);
    }
  }
}
