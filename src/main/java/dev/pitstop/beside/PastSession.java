package dev.pitstop.beside;

import dev.pitstop.journal.JournalFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The journal of a session on disk.
///
/// @param header its first line: whose journal it is
public record PastSession(Path file, JsonLine header) {
  /// The longest line, in bytes. A line without messages is far shorter.
  private static final int MOST_BYTES = 1024 * 1024;

  /// The sessions whose journals are in a directory, the newest first.
  ///
  /// @param damaged gets a sentence about each file without a header
  public static List<PastSession> all(Path directory, Consumer<String> damaged) throws IOException {
    List<PastSession> sessions = new ArrayList<>();
    for (Path file : JournalFile.all(directory).reversed()) {
      Optional<JsonLine> first = first(file);
      if (first.isPresent()) {
        sessions.add(new PastSession(file, first.get()));
      } else {
        damaged.accept(file + ": line 1 (from byte 0) does not say whose journal it is");
      }
    }
    return sessions;
  }

  private static Optional<JsonLine> first(Path file) throws IOException {
    try (InputStream now = open(file);
        InputStream earlier = open(JournalFile.earlier(file))) {
      Consumer<String> untold = damaged -> {}; // whoever reads on is told
      for (InputStream half : List.of(now, earlier)) {
        Optional<JsonLine> line = new JsonLines(half::read, "", MOST_BYTES, untold).next();
        if (line.filter(l -> l.type().equals("session")).isPresent()) {
          return line;
        }
      }
    }
    return Optional.empty();
  }

  private static InputStream open(Path file) throws IOException {
    return Files.isRegularFile(file) ? Files.newInputStream(file) : InputStream.nullInputStream();
  }

  public long pid() {
    return header.number("pid");
  }

  /// Whether the session was started in this directory.
  public boolean isIn(Path directory) {
    return Sessions.isSame(header.text("directory"), directory);
  }

  /// The lines of both halves, headers included.
  ///
  /// @param damaged gets a sentence about each line that was left out
  public Lines read(Consumer<String> damaged) throws IOException {
    Path before = JournalFile.earlier(file);
    InputStream earlier = open(before);
    InputStream now = open(file);
    JsonLines first = new JsonLines(earlier::read, before.toString(), MOST_BYTES, damaged);
    JsonLines second = new JsonLines(now::read, file.toString(), MOST_BYTES, damaged);
    return new Lines() {
      @Override
      public Optional<JsonLine> next() throws IOException {
        Optional<JsonLine> line = first.next();
        return line.isPresent() ? line : second.next();
      }

      @Override
      public void close() throws IOException {
        earlier.close();
        now.close();
      }
    };
  }
}
