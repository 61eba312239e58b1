package dev.pitstop.compare;

import dev.pitstop.compare.Place.Step;
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
import java.util.function.Supplier;

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

  private final Findings findings;

  Walk(Findings findings) {
    this.findings = findings;
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
    if (!findings.open() || was.sameBytes(now)) {
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
    if (findings.leaveOut(place)) {
      return;
    }
    if (was.kind() != now.kind() || place.steps().size() > DEEPEST) {
      findings.differs(place, () -> change(was, now));
      return;
    }
    switch (was.kind()) {
      case '{' -> object(place, was, now);
      case '[' -> array(place, was, now);
      case '"' -> text(place, was.string(), now.string());
      case '0' -> {
        if (!was.sameNumber(now)) {
          findings.differs(place, () -> change(was, now));
        }
      }
      default -> findings.differs(place, () -> change(was, now));
    }
  }

  private static String change(Value was, Value now) {
    return !was.present()
        ? "added " + now.shown()
        : !now.present() ? "removed " + was.shown() : was.shown() + " → " + now.shown();
  }

  /// What a member of a result means if it is missing.
  private static String usual(Place place) {
    return place.steps().getFirst() instanceof Step.Key k
        ? switch (k.name()) {
          case "content" -> "[]";
          case "_meta" -> "{}";
          case "isError" -> "false";
          case "resultType" -> "\"complete\"";
          default -> "";
        }
        : "";
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
      findings.differs(place, () -> "the order or the number of its many members");
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

  private void array(Place place, Value was, Value now) {
    int before = count(place, was);
    int after = count(place, now);
    if (before == after) {
      JsonCursor one = was.cursor();
      JsonCursor two = now.cursor();
      for (int i = 0; nextElement(place, was, one) && nextElement(place, now, two); i++) {
        Value x = was.at(one);
        Value y = now.at(two);
        if (!x.sameBytes(y)) {
          compare(place.index(i), x, y);
        }
      }
    } else if (findings.whole() || Math.max(before, after) > MOST_MATCHED) {
      findings.differs(
          place, () -> Words.groupedCount(before, "element") + " → " + Words.grouped(after));
    } else {
      List<Value> one = elements(place, was);
      List<Value> two = elements(place, now);
      align(
          before,
          after,
          (i, j) -> same(place.index(i), one.get(i), two.get(j)),
          (i, j) ->
              compare(
                  place.index(Math.max(i, j)),
                  i < 0 ? Value.NONE : one.get(i),
                  j < 0 ? Value.NONE : two.get(j)));
    }
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
      findings.differs(place, () -> binary(before) + " → " + binary(after));
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
    lines(place, before, after);
  }

  /// Whether the place is `content[N].NAME` or `content[N].resource.NAME`.
  private static boolean isBlockMember(Place place, String name) {
    List<Step> steps = place.steps();
    return steps.size() >= 3
        && steps.size() <= 4
        && CONTENT.covers(place)
        && (steps.size() == 3 || steps.get(2).equals(new Step.Key("resource")))
        && steps.getLast().equals(new Step.Key(name));
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

  private void lines(Place place, String was, String now) {
    int before = lineCount(was);
    int after = lineCount(now);
    if (before == 1 && after == 1) {
      findings.differs(place, () -> Value.shown(was) + " → " + Value.shown(now));
    } else if (before != after && (findings.whole() || Math.max(before, after) > MOST_MATCHED)) {
      findings.differs(
          place, () -> Words.groupedCount(before, "line") + " → " + Words.grouped(after));
    } else {
      String[] one = was.split("\n", -1);
      String[] two = now.split("\n", -1);
      align(
          before,
          after,
          (i, j) -> one[i].equals(two[j]) || findings.leaveOut(place.line(i + 1)),
          (i, j) -> line(place.line(Math.max(i, j) + 1), () -> changedLine(one, i, two, j)));
    }
  }

  private void line(Place place, Supplier<String> change) {
    if (findings.open() && !findings.leaveOut(place)) {
      findings.differs(place, change);
    }
  }

  private static String changedLine(String[] was, int i, String[] now, int j) {
    return i < 0
        ? "added " + Value.shown(now[j])
        : j < 0
            ? "removed " + Value.shown(was[i])
            : Value.shown(was[i]) + " → " + Value.shown(now[j]);
  }

  private static int lineCount(String text) {
    int count = 1;
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      count++;
    }
    return count;
  }

  /// Compares two numbers of the two sides; a number is -1 if that side has none.
  private interface Pair {
    void at(int was, int now);
  }

  private interface SamePair {
    boolean at(int was, int now);
  }

  /// Matches what two lists begin and end with. Reports what is between: pair by pair, then what is
  /// missing or new.
  private static void align(int before, int after, SamePair same, Pair report) {
    int shorter = Math.min(before, after);
    int begin = 0;
    while (begin < shorter && same.at(begin, begin)) {
      begin++;
    }
    int end = 0;
    while (end < shorter - begin && same.at(before - 1 - end, after - 1 - end)) {
      end++;
    }
    for (int i = begin; i < Math.max(before, after) - end; i++) {
      int was = i < before - end ? i : -1;
      int now = i < after - end ? i : -1;
      if (was < 0 || now < 0 || !same.at(was, now)) {
        report.at(was, now);
      }
    }
  }

  /// Whether two values are the same but for what is left out.
  private boolean same(Place place, Value was, Value now) {
    Probe probe = new Probe(findings);
    new Walk(probe).compare(place, was, now);
    return !probe.found;
  }

  /// Finds out whether there is any difference.
  private static final class Probe implements Findings {
    private final Findings real;
    boolean found;

    Probe(Findings real) {
      this.real = real;
    }

    @Override
    public boolean open() {
      return !found;
    }

    @Override
    public boolean leaveOut(Place place) {
      return real.leaveOut(place);
    }

    @Override
    public boolean whole() {
      return true; // so that its cost does not grow with each level
    }

    @Override
    public void differs(Place place, Supplier<String> what) {
      found = true;
    }
  }
}
