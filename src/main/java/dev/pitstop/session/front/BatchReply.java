package dev.pitstop.session.front;

import dev.pitstop.rpc.Outgoing;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/// Gathers the responses to a batch (revision 2025-03-26, "Batching") and sends them as one array
/// when the last has come. A cancelled member counts as answered and is left out. Called in turns
/// of the monitor.
public final class BatchReply {
  private final Reply to;
  private final List<Outgoing> responses = new ArrayList<>();
  private int open = 1; // the extra one is released by done()

  public BatchReply(Reply to) {
    this.to = to;
  }

  /// Reserves a place for one more member that needs a response.
  public Reply member() {
    open++;
    return new Reply() {
      @Override
      public void send(Outgoing response) {
        responses.add(response);
        done();
      }

      @Override
      public void none() {
        done();
      }
    };
  }

  /// All members have been handed out.
  public void done() {
    if (--open > 0) {
      return;
    }
    if (responses.isEmpty()) {
      to.none();
      return;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte before = '[';
    for (Outgoing r : responses) {
      out.write(before);
      out.writeBytes(r.bytes());
      before = ',';
    }
    out.write(']');
    to.send(out.toByteArray());
  }
}
