package dev.pitstop.http;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.text.Words;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The secrets in one daemon's configuration: values of headers, tokens in them, the query of the
/// URL. Daemons quote what they were sent in errors, tool results and logs. This class finds the
/// secrets there, even where JSON has escaped them, and replaces them with `…`. Immutable.
public final class Secrets {
  private static final byte[] HIDDEN = "…".getBytes(StandardCharsets.UTF_8);

  /// A shorter value is an ordinary word.
  private static final int SHORTEST = 6;

  /// A longer value is probably not a word.
  private static final int LONGEST_WORD = 15;

  /// From this length on, a piece of letters and digits within a value is a secret by itself.
  private static final int TOKEN = 8;

  /// Headers that describe the client.
  private static final Set<String> HARMLESS =
      Words.set("user-agent accept-language cache-control origin referer");

  private static final List<String> TELLING =
      List.of("auth", "token", "key", "secret", "pass", "credential", "cookie", "sig");

  private final List<byte[]> values; // the longest first, because one may be part of another
  private final boolean[] begins; // the first bytes of secrets

  private Secrets(Set<String> found) {
    values =
        found.stream()
            .filter(value -> value.length() >= SHORTEST)
            .map(value -> value.getBytes(StandardCharsets.UTF_8))
            .sorted(Comparator.comparingInt(value -> -value.length))
            .toList();
    begins = new boolean[256];
    for (byte[] value : values) {
      begins[value[0] & 0xff] = true;
    }
    begins['\\'] = true; // the first character may be escaped
  }

  /// The secrets of this daemon's URL and headers.
  public static Secrets of(Endpoint endpoint) {
    Set<String> found = new LinkedHashSet<>();
    for (Header h : endpoint.headers()) {
      header(h.name().toLowerCase(Locale.ROOT), h.value(), found);
    }
    query(endpoint.uri(), found);
    return new Secrets(found);
  }

  private static void header(String name, String value, Set<String> to) {
    if (HARMLESS.contains(name) || (!tells(name) && isWord(value))) {
      return;
    }
    to.add(value);
    int blank = value.indexOf(' ');
    if (name.endsWith("authorization") && blank > 0) {
      String credentials = value.substring(blank + 1).strip();
      to.add(credentials);
      if (value.regionMatches(true, 0, "Basic ", 0, 6)) {
        user(credentials, to);
      }
    }
    for (String piece : value.split("[ ;,=\"]")) {
      if (isToken(piece)) {
        to.add(piece);
      }
    }
  }

  private static boolean tells(String name) {
    return TELLING.stream().anyMatch(name::contains);
  }

  /// Whether a value is a word such as `production`, which may mean anything in a tool result.
  private static boolean isWord(String value) {
    return value.length() <= LONGEST_WORD
        && value.chars().allMatch(c -> Character.isLetter(c) || "-_.".indexOf(c) >= 0);
  }

  private static boolean isToken(String piece) {
    return piece.length() >= TOKEN
        && piece.chars().anyMatch(Character::isDigit)
        && piece.chars().anyMatch(Character::isLetter);
  }

  private static void user(String basic, Set<String> to) {
    try {
      String user = new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8);
      to.add(user);
      to.add(user.substring(user.indexOf(':') + 1));
    } catch (IllegalArgumentException notEncoded) {
      to.add(basic);
    }
  }

  private static void query(URI uri, Set<String> to) {
    if (uri.getRawQuery() == null) {
      return;
    }
    to.add(uri.getRawQuery());
    for (String each : new String[] {uri.getRawQuery(), uri.getQuery()}) { // and decoded
      for (String pair : each.split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0 && tells(pair.substring(0, equals).toLowerCase(Locale.ROOT))) {
          to.add(pair.substring(equals + 1));
        }
      }
    }
  }

  /// Whether there is nothing to hide.
  public boolean none() {
    return values.isEmpty();
  }

  /// A text for people, agents or the log, without the secrets.
  public String hide(String text) {
    if (none()) {
      return text;
    }
    byte[] b = text.getBytes(StandardCharsets.UTF_8);
    List<Span> found = find(b, 0, b.length, false);
    return found.isEmpty() ? text : new String(hidden(b, found), StandardCharsets.UTF_8);
  }

  private static byte[] hidden(byte[] b, List<Span> secrets) {
    Splice splice = new Splice(b);
    for (Span at : secrets) {
      splice.replace(at, HIDDEN);
    }
    return splice.apply();
  }

  /// A message without the secrets: the same object if it contains none, otherwise a copy that
  /// differs only there. Members used for routing stay unchanged; so do numbers, which cannot be
  /// secrets.
  public Message hide(Message m) {
    if (none()) {
      return m;
    }
    byte[] b = m.bytes();
    Span in = content(m);
    if (!in.present()) {
      return m;
    }
    List<Span> found = find(b, in.from(), in.to(), true);
    return found.isEmpty() ? m : Codec.parse(hidden(b, found));
  }

  /// No pattern switch: the first one in a process costs the JVM some 20 ms.
  private static Span content(Message m) {
    if (m instanceof Message.Result r) {
      return r.result();
    }
    if (m instanceof Message.Failure f) {
      return f.error();
    }
    if (m instanceof Message.Request r) {
      return r.params();
    }
    // Batches have been taken apart before, and malformed messages are hidden as text.
    return m instanceof Message.Notification n ? n.params() : Span.NONE;
  }

  /// @param json whether only strings are searched, which begin and end with quotes
  private List<Span> find(byte[] b, int from, int to, boolean json) {
    List<Span> found = new ArrayList<>(0);
    boolean string = !json;
    int i = from;
    while (i < to) {
      int end = string && begins[b[i] & 0xff] ? end(b, i, to, json) : -1;
      if (end > 0) {
        found.add(new Span(i, end));
        i = end;
      } else {
        string ^= json && b[i] == '"';
        i += json && b[i] == '\\' ? 2 : 1; // no secret begins inside an escape
      }
    }
    return found;
  }

  /// The end of the longest secret that starts here, or -1.
  private int end(byte[] b, int from, int to, boolean json) {
    for (byte[] value : values) {
      int end = end(value, b, from, to, json);
      if (end > 0) {
        return end;
      }
    }
    return -1;
  }

  private static int end(byte[] value, byte[] b, int from, int to, boolean json) {
    int i = from;
    for (byte c : value) {
      if (i < to && b[i] == c && c != '\\' && (c != '"' || !json)) {
        i++;
      } else if (i < to && b[i] == '\\') {
        i = behindEscape(c, b, i, to);
      } else {
        return -1;
      }
      if (i < 0) {
        return -1;
      }
    }
    return i;
  }

  /// The end of an escape of this character: `\"`, `\/`, `\\`, or `\` and `u002b`. JSON that is
  /// quoted in JSON has more than one backslash. Returns -1 for an escape of another character.
  private static int behindEscape(byte c, byte[] b, int from, int to) {
    int i = from;
    while (i < to && b[i] == '\\') {
      i++;
    }
    if (c == '\\') {
      return i;
    }
    if (i < to && b[i] == c && (c == '"' || c == '/')) {
      return i + 1;
    }
    if (i + 5 <= to && b[i] == 'u') {
      String digits = new String(b, i + 1, 4, StandardCharsets.US_ASCII);
      return digits.equalsIgnoreCase(HexFormat.of().toHexDigits((char) c)) ? i + 5 : -1;
    }
    return -1;
  }
}
