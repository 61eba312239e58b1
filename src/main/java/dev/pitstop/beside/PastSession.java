package dev.pitstop.beside;

import dev.pitstop.journal.JournalFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The journal of a session on disk.
///
/// @param header its first line: whose journal it is
public record PastSession(Path file, JsonLine header) implements Session {
  /// The longest line, in bytes. A line without messages is far shorter.
  private static final int MOST_BYTES = 1024 * 1024;

  private static final byte[] END = "{\"type\":\"end\"}".getBytes(StandardCharsets.UTF_8);

  /// The sessions whose journals are in a directory, the newest first.
  ///
  /// @param damaged gets a sentence about each file without a header
  public static List<PastSession> all(Path directory, Consumer<String> damaged) throws IOException {
    List<PastSession> sessions = new ArrayList<>();
    for (Path file : JournalFile.all(directory).reversed()) {
      Optional<JsonLine> header = header(file);
      if (header.isPresent()) {
        sessions.add(new PastSession(file, header.get()));
      } else {
        damaged.accept(file + ": line 1 (from byte 0) does not say whose journal it is");
      }
    }
    return sessions;
  }

  private static Optional<JsonLine> header(Path file) throws IOException {
    try (Lines lines = lines(file, damaged -> {})) { // whoever reads on is told
      Optional<JsonLine> line = lines.next();
      while (line.isPresent() && !line.get().type().equals("session")) {
        line = lines.next();
      }
      return line;
    }
  }

  private static InputStream open(Path file) throws IOException {
    return Files.isRegularFile(file) ? Files.newInputStream(file) : InputStream.nullInputStream();
  }

  private static Lines lines(Path file, Consumer<String> damaged) throws IOException {
    Path before = JournalFile.earlier(file);
    InputStream earlier = open(before);
    InputStream now = open(file);
    InputStream end = new ByteArrayInputStream(END);
    List<JsonLines> parts =
        List.of(
            new JsonLines(earlier::read, before.toString(), MOST_BYTES, damaged),
            new JsonLines(now::read, file.toString(), MOST_BYTES, damaged),
            new JsonLines(end::read, "", MOST_BYTES, damaged));
    return new Lines() {
      @Override
      public Optional<JsonLine> next(long millis) throws IOException {
        for (JsonLines part : parts) {
          Optional<JsonLine> line = part.next();
          if (line.isPresent()) {
            return line;
          }
        }
        return Optional.empty();
      }

      @Override
      public void close() throws IOException {
        earlier.close();
        now.close();
      }
    };
  }

  @Override
  public long pid() {
    return header.number("pid");
  }

  /// Whether the session was started in this directory.
  public boolean isIn(Path directory) {
    return Sessions.isSame(header.text("directory"), directory);
  }

  @Override
  public Lines read(Consumer<String> damaged) throws IOException {
    return lines(file, damaged);
  }
}
