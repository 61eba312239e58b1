package dev.pitstop.rpc;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds answers among the lines of a stream that are no messages: behind a log's prefix, several
/// on a line, or one over several lines (MCP, transports, "stdio": messages are delimited by
/// newlines, and contain none). Reading them as messages would be a guess, since a log may quote an
/// answer; that their call waits for nothing else can be said. One thread.
public final class Misplaced {
  /// @param detail what is wrong, in a few words
  public record Answer(RequestId id, String detail) {}

  private static final int MOST = 256 * 1024; // of the lines of one message
  private static final int TRIES = 16;

  private final ByteArrayOutputStream lines = new ByteArrayOutputStream(); // since one of `{`

  /// Takes the next line that is no message.
  public List<Answer> in(byte[] line) {
    if (isOnly(line, '{')) {
      lines.reset();
      lines.writeBytes(line);
    } else if (lines.size() > 0 && lines.size() + line.length < MOST) {
      lines.write('\n');
      lines.writeBytes(line);
    } else {
      lines.reset();
    }
    List<Answer> found = new ArrayList<>();
    if (lines.size() > 0 && isOnly(line, '}')) {
      add(lines.toByteArray(), "it is spread over several lines", found);
      lines.reset();
    } else {
      within(line, found);
    }
    return found;
  }

  private static boolean isOnly(byte[] line, char brace) {
    return line.length > 0
        && line[0] == brace
        && new JsonScanner(line, line.length).space(1) == line.length;
  }

  private static void within(byte[] line, List<Answer> found) {
    int tries = 0;
    for (int p = 0; p < line.length && tries < TRIES; p++) {
      if (line[p] == '{') {
        tries++;
        int end = new JsonScanner(line, line.length).value(p, 0);
        if (end > 0) {
          add(Arrays.copyOfRange(line, p, end), "it is not alone on its line", found);
          p = end - 1;
        }
      }
    }
  }

  private static void add(byte[] object, String detail, List<Answer> found) {
    Message m = Codec.parse(object);
    if (m instanceof Message.Result r) {
      found.add(new Answer(r.id(), detail));
    } else if (m instanceof Message.Failure f && f.id().isPresent()) {
      found.add(new Answer(f.id().get(), detail));
    }
  }
}
