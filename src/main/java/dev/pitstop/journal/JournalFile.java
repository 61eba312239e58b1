package dev.pitstop.journal;

import dev.pitstop.log.Log;
import dev.pitstop.log.UserDirectories;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Writes a session's journal to disk, without messages, on a thread of its own. A file takes half
/// of [#MOST_BYTES]; the half before it stays beside it. Only the owner can read them. The files of
/// the last [#SESSIONS] sessions are kept.
///
/// What cannot be written is lost. The log says so once, and the next line is tried after
/// [#RETRY_MILLIS].
public final class JournalFile implements Runnable {
  /// The most bytes of one session's files.
  static final long MOST_BYTES = 4L * 1024 * 1024;

  /// How many sessions' files are kept.
  static final int SESSIONS = 10;

  static final String SUFFIX = ".ndjson";
  static final String EARLIER = ".earlier.ndjson";

  /// Between two writes, so that a flood of events costs few.
  private static final long PACE_MILLIS = 200;

  private static final long RETRY_MILLIS = 30_000;
  private static final int MOST_ENTRIES = 1_000; // at once

  private final Journal journal;
  private final Path file;
  private final String header;
  private final Log log;

  // The thread's own.
  private long seq; // of the last entry that was written
  private boolean failed;

  /// @param file its name sorts by the time when the session began, and ends with [#SUFFIX]
  /// @param header the first line of each file: whose session it is, as JSON
  public JournalFile(Journal journal, Path file, String header, Log log) {
    this.journal = journal;
    this.file = file;
    this.header = header;
    this.log = log;
  }

  /// Writes until the journal is closed and everything is written.
  @Override
  public void run() {
    try {
      boolean open = true;
      while (open) {
        journal.await(seq);
        open = !journal.awaitClose(failed ? RETRY_MILLIS : PACE_MILLIS);
        write();
      }
    } catch (InterruptedException unwanted) {
      Thread.currentThread().interrupt();
    }
  }

  private void write() {
    try {
      for (Journal.Page p = next(); !p.entries().isEmpty(); p = next()) {
        write(p);
        seq = p.next();
      }
      failed = false;
    } catch (IOException | UnsupportedOperationException refused) {
      if (!failed) {
        failed = true;
        log.warn("journal-not-written", "file", file, "why", refused.toString());
      }
    }
  }

  private Journal.Page next() {
    return journal.after(seq, MOST_ENTRIES);
  }

  private void write(Journal.Page page) throws IOException {
    StringBuilder lines = new StringBuilder();
    if (page.missed() > 0) {
      lines.append(JournalLine.gap(page.missed())).append('\n');
    }
    for (JournalEntry entry : page.entries()) {
      lines.append(JournalLine.of(entry, false)).append('\n');
    }
    try (FileChannel out = open()) {
      long before = out.size();
      try {
        put(out, lines.toString());
      } catch (IOException refused) {
        out.truncate(before); // no half lines, and nothing twice
        throw refused;
      }
    }
  }

  /// For each write anew: the file may have been removed, and an open one costs more than this.
  private FileChannel open() throws IOException {
    if (Files.exists(file) && Files.size(file) >= MOST_BYTES / 2) {
      Files.move(file, earlier(file), StandardCopyOption.REPLACE_EXISTING);
    }
    boolean fresh = !Files.exists(file);
    if (fresh) {
      UserDirectories.makeDirectoryOf(file);
      sweep();
    }
    FileChannel out =
        UserDirectories.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (fresh) {
      put(out, header + "\n");
    }
    return out;
  }

  private static void put(FileChannel out, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }

  /// Where the half before the present one is.
  static Path earlier(Path file) {
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
    List<Path> files = all(file.toAbsolutePath().getParent());
    for (Path old : files.subList(0, Math.max(0, files.size() - SESSIONS + 1))) {
      Files.deleteIfExists(earlier(old));
      Files.deleteIfExists(old);
    }
  }
}
