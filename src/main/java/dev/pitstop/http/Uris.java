package dev.pitstop.http;

import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// Facts about absolute URLs of `http` and `https` that have a host.
public final class Uris {
  private Uris() {}

  /// The port, also where the URL leaves it to its scheme.
  public static int port(URI uri) {
    return uri.getPort() >= 0 ? uri.getPort() : isHttps(uri) ? 443 : 80;
  }

  static boolean isHttps(URI uri) {
    return "https".equalsIgnoreCase(uri.getScheme());
  }

  /// The host in lower case, an IPv6 address without its brackets.
  static String host(URI uri) {
    return bare(uri.getHost());
  }

  /// A host in lower case and without brackets and the dot that a full name may end with.
  static String bare(String host) {
    String bare = host.toLowerCase(Locale.ROOT);
    if (bare.startsWith("[") && bare.endsWith("]")) {
      return bare.substring(1, bare.length() - 1);
    }
    return bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
  }

  /// The address that a host is, if it is one and not a name. Nothing is looked up.
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

  /// Whether it leads to this machine (RFC 6761 section 6.3 for the names). The unspecified address
  /// does too, where it works at all.
  public static boolean isLoopback(String host) {
    String bare = bare(host);
    return bare.equals("localhost")
        || bare.endsWith(".localhost")
        || address(bare).filter(a -> a.isLoopbackAddress() || a.isAnyLocalAddress()).isPresent();
  }

  /// RFC 6454 section 4.
  static boolean sameOrigin(URI a, URI b) {
    return isHttps(a) == isHttps(b) && host(a).equals(host(b)) && port(a) == port(b);
  }

  /// The URL without user information, and with `?…` for a query.
  static String display(URI uri) {
    return origin(uri) + uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?…");
  }

  /// The URL without user information and fragment, all in ASCII.
  static URI plain(URI uri) {
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return URI.create(URI.create(origin(uri) + uri.getRawPath() + query).toASCIIString());
  }

  private static String origin(URI uri) {
    return (isHttps(uri) ? "https://" : "http://")
        + uri.getHost()
        + (uri.getPort() >= 0 ? ":" + uri.getPort() : "");
  }

  /// What a reference means at `base` (RFC 3986 section 5.2), if it leads to a URL of `http` or
  /// `https` with a host. [URI#resolve] follows the older RFC 2396 in two cases.
  static Optional<URI> resolve(URI base, String reference) {
    try {
      URI rooted = base.getRawPath().isEmpty() ? URI.create(origin(base) + "/") : base;
      URI target =
          reference.startsWith("?")
              ? URI.create(origin(rooted) + rooted.getRawPath() + reference)
              : rooted.resolve(reference);
      return isWeb(target) && target.getHost() != null
          ? Optional.of(plain(target))
          : Optional.empty();
    } catch (IllegalArgumentException noUri) {
      return Optional.empty();
    }
  }

  static boolean isWeb(URI uri) {
    return "http".equalsIgnoreCase(uri.getScheme()) || isHttps(uri);
  }
}
