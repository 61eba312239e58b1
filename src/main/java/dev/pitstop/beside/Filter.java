package dev.pitstop.beside;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Chooses calls by words such as `tool:echo`, `status:error` or `slower:500ms`. A call must match
/// every kind of word that is given. Of several words of one kind it must match one. Immutable.
public record Filter(List<Word> words) {
  private static final List<String> KINDS = List.of("tool", "server", "status", "slower", "run");
  private static final List<String> STATUSES =
      List.of("ok", "error", Call.PENDING, "crashed", "unanswered", "cancelled");

  /// `kind:value`.
  public record Word(String kind, String value) {}

  /// Reads the words.
  ///
  /// @throws IllegalArgumentException if one is unknown; the message is for people
  public static Filter of(List<String> words) {
    List<Word> read = new ArrayList<>();
    for (String word : words) {
      int colon = word.indexOf(':');
      String kind = colon < 0 ? word : word.substring(0, colon);
      String value = word.substring(colon + 1);
      if (colon < 0 || !KINDS.contains(kind)) {
        throw unknown("filter", word, kind, KINDS, "%s:");
      }
      if (kind.equals("status") && !STATUSES.contains(value)) {
        throw unknown("status", value, value, STATUSES, "status:%s");
      }
      boolean good =
          switch (kind) {
            case "slower" -> Words.millis(value).isPresent();
            case "run" -> Words.isNumber(value, 9);
            default -> !value.isEmpty();
          };
      if (!good) {
        String needs = kind.equals("slower") ? "a duration such as 500ms" : "a value";
        throw new IllegalArgumentException(
            "%s: `%s` is not %s"
                .formatted(kind, value, kind.equals("run") ? "the number of a run" : needs));
      }
      read.add(new Word(kind, value));
    }
    return new Filter(List.copyOf(read));
  }

  private static IllegalArgumentException unknown(
      String what, String word, String wanted, Collection<String> all, String shown) {
    String use = "; use " + Words.listed(all.stream().map(shown::formatted).toList(), "or");
    return new IllegalArgumentException(
        "there is no %s `%s`%s"
            .formatted(what, word, Nearest.question(wanted, all, shown).orElse(use)));
  }

  /// Whether a call is chosen.
  public boolean matches(Call call) {
    return KINDS.stream()
        .map(kind -> words.stream().filter(w -> w.kind().equals(kind)).toList())
        .allMatch(one -> one.isEmpty() || one.stream().anyMatch(w -> matches(w, call)));
  }

  private static boolean matches(Word word, Call call) {
    String value = word.value();
    return switch (word.kind()) {
      case "tool" -> isLike(value, call.name()) || isLike(value, call.ownName());
      case "server" ->
          isLike(value, call.server())
              || (call.server().isEmpty() && isLike(value + "__*", call.name()));
      case "status" -> call.status().equals(value);
      case "slower" -> call.answer().number("micros") > 1_000 * Words.millis(value).orElseThrow();
      default -> call.answer().number("run") == Long.parseLong(value);
    };
  }

  /// Whether a name is one that a glob means: `*` stands for any characters.
  private static boolean isLike(String glob, String name) {
    String[] parts = glob.split("\\*", -1);
    if (!name.startsWith(parts[0])) {
      return false;
    }
    int at = parts[0].length();
    for (int i = 1; i < parts.length; i++) {
      boolean last = i == parts.length - 1;
      int found =
          last ? Math.max(at, name.length() - parts[i].length()) : name.indexOf(parts[i], at);
      if (found < 0 || !name.startsWith(parts[i], found)) {
        return false;
      }
      at = found + parts[i].length();
    }
    return at == name.length();
  }
}
