package dev.pitstop.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The build of Pitstop that this engine is of. Each build makes its native library anew, and the
/// front tells builds apart by the same facts.
public final class Installed {
  private static final String FACTS = "unix:dev,ino,ctime";

  private final Path library;
  private volatile Map<String, Object> ours = Map.of();

  /// @param library its file
  public Installed(Path library) {
    this.library = library;
  }

  /// Notes which build it is: the one that is there now.
  public void look() {
    ours = facts();
  }

  private Map<String, Object> facts() {
    try {
      return Map.copyOf(Files.readAttributes(library, FACTS));
    } catch (IOException gone) {
      return Map.of();
    }
  }

  /// Whether another build is there now. None at all is no other: it may be on its way.
  public boolean isReplaced() {
    Map<String, Object> now = facts();
    return !now.isEmpty() && !ours.isEmpty() && !now.equals(ours);
  }
}
