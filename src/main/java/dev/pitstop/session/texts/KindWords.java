package dev.pitstop.session.texts;

import dev.pitstop.backend.Backend;
import dev.pitstop.text.Words;

/// What to tell a caller who wants to do something with the process of a server that has none.
public final class KindWords {
  private KindWords() {}

  public static String noProcess(Backend server) {
    return Words.MARK
        + Words.fill("Server `{}` is ", server.name())
        + switch (server.kind()) {
          case PROCESS -> throw new IllegalStateException("it is a process");
          case SESSION ->
              Words.fill("a daemon at {}. Its developer starts and stops it; ", server.display())
                  + "Pitstop neither inspects nor stops it.";
          case SCHEMA ->
              "a command-line program: each call is its own process, and none runs between"
                  + " calls. There is nothing to stop, and its file can be overwritten.";
        };
  }
}
