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
  private final Map<String, Object> ours;

  /// @param library its file; read now
  public Installed(Path library) {
    this.library = library;
    this.ours = facts();
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
    return !now.isEmpty() && !now.equals(ours);
  }
}
