package dev.pitstop.http;

import java.net.URI;
import java.util.Optional;

/// The decision about a URL that the server names: of a redirect, or of the `endpoint` event in
/// HTTP with SSE of 2024-11-05. Secrets in headers are only sent to the user's own origin, and a
/// POST stays a POST (RFC 9110 section 15.4).
public sealed interface Redirect {
  /// How many redirects in a row are followed.
  int MOST = 5;

  /// Go there; after a redirect with the same request again: method, body and headers.
  record Follow(URI to) implements Redirect {
    @Override
    public String toString() {
      return "Follow[" + Uris.display(to) + "]";
    }
  }

  /// Pitstop does not go there.
  ///
  /// @param text for the user: what the server said and what to write instead
  record Refused(String text) implements Redirect {}

  /// Whether an answer with this status is a redirect: 304 is not, and 300 leaves the choice to a
  /// person.
  static boolean is(int status) {
    return status >= 301 && status <= 308 && status != 304 && status != 306;
  }

  /// @param from where the request went
  /// @param location the header; empty if there is none
  static Redirect of(URI from, int status, String location) {
    String said = Uris.display(from) + " redirects (" + status + ")";
    Optional<URI> to = location.isBlank() ? Optional.empty() : Uris.resolve(from, location.strip());
    if (to.isEmpty()) {
      String where = location.isBlank() ? "without saying where" : "to something that is not a URL";
      return new Refused(said + " " + where + ".");
    }
    String where = said + " to " + Uris.display(to.get());
    if (!Uris.sameOrigin(from, to.get())) {
      return new Refused(
          where
              + ", a different origin. Pitstop does not follow, because headers and tokens would go"
              + " there. If that is the server, use its URL instead; if it is a login page, a token"
              + " is missing.");
    }
    return status == 307 || status == 308
        ? new Follow(to.get())
        : new Refused(
            where
                + ", which would turn a POST into a GET. If the server is there, use that URL"
                + " instead.");
  }

  /// The decision after [#MOST] redirects.
  static Refused tooMany(URI from) {
    return new Refused(
        Uris.display(from) + " redirects again, after " + MOST + " redirects in a row.");
  }

  /// The URL to which messages are posted in HTTP with SSE. The first event of the stream names it.
  ///
  /// @param stream the URL of the GET
  /// @param data of the event: a URI, absolute or relative
  static Redirect ofEndpoint(URI stream, String data) {
    String display = Uris.display(stream);
    Optional<URI> to = data.isBlank() ? Optional.empty() : Uris.resolve(stream, data.strip());
    if (to.isEmpty()) {
      return new Refused(display + " offers HTTP+SSE, but the endpoint it names is not a URL.");
    }
    return Uris.sameOrigin(stream, to.get())
        ? new Follow(to.get())
        : new Refused(
            display
                + " asks for messages at "
                + Uris.display(to.get())
                + ", a different origin. Pitstop refuses, because headers and tokens would go there."
                + " If that is the server, use its host and port in the URL.");
  }
}
