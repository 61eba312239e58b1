package dev.pitstop.monitoring;

import dev.pitstop.journal.JournalFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The journal of a session on disk.
///
/// @param header its first line: whose journal it is
public record PastSession(Path file, JsonLine header) implements Session {
  private static final byte[] END = "\n{\"type\":\"end\"}".getBytes(StandardCharsets.UTF_8);

  /// The sessions whose journals are in a directory, the newest first. A file without a header is
  /// left out.
  public static List<PastSession> all(Path directory) throws IOException {
    List<PastSession> sessions = new ArrayList<>();
    for (Path file : JournalFile.all(directory).reversed()) {
      header(file).ifPresent(header -> sessions.add(new PastSession(file, header)));
    }
    return sessions;
  }

  private static Optional<JsonLine> header(Path file) throws IOException {
    try (Lines lines = lines(file)) {
      Optional<JsonLine> line = lines.next();
      while (line.isPresent() && !line.get().type().equals("session")) {
        line = lines.next();
      }
      return line;
    }
  }

  private static Lines lines(Path file) throws IOException {
    InputStream halves = new SequenceInputStream(half(JournalFile.earlier(file)), half(file));
    InputStream in = new SequenceInputStream(halves, new ByteArrayInputStream(END));
    return new Lines(in, file.toString());
  }

  private static InputStream half(Path file) throws IOException {
    return Files.isRegularFile(file) ? Files.newInputStream(file) : InputStream.nullInputStream();
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
  public Lines read(boolean messages) throws IOException {
    return lines(file);
  }
}
