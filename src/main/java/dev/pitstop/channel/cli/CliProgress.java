package dev.pitstop.channel.cli;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Timers;
import java.util.Optional;
import java.util.function.Consumer;

/// Reports the stderr of a call's process as its progress: the newest line, at most ten times a
/// second, and nothing after the answer. Thread-safe.
final class CliProgress {
  private static final long PAUSE_MILLIS = 100;
  private static final int MOST = 1_000;

  private final String token;
  private final Timers timers;
  private final Consumer<byte[]> tell;

  // Guarded by `this`.
  private Optional<String> line = Optional.empty(); // not reported yet
  private Optional<Timers.Timer> timer = Optional.empty();
  private long toldMillis = Long.MIN_VALUE / 2;
  private int count;
  private boolean over;

  /// @param token in the client's JSON; empty if the client wants no progress
  /// @param tell takes a message on any thread, and does not wait
  CliProgress(String token, Timers timers, Consumer<byte[]> tell) {
    this.token = token;
    this.timers = timers;
    this.tell = tell;
  }

  /// @param newest as plain text
  synchronized void wrote(String newest) {
    String plain = newest.strip();
    if (over || plain.isEmpty() || token.isEmpty()) {
      return;
    }
    line = Optional.of(plain.length() > MOST ? plain.substring(0, MOST) + " …" : plain);
    if (timer.isEmpty()) {
      long wait = Math.max(0, toldMillis + PAUSE_MILLIS - timers.nowMillis());
      timer = Optional.of(timers.after(wait, this::tell));
    }
  }

  private synchronized void tell() {
    timer = Optional.empty();
    if (over || line.isEmpty()) {
      return;
    }
    count++;
    toldMillis = timers.nowMillis();
    byte[] message =
        Messages.notification(
            Methods.PROGRESS,
            "{\"progressToken\":"
                + token
                + ",\"progress\":"
                + count
                + ",\"message\":"
                + Json.quote(line.get())
                + "}");
    line = Optional.empty();
    tell.accept(message);
  }

  /// The call is about to be answered.
  synchronized void end() {
    over = true;
    timer.ifPresent(Timers.Timer::cancel);
  }
}
