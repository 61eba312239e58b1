package dev.pitstop.recording;

/// Between whom a message travels. Servers have runs; the client is on the other side of Pitstop.
public enum Direction {
  FROM_CLIENT("from client"),
  TO_CLIENT("to client"),
  TO_SERVER("to server"),
  FROM_SERVER("from server");

  private final String word;

  Direction(String word) {
    this.word = word;
  }

  /// The word for it in a recording.
  String word() {
    return word;
  }
}
