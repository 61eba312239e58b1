package dev.pitstop.session.front;

import dev.pitstop.backend.Call;
import dev.pitstop.rpc.Outgoing;

/// A reply whose end is noticed: `over` runs before the response is sent, and when there will be
/// none. Called in turns of the monitor.
public record ReplyEnd(Reply to, Runnable over) implements Reply {
  @Override
  public void send(Outgoing response) {
    over.run();
    to.send(response);
  }

  @Override
  public void none() {
    over.run();
    to.none();
  }

  @Override
  public String by() {
    return to.by();
  }

  @Override
  public void ended(String server, Call call, Call.Ending how) {
    to.ended(server, call, how);
  }
}
