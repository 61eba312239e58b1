package dev.pitstop.http;

import java.net.URI;
import java.util.Optional;

/// The URL to which messages are posted in HTTP+SSE of 2024-11-05. The event `endpoint`, the first
/// of the stream, contains it.
public sealed interface LegacyEndpoint {
  /// @param uri to post to; its query identifies the session
  record At(URI uri) implements LegacyEndpoint {
    @Override
    public String toString() {
      return "At[" + Uris.display(uri) + "]";
    }
  }

  /// @param text for the user
  record Refused(String text) implements LegacyEndpoint {}

  /// @param stream the URL of the GET
  /// @param data of the event: a URI, absolute or relative
  static LegacyEndpoint of(URI stream, String data) {
    Optional<URI> to = data.isBlank() ? Optional.empty() : Uris.resolve(stream, data.strip());
    if (to.isEmpty()) {
      return new Refused(
          Uris.display(stream) + " offers HTTP+SSE, but the endpoint it names is not a URL.");
    }
    return Uris.sameOrigin(stream, to.get())
        ? new At(to.get())
        : new Refused(
            Uris.display(stream)
                + " asks for messages at "
                + Uris.display(to.get())
                + ", a different origin. Pitstop refuses, because headers and tokens would go there."
                + " If that is the server, use its host and port in the URL.");
  }
}
