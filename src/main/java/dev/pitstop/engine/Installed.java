package dev.pitstop.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The installation of Pitstop that this engine is of: a directory, and the build in it. Each build
/// has a number of its own in a file. The front tells engines apart by the same facts.
///
/// They stay the same when files get other times, owners or hard links.
public final class Installed {
  /// What has become of it.
  public enum State {
    THERE,
    /// Another build is in its place.
    REPLACED,
    /// Nothing is in its place. Another build may be on its way.
    GONE
  }

  private static final String GONE = "";

  private final Path directory;
  private volatile String ours = GONE;

  /// @param library a file in its directory
  public Installed(Path library) {
    directory = library.resolveSibling("");
  }

  /// Notes which build it is: the one that is there now.
  public void look() {
    ours = facts();
  }

  private String facts() {
    try {
      return Files.getAttribute(directory, "unix:dev")
          + " "
          + Files.getAttribute(directory, "unix:ino")
          + " "
          + Files.readString(directory.resolve("build"));
    } catch (IOException gone) {
      return GONE;
    }
  }

  /// What is there now, compared with what was there when [#look] was called.
  public State state() {
    String now = facts();
    if (ours.equals(GONE) || now.equals(ours)) {
      return State.THERE;
    }
    return now.equals(GONE) ? State.GONE : State.REPLACED;
  }
}
