package dev.pitstop.beside;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// Chooses calls by words such as `tool:echo`, `status:error` or `slower:500ms`. A call must match
/// every kind of word that is given. Of several words of one kind it must match one. Immutable.
public record Filter(List<Word> words) {
  /// The kinds of words.
  public static final List<String> KINDS = List.of("tool", "server", "status", "slower", "run");

  /// The words after `status:`.
  public static final List<String> STATUSES =
      List.of("ok", "error", Call.PENDING, "crashed", "unanswered", "cancelled");

  /// @param number the value of `run`, or of `slower` in milliseconds
  public record Word(String kind, String value, long number) {}

  /// Reads the words.
  ///
  /// @throws IllegalArgumentException if one is unknown; the message is for people
  public static Filter of(List<String> words) {
    List<Word> read = new ArrayList<>();
    for (String word : words) {
      int colon = word.indexOf(':');
      String kind = word.substring(0, Math.max(0, colon));
      if (colon < 0 || !KINDS.contains(kind)) {
        throw unknown(word, colon < 0 ? word : kind);
      }
      read.add(read(kind, word.substring(colon + 1)));
    }
    return new Filter(List.copyOf(read));
  }

  private static IllegalArgumentException unknown(String word, String kind) {
    String how = "; use " + Words.listed(KINDS.stream().map(k -> k + ":").toList(), "or");
    return new IllegalArgumentException(
        "there is no filter `%s`%s"
            .formatted(word, Nearest.question(kind, KINDS, "%s:").orElse(how)));
  }

  private static Word read(String kind, String value) {
    long number = 0;
    switch (kind) {
      case "status" -> {
        if (!STATUSES.contains(value)) {
          throw new IllegalArgumentException(
              "there is no status `%s`%s"
                  .formatted(
                      value,
                      Nearest.question(value, STATUSES, "status:%s")
                          .orElse("; use " + Words.listed(STATUSES, "or"))));
        }
      }
      case "slower" -> {
        OptionalLong millis = Words.millis(value);
        number =
            millis.orElseThrow(() ->
                new IllegalArgumentException(
                    "slower: `" + value + "` is not a duration: use 500ms, 30s or 2min"));
      }
      case "run" -> {
        if (!Words.isNumber(value, 9)) {
          throw new IllegalArgumentException("run: `" + value + "` is not the number of a run");
        }
        number = Long.parseLong(value);
      }
      default -> {
        if (value.isEmpty()) {
          throw new IllegalArgumentException(kind + ": a name must follow, such as " + kind + ":x");
        }
      }
    }
    return new Word(kind, value, number);
  }

  /// Whether a call is chosen.
  public boolean matches(Call call) {
    for (String kind : KINDS) {
      boolean asked = false;
      boolean found = false;
      for (Word word : words) {
        if (word.kind().equals(kind)) {
          asked = true;
          found |= matches(word, call);
        }
      }
      if (asked && !found) {
        return false;
      }
    }
    return true;
  }

  private static boolean matches(Word word, Call call) {
    return switch (word.kind()) {
      case "tool" -> isLike(word.value(), call.name()) || isLike(word.value(), call.ownName());
      case "server" ->
          isLike(word.value(), call.server())
              || (call.server().isEmpty() && isLike(word.value() + "__*", call.name()));
      case "status" -> call.status().equals(word.value());
      case "slower" -> !call.isPending() && call.micros() > 1_000 * word.number();
      default -> call.run() == word.number();
    };
  }

  /// Whether a name is one that a glob means: `*` stands for any characters.
  static boolean isLike(String glob, String name) {
    int star = -1;
    int again = 0; // where the text after the last star was tried
    int g = 0;
    int n = 0;
    while (n < name.length()) {
      if (g < glob.length() && glob.charAt(g) == '*') {
        star = g++;
        again = n;
      } else if (g < glob.length() && glob.charAt(g) == name.charAt(n)) {
        g++;
        n++;
      } else if (star >= 0) {
        g = star + 1;
        n = ++again;
      } else {
        return false;
      }
    }
    while (g < glob.length() && glob.charAt(g) == '*') {
      g++;
    }
    return g == glob.length();
  }
}
