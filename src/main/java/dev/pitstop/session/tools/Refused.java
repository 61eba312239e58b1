package dev.pitstop.session.tools;

import dev.pitstop.backend.Backend;
import dev.pitstop.text.Words;

/// A call of one of Pitstop's own tools is refused: an argument does not fit, or there is no such
/// server. The caller gets the text, with Pitstop's mark.
public final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1;

  public Refused(String text) {
    super(Words.MARK + text);
  }

  /// The caller wants to do something with the process of a server that has none.
  static Refused noProcess(Backend server) {
    return new Refused(
        Words.fill("Server `{}` is ", server.name())
            + server
                .kind()
                .words(
                    "a process.", // which nobody refuses
                    Words.fill(
                        "a daemon at {}. Its developer starts and stops it; Pitstop neither inspects"
                            + " nor stops it.",
                        server.display()),
                    "a command-line program: each call is its own process, and none runs between"
                        + " calls. There is nothing to stop, and its file can be overwritten."));
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}
