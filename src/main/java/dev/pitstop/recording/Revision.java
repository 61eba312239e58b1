package dev.pitstop.recording;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/// New answers for a recording. They take the places of the old ones all at once at the end. One
/// thread.
public final class Revision {
  private record Line(byte[] fresh, int oldLength) {}

  private final Path file;
  private final Map<Long, Line> byOffset = new TreeMap<>();

  public Revision(Path file) throws IOException {
    this.file = file.toRealPath(); // not the link to it
  }

  /// A new answer in the place of a recorded one. It gets the id of the old one, and its secrets
  /// are left out.
  public void replace(RecordingLine.Frame old, Message.Response now) {
    byte[] line = old.line();
    String id = Json.member(line, old.raw(), "id").text(line);
    byte[] message = new Splice(now.bytes()).replace(now.idSpan(), Messages.utf8(id)).apply();
    Redaction.Redacted redacted = Redaction.of(message, Json.validate(message).orElse(Span.NONE));
    Splice splice = new Splice(line).replace(old.raw(), redacted.message());
    Span root = new Span(0, line.length);
    if (redacted.places().isEmpty()) {
      splice.removeMember(root, "redacted");
    } else {
      splice.putMember(root, "redacted", Messages.utf8(Redaction.list(redacted.places())));
    }
    byOffset.put(old.where().offset(), new Line(splice.apply(), old.where().length()));
  }

  /// How many answers are new.
  public int size() {
    return byOffset.size();
  }

  /// Writes the recording anew, with the new answers. Until it is whole, the old one stays.
  public void save() throws IOException {
    Path fresh = Files.createTempFile(file.getParent(), ".replay", ".tmp");
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ);
        FileChannel out = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
      long from = 0;
      for (Map.Entry<Long, Line> e : byOffset.entrySet()) {
        copy(in, from, e.getKey() - from, out);
        out.write(ByteBuffer.wrap(e.getValue().fresh()));
        from = e.getKey() + e.getValue().oldLength();
      }
      copy(in, from, in.size() - from, out);
      out.force(true);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static void copy(FileChannel in, long from, long length, FileChannel out)
      throws IOException {
    for (long done = 0; done < length; ) {
      long n = in.transferTo(from + done, length - done, out);
      if (n <= 0) {
        throw new IOException("the recording became shorter");
      }
      done += n;
    }
  }
}
