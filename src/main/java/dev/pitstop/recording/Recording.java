package dev.pitstop.recording;

import dev.pitstop.journal.Journal;
import dev.pitstop.log.Log;
import dev.pitstop.mcp.Messages;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.rpc.Splice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/// Writes the calls of a session's journal into a file, with requests and responses and without
/// secrets, on a thread of its own. docs/terminal.md has the format. Entries that come faster than
/// the disk takes them become a gap. If the file cannot be written, the recording ends, and the log
/// says so.
///
/// @param journal keeps messages up to [#MOST_MESSAGE]
/// @param file only its owner can read it; what is in it stays
/// @param header the line about the session
public record Recording(Journal journal, Path file, Supplier<String> header, Log log)
    implements Runnable {
  /// The longest message in a recording, in bytes.
  public static final int MOST_MESSAGE = 4 * 1024 * 1024;

  private static final Journal.Pace PACE = new Journal.Pace(100, 30_000, Long.MAX_VALUE);

  /// Writes until the journal is closed and everything is written, or a write fails.
  @Override
  public void run() {
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      AtomicBoolean begun = new AtomicBoolean();
      journal.follow(0, PACE, true, page -> write(out, page, begun));
    } catch (IOException | RuntimeException refused) {
      log.warn("recording-ended", "file", file, "why", refused.toString());
    } catch (InterruptedException unwanted) {
      Thread.currentThread().interrupt();
    }
  }

  /// @param begun whether the header was written, which names the client: it comes with the first
  ///   call
  private void write(OutputStream out, Journal.Page page, AtomicBoolean begun) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (String line : page.texts()) {
      recorded(Messages.utf8(line)).ifPresent(lines::writeBytes);
    }
    if (lines.size() > 0 && !begun.getAndSet(true)) {
      out.write(Messages.utf8(header.get() + "\n"));
    }
    lines.writeTo(out);
  }

  /// A line of the journal as a line of the recording; empty if it is neither about a call nor a
  /// gap. The beginning of a message that was cut is left out, as secrets cannot be found in it.
  private static Optional<byte[]> recorded(byte[] text) {
    Optional<JsonLine> line = JsonLine.of(text);
    if (line.isEmpty() || !List.of("call", "answer", "gap").contains(line.get().type())) {
      return Optional.empty();
    }
    Splice whole = new Splice(text);
    whole.removeMember(line.get().at(), "requestBegins");
    whole.removeMember(line.get().at(), "responseBegins");
    if (line.get().has("call")) {
      whole.prepend(line.get().at(), "session", Messages.utf8("" + ProcessHandle.current().pid()));
    }
    return Optional.of(Redaction.of(whole.insert(text.length, new byte[] {'\n'}).apply()));
  }
}
