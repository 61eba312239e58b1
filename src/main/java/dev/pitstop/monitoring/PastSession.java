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
import java.util.function.Consumer;

/// The journal of a session on disk.
///
/// @param header its first line: whose journal it is
public record PastSession(Path file, JsonLine header) implements Session {
  private static final byte[] END = "\n{\"type\":\"end\"}".getBytes(StandardCharsets.UTF_8);

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

  private static Lines lines(Path file, Consumer<String> damaged) throws IOException {
    InputStream halves = new SequenceInputStream(half(JournalFile.earlier(file)), half(file));
    InputStream in = new SequenceInputStream(halves, new ByteArrayInputStream(END));
    return new Lines(in, file.toString(), damaged);
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
  public Lines read(Consumer<String> damaged) throws IOException {
    return lines(file, damaged);
  }
}
