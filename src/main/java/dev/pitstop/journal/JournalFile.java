package dev.pitstop.journal;

import dev.pitstop.log.Log;
import dev.pitstop.log.UserDirectories;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/// Writes a session's journal to disk, without messages, on a thread of its own. A file takes half
/// of [#MOST_BYTES]; the half before it stays beside it. Only the owner can read them. The files of
/// the last [#SESSIONS] sessions are kept.
///
/// If the file cannot be written, it ends there, and the log says so.
public final class JournalFile implements Runnable {
  /// The most bytes of one session's files.
  static final long MOST_BYTES = 4L * 1024 * 1024;

  /// How many sessions' files are kept.
  static final int SESSIONS = 10;

  static final String SUFFIX = ".ndjson";
  static final String EARLIER = ".earlier.ndjson";

  private static final Journal.Pace PACE = new Journal.Pace(500, 30_000, 256 * 1024);

  private final Journal journal;
  private final Path file;
  private final Supplier<String> header;
  private final Log log;

  private boolean begun; // the file is there, with its header; the thread's own

  /// @param file its name sorts by the time when the session began, and ends with [#SUFFIX]
  /// @param header the first line of each file: whose session it is, as JSON
  public JournalFile(Journal journal, Path file, Supplier<String> header, Log log) {
    this.journal = journal;
    this.file = file;
    this.header = header;
    this.log = log;
  }

  /// Writes until the journal is closed and everything is written, or a write fails.
  @Override
  public void run() {
    try {
      journal.follow(0, PACE, false, this::write);
    } catch (IOException | RuntimeException refused) {
      log.warn("journal-not-written", "file", file, "why", refused.toString());
    } catch (InterruptedException unwanted) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(Journal.Page page) throws IOException {
    if (!page.isEmpty()) {
      try (OutputStream out = open()) {
        out.write(page.lines());
      }
    }
  }

  /// For each write anew, because an open file costs more than this. If somebody has removed the
  /// file, such as a newer session that needed its place, it is not made again.
  private OutputStream open() throws IOException {
    if (begun && Files.exists(file) && Files.size(file) >= MOST_BYTES / 2) {
      Files.move(file, earlier(file), StandardCopyOption.REPLACE_EXISTING);
      begun = false;
    }
    if (begun) {
      return Files.newOutputStream(file, StandardOpenOption.APPEND);
    }
    UserDirectories.makeDirectoryOf(file);
    sweep();
    OutputStream out =
        Channels.newOutputStream(
            UserDirectories.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    out.write((header.get() + "\n").getBytes(StandardCharsets.UTF_8));
    begun = true;
    return out;
  }

  /// Where the half before the present one is.
  public static Path earlier(Path file) {
    String name = file.getFileName().toString();
    return file.resolveSibling(name.substring(0, name.length() - SUFFIX.length()) + EARLIER);
  }

  /// The sessions' files in a directory, the oldest first.
  public static List<Path> all(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
        for (Path f : found) {
          if (!f.toString().endsWith(EARLIER)) {
            files.add(f);
          }
        }
      }
    }
    files.sort(Comparator.naturalOrder());
    return files;
  }

  /// Removes the oldest sessions' files, so that this one has a place.
  private void sweep() throws IOException {
    List<Path> files = all(file.resolveSibling(""));
    for (Path old : files.subList(0, Math.max(0, files.size() - SESSIONS + 1))) {
      Files.deleteIfExists(earlier(old));
      Files.deleteIfExists(old);
    }
  }
}
