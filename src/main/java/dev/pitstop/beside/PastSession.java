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
    for (Path half : List.of(file, JournalFile.earlier(file))) {
      if (Files.isRegularFile(half)) {
        try (InputStream in = Files.newInputStream(half)) {
          Optional<JsonLine> line =
              new JsonLines(in, "", MOST_BYTES, untold -> {})
                  .next()
                  .filter(l -> l.type().equals("session"));
          if (line.isPresent()) {
            return line;
          }
        }
      }
    }
    return Optional.empty();
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
  public Lines read(Consumer<String> damaged) {
    return new Halves(new ArrayList<>(List.of(JournalFile.earlier(file), file)), damaged);
  }

  private static final class Halves implements Lines {
    private final List<Path> files;
    private final Consumer<String> damaged;
    private InputStream in = InputStream.nullInputStream();
    private JsonLines lines;

    Halves(List<Path> files, Consumer<String> damaged) {
      this.files = files;
      this.damaged = damaged;
      this.lines = new JsonLines(in, "", MOST_BYTES, damaged);
    }

    @Override
    public Optional<JsonLine> next() throws IOException {
      Optional<JsonLine> next = lines.next();
      while (next.isEmpty() && !files.isEmpty()) {
        Path file = files.removeFirst();
        if (Files.isRegularFile(file)) {
          in.close();
          in = Files.newInputStream(file);
          lines = new JsonLines(in, file.toString(), MOST_BYTES, damaged);
          next = lines.next();
        }
      }
      return next;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
