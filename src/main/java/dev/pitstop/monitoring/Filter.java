package dev.pitstop.monitoring;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.catalog.ToolFilter;
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
      String missing =
          switch (kind) {
            case "slower" -> Words.millis(value).isPresent() ? "" : "a duration such as 500ms";
            case "run" -> Words.isNumber(value, 9) ? "" : "the number of a run";
            default -> value.isEmpty() ? "a value" : "";
          };
      if (!missing.isEmpty()) {
        throw new IllegalArgumentException(kind + ": `" + value + "` is not " + missing);
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

  /// The same globs as in the configuration's lists of tools.
  private static boolean isLike(String glob, String name) {
    return new ToolFilter(List.of(glob), List.of()).test(name);
  }
}
