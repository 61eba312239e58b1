package dev.pitstop.channel;

import dev.pitstop.http.Header;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Ends a session that is not needed any more, as the specification wants it (2025-11-25, "Session
/// Management" 5); whether the daemon agrees does not matter. For one thread.
final class HttpDelete {
  private final HttpRun run;

  HttpDelete(HttpRun run) {
    this.run = run;
  }

  /// @return false if the thread was interrupted, and so others see to the end
  boolean send() {
    HttpSession session = run.session();
    if (session.id().isEmpty()) {
      return true;
    }
    List<Header> headers = run.common();
    headers.addAll(session.ofSession());
    Http channel = run.channel();
    try {
      channel
          .world
          .wire()
          .send(new Wire.Ask("DELETE", session.posts(), headers, Optional.empty()))
          .close();
    } catch (IOException e) {
      channel.world.log().debug("delete", "server", channel.name, "why", e.toString());
    } catch (InterruptedException e) {
      return false;
    }
    return true;
  }
}
