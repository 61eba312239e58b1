package dev.pitstop.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/// A project's files, each saved at a time of the test's choice.
record Project(Path root) {
  private static final long BUILT = 1_700_000_000_000L;

  /// @param seconds after the project was built
  Project file(String name, String content, long seconds) {
    Path file = root.resolve(name);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new AssertionError(name, e);
    }
    return saved(name, seconds);
  }

  /// The same file, saved anew.
  Project saved(String name, long seconds) {
    try {
      Files.setLastModifiedTime(root.resolve(name), FileTime.fromMillis(BUILT + 1_000 * seconds));
    } catch (IOException e) {
      throw new AssertionError(name, e);
    }
    return this;
  }

  /// TypeScript whose source was saved after its last build.
  static Project typescript(Path root) {
    return new Project(root)
        .file("package.json", "{\"name\":\"x\",\"scripts\":{\"build\":\"tsc\"}}", 0)
        .file("src/x.ts", "", 60)
        .file("dist/index.js", "", 0);
  }
}
