package dev.pitstop.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Numbers and sentences for people, and sets of words.
public final class Words {
  /// The beginning of each text by Pitstop that appears next to a server's own texts.
  public static final String MARK = "[pitstop] ";

  /// About how many bytes of a tool list are a token for a model.
  public static final int BYTES_PER_TOKEN = 4;

  /// So many digits fit a long in any unit.
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|min|h|)");

  private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{Nd}_./:=,+@%^-]+");

  private Words() {}

  /// Whether a character is an ASCII letter or digit.
  public static boolean isLetterOrDigit(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  /// Whether a text consists of ASCII digits: at least one, and at most `mostDigits`.
  public static boolean isNumber(String text, int mostDigits) {
    return !text.isEmpty()
        && text.length() <= mostDigits
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /// A blank at which no line ends: see [#lines].
  public static final char GLUE = '\u00a0';

  /// The words of a text in lines of at most this many characters, if no word is longer. A line end
  /// counts as a blank.
  public static List<String> lines(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.replace('\n', ' ').split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString().replace(GLUE, ' '));
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString().replace(GLUE, ' '));
    return lines;
  }

  /// `340 ms`, `2.4 s`, `3 min 5 s`, `2 h 4 min`, `3 days`.
  public static String duration(long millis) {
    if (millis < 1_000) {
      return Math.max(0, millis) + " ms";
    }
    if (millis < 60_000) {
      return millis / 1_000 + "." + millis % 1_000 / 100 + " s";
    }
    long seconds = millis / 1_000;
    if (seconds < 3_600) {
      return seconds / 60 + " min " + seconds % 60 + " s";
    }
    if (seconds < 48 * 3_600) {
      return seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min";
    }
    return seconds / 86_400 + " days";
  }

  /// A duration in milliseconds, as people write it on the command line, in the configuration and
  /// in a tool's entry: `500ms`, `30s`, `2min`, `1h`, or a plain number of seconds. Empty if it is
  /// no duration.
  public static OptionalLong millis(String text) {
    Matcher duration = DURATION.matcher(text);
    if (!duration.matches()) {
      return OptionalLong.empty();
    }
    long n = Long.parseLong(duration.group(1));
    return OptionalLong.of(
        switch (duration.group(2)) {
          case "ms" -> n;
          case "h" -> n * 3_600_000;
          case "m", "min" -> n * 60_000;
          default -> n * 1_000;
        });
  }

  /// A word as a POSIX shell reads it.
  public static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /// Ends a clause with a full stop, unless it already ends with `.`, `!` or `?`.
  public static String sentence(String clause) {
    return clause.endsWith(".") || clause.endsWith("!") || clause.endsWith("?")
        ? clause
        : clause + ".";
  }

  /// The text, cut to at most `most` characters, with a mark if it was cut.
  public static String cut(String text, int most) {
    return cut(text, most, " …");
  }

  /// The same for a name, a value or a line of code: the mark follows the last character directly.
  public static String cutClose(String text, int most) {
    return cut(text, most, "…");
  }

  private static String cut(String text, int most, String mark) {
    if (text.length() <= most) {
      return text;
    }
    int end = most - mark.length();
    end -= Character.isHighSurrogate(text.charAt(end - 1)) ? 1 : 0;
    return text.substring(0, end) + mark;
  }

  /// `1 call`, `3 calls`.
  public static String count(long n, String noun) {
    return n + " " + noun + (n == 1 ? "" : "s");
  }

  /// `1234567` → `1,234,567`, the same on every machine, whatever its language.
  public static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /// `1 error`, `1,200 errors`.
  public static String groupedCount(long n, String noun) {
    return grouped(n) + " " + noun + (n == 1 ? "" : "s");
  }

  /// The words of a few lines, as a set.
  public static Set<String> set(String... lines) {
    return Set.copyOf(list(lines));
  }

  /// The words of a few lines, in order.
  public static List<String> list(String... lines) {
    return List.of(String.join(" ", lines).split(" ", -1));
  }

  /// `a`, `a and b`, or `a, b and c`.
  ///
  /// @param last the word before the last one: `and`
  public static String listed(List<String> words, String last) {
    int most = words.size() - 1;
    return most < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, most)) + " " + last + " " + words.getLast();
  }

  /// `a, b and 3 more`: at most this many of these.
  ///
  /// @param count how many there are; these may be the first of them
  public static String some(List<String> texts, int most, int count) {
    int shown = Math.min(most, texts.size());
    String some = String.join(", ", texts.subList(0, shown));
    return count > shown ? some + " and " + (count - shown) + " more" : some;
  }

  /// A text with these in the places of its `{}`, in their order.
  ///
  /// @throws IllegalArgumentException if there are more or fewer places
  public static String fill(String text, Object... parts) {
    StringBuilder out = new StringBuilder(2 * text.length());
    int from = 0;
    for (Object part : parts) {
      int at = text.indexOf("{}", from);
      if (at < 0) {
        throw new IllegalArgumentException("too many parts: " + text);
      }
      out.append(text, from, at).append(part);
      from = at + 2;
    }
    if (text.indexOf("{}", from) >= 0) {
      throw new IllegalArgumentException("too few parts: " + text);
    }
    return out.append(text, from, text.length()).toString();
  }

  /// `812 B`, `3.4 MiB`.
  public static String bytes(long n) {
    if (n < 1024) {
      return n + " B";
    }
    if (n < 1024 * 1024) {
      return n / 1024 + "." + n % 1024 * 10 / 1024 + " KiB";
    }
    long kib = n / 1024;
    return kib / 1024 + "." + kib % 1024 * 10 / 1024 + " MiB";
  }

  /// Whether a word is a URL of a server, and not a program. Here, because a start asks it and
  /// loads nothing else of URLs.
  public static boolean isUrl(String word) {
    return word.regionMatches(true, 0, "http://", 0, 7)
        || word.regionMatches(true, 0, "https://", 0, 8);
  }
}
