package dev.pitstop.catalog;

import java.util.Locale;

/// One thing that changed inside an entry.
///
/// @param path which parameter, argument or field (`a.b`, `tags[]`), or which member of the entry
/// @param breaking a call that was right before may be wrong now
/// @param text the whole statement in one printable line, without the entry's name
public record Detail(Where where, What what, String path, boolean breaking, String text) {

  /// The part of the entry that changed.
  public enum Where {
    PARAMETER("parameter", "input schema"),
    ARGUMENT("argument", "arguments"),
    OUTPUT("output field", "output schema"),
    ENTRY("field", "entry");

    private final String noun;
    private final String whole;

    Where(String noun, String whole) {
      this.noun = noun;
      this.whole = whole;
    }

    /// What one of its parts is called.
    String noun() {
      return noun;
    }

    /// What the whole of it is called.
    String whole() {
      return whole;
    }

    /// How the JSON form of a difference spells it.
    public String slug() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// What happened to it.
  public enum What {
    ADDED,
    REMOVED,
    RENAMED,
    RETYPED,
    LIMITED,
    REQUIRED,
    OPTIONAL,
    DEFAULT,
    DESCRIPTION,
    TITLE,
    ANNOTATION,
    OTHER;

    /// How the JSON form of a difference spells it.
    public String slug() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
