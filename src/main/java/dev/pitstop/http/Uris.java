package dev.pitstop.http;

import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// Helpers for absolute `http` and `https` URLs with a host. Paths and queries stay as they were
/// written, but for letters outside ASCII.
public final class Uris {
  private Uris() {}

  /// The port, given or implied by the scheme.
  public static int port(URI uri) {
    int port = uri.getPort();
    return port >= 0 ? port : isHttps(uri) ? 443 : 80;
  }

  /// Whether its scheme is `https`.
  public static boolean isHttps(URI uri) {
    return "https".equalsIgnoreCase(uri.getScheme());
  }

  /// The host in lower case, an IPv6 address without its brackets; empty if there is none.
  public static String host(URI uri) {
    return uri.getHost() == null ? "" : bare(uri.getHost());
  }

  /// Host and port as in a `Host` header.
  public static String hostAndPort(URI uri) {
    return uri.getHost() + (uri.getPort() >= 0 ? ":" + uri.getPort() : "");
  }

  /// Whether host and port can be valid.
  static boolean hasUsableHost(URI uri) {
    return !host(uri).isEmpty() && uri.getPort() != 0 && uri.getPort() <= 65_535;
  }

  /// A host in lower case, without brackets and without a full name's final dot.
  static String bare(String host) {
    String bare = host.toLowerCase(Locale.ROOT);
    if (bare.startsWith("[") && bare.endsWith("]")) {
      return bare.substring(1, bare.length() - 1);
    }
    return bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
  }

  /// The address, if the host is an address and not a name. Nothing is resolved.
  static Optional<InetAddress> address(String bareHost) {
    if (bareHost.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.ofLiteral(bareHost));
    } catch (IllegalArgumentException isAName) {
      return Optional.empty();
    }
  }

  /// Whether the host is this machine. The unspecified address counts: where it works at all, it
  /// leads here.
  public static boolean isLoopback(String host) {
    String bare = bare(host);
    return isLocalhost(host)
        || address(bare).filter(a -> a.isLoopbackAddress() || a.isAnyLocalAddress()).isPresent();
  }

  /// Whether the name always means this machine (RFC 6761 section 6.3).
  private static boolean isLocalhost(String host) {
    String bare = bare(host);
    return bare.equals("localhost") || bare.endsWith(".localhost");
  }

  /// Whether both URLs have the same origin (RFC 6454 section 4).
  static boolean sameOrigin(URI a, URI b) {
    return isHttps(a) == isHttps(b) && host(a).equals(host(b)) && port(a) == port(b);
  }

  /// The URL without user information, and with `?…` for a query.
  static String display(URI uri) {
    return origin(uri) + uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?…");
  }

  /// The URL without user information and fragment, in ASCII.
  static URI plain(URI uri) {
    return with(uri, origin(uri), uri.getRawPath());
  }

  /// The URL with another path.
  public static URI withPath(URI uri, String path) {
    return with(uri, origin(uri), path);
  }

  /// The URL with an address instead of the host.
  public static URI at(URI uri, InetAddress address) {
    String number = address.getHostAddress();
    String host = number.indexOf(':') < 0 ? number : "[" + number + "]";
    String port = uri.getPort() >= 0 ? ":" + uri.getPort() : "";
    return with(uri, scheme(uri) + host + port, uri.getRawPath());
  }

  private static URI with(URI uri, String origin, String path) {
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return URI.create(URI.create(origin + path + query).toASCIIString());
  }

  private static String scheme(URI uri) {
    return isHttps(uri) ? "https://" : "http://";
  }

  private static String origin(URI uri) {
    return scheme(uri) + hostAndPort(uri);
  }

  /// Resolves a reference against `base` (RFC 3986 section 5.2), if the result is an `http` or
  /// `https` URL with a host. [URI#resolve] would drop the last part of the path before a query.
  static Optional<URI> resolve(URI base, String reference) {
    try {
      URI target =
          reference.startsWith("?")
              ? URI.create(origin(base) + base.getRawPath() + reference)
              : base.resolve(reference);
      return isWeb(target) && hasUsableHost(target) ? Optional.of(plain(target)) : Optional.empty();
    } catch (IllegalArgumentException noUri) {
      return Optional.empty();
    }
  }

  static boolean isWeb(URI uri) {
    return "http".equalsIgnoreCase(uri.getScheme()) || isHttps(uri);
  }
}
