package dev.pitstop.session.front;

import dev.pitstop.backend.Call;
import dev.pitstop.rpc.Outgoing;
import java.util.function.UnaryOperator;

/// A reply that is changed on its way.
///
/// @param edit changes the response
public record ReplyBy(Reply to, UnaryOperator<Outgoing> edit) implements Reply {
  @Override
  public void send(Outgoing response) {
    to.send(edit.apply(response));
  }

  @Override
  public void none() {
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
