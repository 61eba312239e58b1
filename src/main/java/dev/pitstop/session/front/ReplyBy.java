package dev.pitstop.session.front;

import dev.pitstop.backend.Call;
import dev.pitstop.rpc.Outgoing;
import java.util.function.Consumer;

/// A reply that takes another way to the same client.
///
/// @param way takes the response in the place of {@link Reply#send}
/// @param nothing runs in the place of {@link Reply#none}
public record ReplyBy(Reply to, Consumer<Outgoing> way, Runnable nothing) implements Reply {
  /// A reply that changes nothing but the response.
  public ReplyBy(Reply to, Consumer<Outgoing> way) {
    this(to, way, to::none);
  }

  /// A reply whose end is noted just before.
  public static Reply after(Runnable over, Reply to) {
    Runnable nothing =
        () -> {
          over.run();
          to.none();
        };
    return new ReplyBy(
        to,
        response -> {
          over.run();
          to.send(response);
        },
        nothing);
  }

  @Override
  public void send(Outgoing response) {
    way.accept(response);
  }

  @Override
  public void none() {
    nothing.run();
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
