package dev.pitstop.channel;

/// The other side of one run: what the test lets the server do. What it does may take effect later.
public interface Peer {
  /// Says a line, with its line break.
  void say(String line);

  /// The next message that it was sent.
  String heard();

  /// It hears nothing any more, but goes on: what it is sent piles up.
  void listenNoMore();

  /// Ends by itself.
  void exit(int status);

  /// Is ended by somebody else, at once.
  void die();
}
