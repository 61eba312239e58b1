package dev.pitstop.session.front;

import dev.pitstop.backend.Call;
import dev.pitstop.rpc.Outgoing;
import java.util.function.UnaryOperator;

/// A reply that is changed on its way, or whose end is noted.
///
/// @param edit changes the response
/// @param over runs before the response is sent, or when it is clear that there will be none
public record ReplyBy(Reply to, UnaryOperator<Outgoing> edit, Runnable over) implements Reply {
  /// A reply whose end is noted just before.
  public static Reply after(Runnable over, Reply to) {
    return new ReplyBy(to, response -> response, over);
  }

  @Override
  public void send(Outgoing response) {
    over.run();
    to.send(edit.apply(response));
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
