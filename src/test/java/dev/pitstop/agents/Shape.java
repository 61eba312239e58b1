package dev.pitstop.agents;

import java.util.Locale;

/// What results of tools look like, by what they can carry; `server.py` has a tool for each.
enum Shape {
  PLAIN("the plain result", Place.FRONT),
  JSON_TEXT("the result in JSON", Place.BACK),
  PICTURE("iVBORw0KGgo", Place.ANYWHERE),
  UNTYPED("the typed result", Place.ANYWHERE),
  OPEN("the typed result", Place.ANYWHERE),
  CLOSED("the typed result", Place.ANYWHERE),
  ONLY_UNTYPED("the typed result", Place.ANYWHERE),
  ONLY_OPEN("the typed result", Place.ANYWHERE),
  ONLY_CLOSED("the typed result", Place.ANYWHERE),
  FAILED("the failed result", Place.FRONT),
  FAILED_OPEN("the failed result", Place.ANYWHERE),
  FAILED_CLOSED("the failed result", Place.ANYWHERE),
  REFUSED("the refused result", Place.BACK),
  LONG("the long result", Place.LATER);

  /// Where a notice stands that the result carries.
  enum Place {
    FRONT,
    BACK,
    /// Which part comes first is the client's business.
    ANYWHERE,
    /// In the next result.
    LATER
  }

  /// What is in every result of this shape, and in nothing else.
  final String words;

  final Place place;

  Shape(String words, Place place) {
    this.words = words;
    this.place = place;
  }

  String tool() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Whether the server says that its structure has no other members.
  boolean closed() {
    return switch (this) {
      case CLOSED, ONLY_CLOSED, FAILED_CLOSED -> true;
      case PLAIN,
          JSON_TEXT,
          PICTURE,
          UNTYPED,
          OPEN,
          ONLY_UNTYPED,
          ONLY_OPEN,
          FAILED,
          FAILED_OPEN,
          REFUSED,
          LONG ->
          false;
    };
  }
}
