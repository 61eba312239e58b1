package dev.pitstop.install;

import dev.pitstop.config.Indent;
import java.util.List;
import java.util.Optional;

/// Writes a setting into a table of a TOML file outside of its servers, however that table is
/// written, and removes it again.
final class TomlTable {
  private TomlTable() {}

  /// The place of a key of the table, if it is there.
  private static Optional<Value.Field> find(Toml toml, Setting.OfClient setting) {
    for (Toml.Statement s : toml.statements()) {
      if (s.path().equals(List.of(setting.table(), setting.key()))) {
        return Optional.of(s.field());
      }
      if (s.path().equals(List.of(setting.table()))
          && s.field().value() instanceof Value.Fields inline) {
        return Entry.find(inline.fields(), setting.key());
      }
    }
    return Optional.empty();
  }

  private static Optional<Toml> parse(String text) {
    try {
      return Optional.of(Toml.parse(text));
    } catch (Toml.Mistake m) {
      return Optional.empty(); // the reader has reported it before
    }
  }

  static boolean has(String text, Setting.OfClient setting) {
    return parse(text).flatMap(toml -> find(toml, setting)).isPresent();
  }

  /// Whether the setting is there with the value that Pitstop writes.
  static boolean there(String text, Setting.OfClient setting) {
    return parse(text)
        .flatMap(toml -> find(toml, setting))
        .map(Value.Field::value)
        .filter(v -> text.substring(v.start(), v.end()).equals(setting.value()))
        .isPresent();
  }

  /// The text with the setting; the same text if its key is there, or cannot be added.
  static String with(String text, Setting.OfClient setting) {
    Optional<Toml> toml = parse(text);
    if (toml.isEmpty() || find(toml.get(), setting).isPresent()) {
      return text;
    }
    Layout layout = new Layout(text, Format.TOML);
    List<String> table = List.of(setting.table());
    for (Toml.Header h : toml.get().headers()) {
      if (h.path().equals(table)) {
        int at = Toml.end(text, h.end());
        return text.substring(0, at) + Indent.newline(text) + line(setting) + text.substring(at);
      }
    }
    boolean begun = toml.get().headers().stream().anyMatch(h -> isArray(h, setting.table()));
    for (Toml.Statement s : toml.get().statements()) {
      if (s.header() == 0 && s.path().getFirst().equals(setting.table())) {
        begun = true; // as a root key: a header for it would be a mistake
        Optional<Value.Field> beside =
            s.path().size() == 2
                ? Optional.of(s.field())
                : s.path().size() == 1
                        && s.field().value() instanceof Value.Fields inline
                        && !inline.fields().isEmpty()
                    ? Optional.of(inline.fields().getLast())
                    : Optional.empty();
        if (beside.isPresent()) {
          int at = layout.behind(beside.get());
          return text.substring(0, at)
              + layout.member(beside.get(), setting.key(), setting.value())
              + text.substring(at);
        }
      }
    }
    return begun ? text : text + ending(text) + block(text, setting);
  }

  /// `[[features]]`.
  private static boolean isArray(Toml.Header header, String table) {
    return header.path().size() == 2
        && header.path().getFirst().equals(table)
        && header.path().getLast().startsWith("[");
  }

  /// The line end that the last line lacks.
  private static String ending(String text) {
    return text.isEmpty() || text.endsWith("\n") ? "" : Indent.newline(text);
  }

  private static String line(Setting.OfClient setting) {
    return setting.key() + " = " + setting.value();
  }

  /// A table of its own, after an empty line.
  private static String block(String text, Setting.OfClient setting) {
    String newline = Indent.newline(text);
    return newline + "[" + setting.table() + "]" + newline + line(setting) + newline;
  }

  /// The text without the setting.
  ///
  /// @param before the text before the setting was written
  static String without(String text, String before, Setting.OfClient setting) {
    Optional<Toml> toml = parse(text);
    Optional<Value.Field> field = toml.flatMap(t -> find(t, setting));
    if (field.isEmpty()) {
      return text;
    }
    String block = block(text, setting);
    int at = field.get().value().end() + Indent.newline(text).length() - block.length();
    boolean alone =
        at >= 0
            && text.startsWith(block, at)
            && toml.get().statements().stream()
                    .filter(s -> s.path().getFirst().equals(setting.table()))
                    .count()
                == 1
            && !with(before, setting).equals(before)
            && with(before, setting).endsWith(block);
    if (!alone) {
      return TomlDocument.without(text, field.get());
    }
    String rest = text.substring(at + block.length());
    String front = text.substring(0, at);
    String added = ending(before);
    return rest.isEmpty() && !added.isEmpty() && front.endsWith(added)
        ? front.substring(0, front.length() - added.length())
        : front + rest;
  }
}
