package dev.pitstop.http;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.text.Words;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The secrets in one daemon's configuration: values of headers, tokens in them, the query of the
/// URL. Daemons quote what they were sent in errors, tool results and logs. This class finds the
/// secrets there, even where JSON has escaped them, and replaces them with `…`. Immutable.
public final class Secrets {
  private static final String HIDDEN = bytes("…");

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

  private final boolean none;
  private final Pattern inText;

  /// The secrets, as group 1, and quotes, as group 2, to know where strings are. Also escapes: no
  /// secret begins inside one. What can begin none of these, most of a message, is skipped in one
  /// step before each.
  private final Pattern inJson;

  private Secrets(Set<String> found) {
    List<String> values =
        found.stream()
            .map(Secrets::bytes)
            .filter(value -> value.length() >= SHORTEST)
            .sorted((a, b) -> b.length() - a.length()) // one may be part of another
            .toList();
    none = values.isEmpty();
    inText = Pattern.compile(any(values, "\"|"));
    String first =
        values.stream()
            .map(value -> "\\x%02x".formatted((int) value.charAt(0)))
            .distinct()
            .collect(Collectors.joining("", "\\\\\"", ""));
    inJson =
        Pattern.compile(
            "[^" + first + "]*+(?:(" + any(values, "") + ")|\\\\.|(\")|[" + first + "]|\\z)",
            Pattern.DOTALL);
  }

  /// A pattern for these values, however JSON escapes them. JSON that is quoted in JSON has more
  /// than one backslash.
  ///
  /// @param quote what else than an escape stands for a quote
  private static String any(List<String> values, String quote) {
    return values.stream()
        .map(value ->
            value
                .chars()
                .mapToObj(c ->
                    switch (c) {
                      case '\\' -> "\\\\+";
                      case '"' -> "(?:" + quote + "\\\\+(?:\"|u0022))";
                      case '/' -> "(?:\\\\*/|\\\\+u002[fF])";
                      default ->
                          "(?:\\x%02x|\\\\+u(?i:00%02x))".formatted(c, c); // any other character
                    })
                .collect(Collectors.joining()))
        .collect(Collectors.joining("|"));
  }

  /// A text's bytes as characters, so that places in it are places in the bytes.
  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
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
    return none;
  }

  /// A text for people, agents or the log, without the secrets.
  public String hide(String text) {
    if (none) {
      return text;
    }
    Matcher at = inText.matcher(bytes(text));
    return at.find()
        ? new String(
            at.replaceAll(HIDDEN).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
        : text;
  }

  /// A message without the secrets: the same object if it contains none, otherwise a copy that
  /// differs only there. Members used for routing stay unchanged; so do numbers, which cannot be
  /// secrets.
  public Message hide(Message m) {
    Span in = content(m);
    if (none || !in.present()) {
      return m;
    }
    String text = new String(m.bytes(), in.from(), in.length(), StandardCharsets.ISO_8859_1);
    Splice splice = new Splice(m.bytes());
    boolean found = false;
    boolean string = false;
    for (Matcher at = inJson.matcher(text); at.find(); ) {
      if (at.start(1) < 0) {
        string ^= at.start(2) >= 0;
      } else if (string) {
        splice.replace(
            new Span(in.from() + at.start(1), in.from() + at.end(1)),
            HIDDEN.getBytes(StandardCharsets.ISO_8859_1));
        found = true;
      }
    }
    return found ? Codec.parse(splice.apply()) : m;
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
    // Malformed messages are hidden as text.
    return m instanceof Message.Notification n ? n.params() : Span.NONE;
  }
}
