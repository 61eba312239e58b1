package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds answers in a line that is no message: behind a log's prefix, or several on a line (MCP,
/// transports, "stdio": messages are delimited by newlines). Reading them as messages would be a
/// guess, since a log may quote an answer; that their call waits for nothing else can be said.
/// Stateless.
public final class Misplaced {
  private static final int TRIES = 16;

  private Misplaced() {}

  /// The ids of the answers in a line that is no message.
  public static List<RequestId> in(byte[] line) {
    List<RequestId> found = new ArrayList<>();
    int tries = 0;
    for (int p = 0; p < line.length && tries < TRIES; p++) {
      if (line[p] == '{') {
        tries++;
        int end = new JsonScanner(line, line.length).value(p, 0);
        if (end > 0) {
          add(Arrays.copyOfRange(line, p, end), found);
          p = end - 1;
        }
      }
    }
    return found;
  }

  private static void add(byte[] object, List<RequestId> found) {
    Message m = Codec.parse(object);
    if (m instanceof Message.Result r) {
      found.add(r.id());
    } else if (m instanceof Message.Failure f) {
      f.id().ifPresent(found::add);
    }
  }
}
