package dev.pitstop.session.front;

import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import java.util.function.Supplier;

/// A response of Pitstop's that takes longer to make than a turn may take. It is made outside
/// turns, and sent unless the client has cancelled its request by then.
public final class MadeOutside {
  private final Wiring wiring;
  private final Message.Request request;
  private final Reply to;
  private boolean cancelled; // in turns

  private MadeOutside(Wiring wiring, Message.Request request, Reply to) {
    this.wiring = wiring;
    this.request = request;
    this.to = to;
  }

  /// Called in a turn.
  ///
  /// @param make makes the response; reads nothing that another thread may change
  /// @param otherwise the response if that fails
  public static void send(
      Wiring wiring,
      Message.Request request,
      Reply to,
      Supplier<Outgoing> make,
      Outgoing otherwise) {
    MadeOutside response = new MadeOutside(wiring, request, to);
    wiring.tracker().open(request, (n, span) -> response.cancel());
    wiring.outside().run(make, otherwise, response::made);
  }

  private void cancel() {
    cancelled = true;
    to.none();
  }

  private void made(Outgoing response) {
    if (!cancelled) {
      wiring.tracker().over(request);
      to.send(response);
    }
  }
}
