package dev.pitstop.channel.http;

import dev.pitstop.http.Header;
import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The cookies that a daemon sets for its own origin in one session: a balancer in front of several
/// processes sends the session to the right one by them. Thread-safe.
final class HttpCookies {
  private volatile Optional<CookieManager> kept = Optional.empty(); // most daemons set none

  /// Keeps what an answer sets.
  ///
  /// @param set the values of its `Set-Cookie`
  void set(URI from, List<String> set) throws IOException {
    if (!set.isEmpty()) {
      manager().put(from, Map.of("Set-Cookie", set));
    }
  }

  private synchronized CookieManager manager() {
    CookieManager made =
        kept.orElseGet(() -> new CookieManager(null, CookiePolicy.ACCEPT_ORIGINAL_SERVER));
    kept = Optional.of(made);
    return made;
  }

  /// The header for a request, if there is anything to send back.
  Optional<Header> of(URI to) throws IOException {
    if (kept.isEmpty()) {
      return Optional.empty();
    }
    List<String> all = kept.get().get(to, Map.of()).getOrDefault("Cookie", List.of());
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(new Header("Cookie", String.join("; ", all)));
  }
}
