package dev.pitstop.e2e;

import dev.pitstop.harness.Await;

/// What `server_status` tells about the backend's lifecycle.
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

  /// Waits until the session watches its files, so that it misses no save, and has looked for what
  /// was saved before.
  static void awaitWatching(RawClient client) {
    awaitOver(client, "the watch");
    awaitOver(client, "newer sources");
  }

  /// Waits until no work in the background has this in its name.
  static void awaitOver(RawClient client, String work) {
    Await.until(
        () -> !client.call("server_status").lastText().contains(work),
        () -> "still " + work + "\n" + client.story());
  }
}
