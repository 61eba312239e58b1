package dev.pitstop.e2e;

import dev.pitstop.harness.Await;
import java.util.function.Supplier;

/// What `server_status` tells about the backend's lifecycle (L1, A8).
final class Status {
  private Status() {}

  static String state(RawClient client) {
    return client.call("server_status").facts().get("state").getAsString();
  }

  /// Waits until the backend is in another state.
  static void awaitNot(RawClient client, String state) {
    Await.until(() -> !state(client).equals(state), () -> "still " + state + client.story());
  }

  static void await(RawClient client, String state) {
    Await.until(() -> state(client).equals(state), () -> "not " + state + client.story());
  }

  /// Waits until the server's tools are known to Pitstop: the client's own list passes through.
  static void awaitListed(Supplier<ToolResult> status) {
    Await.until(() -> status.get().facts().has("tools"), () -> "its tools are not known");
  }
}
