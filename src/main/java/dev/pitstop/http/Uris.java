package dev.pitstop.http;

import dev.pitstop.text.Words;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/// Helpers for absolute `http` and `https` URLs with a host. Host names follow `curl`, which
/// accepts names such as `my_service`. [URI#getHost] does not, so use [#host]. Paths and queries
/// stay as they were written, byte for byte.
public final class Uris {
  /// The part between the slashes and the path.
  ///
  /// @param user raw; empty if there is none
  /// @param host an IPv6 address in its brackets
  /// @param port negative if the scheme implies it
  private record Authority(Optional<String> user, String host, int port) {}

  private Uris() {}

  private static Authority authority(URI uri) {
    String all = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    int at = all.lastIndexOf('@');
    Optional<String> user = at < 0 ? Optional.empty() : Optional.of(all.substring(0, at));
    String rest = all.substring(at + 1);
    int colon = rest.lastIndexOf(':');
    if (colon <= rest.lastIndexOf(']')) {
      return new Authority(user, rest, -1);
    }
    String port = rest.substring(colon + 1);
    String host = rest.substring(0, colon);
    return new Authority(user, host, port.isEmpty() ? -1 : number(port));
  }

  /// @return an invalid port if it is not a number
  private static int number(String port) {
    return Words.isNumber(port, 9) ? Integer.parseInt(port) : Integer.MAX_VALUE;
  }

  /// The port, given or implied by the scheme.
  public static int port(URI uri) {
    int port = authority(uri).port();
    return port >= 0 ? port : isHttps(uri) ? 443 : 80;
  }

  /// Whether its scheme is `https`.
  public static boolean isHttps(URI uri) {
    return "https".equalsIgnoreCase(uri.getScheme());
  }

  /// The host in lower case, an IPv6 address without its brackets; empty if there is none.
  public static String host(URI uri) {
    return bare(authority(uri).host());
  }

  /// Host and port as in a `Host` header.
  public static String hostAndPort(URI uri) {
    Authority a = authority(uri);
    return a.host() + (a.port() >= 0 ? ":" + a.port() : "");
  }

  /// The user information before the host, as written: a user and perhaps a password.
  static Optional<String> user(URI uri) {
    return authority(uri).user();
  }

  /// Whether host and port can be valid: a name of letters, digits, `-`, `_` and single dots, or an
  /// address.
  static boolean hasUsableHost(URI uri) {
    Authority a = authority(uri);
    if (a.port() == 0 || a.port() > 65_535) {
      return false;
    }
    if (a.host().startsWith("[")) {
      return a.host().endsWith("]") && address(bare(a.host())).isPresent();
    }
    String host = bare(a.host());
    return host.matches("[a-z0-9_.-]+") && !host.startsWith(".") && !host.contains("..");
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
  public static boolean isLocalhost(String host) {
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
    int zone = number.indexOf('%');
    String plain = zone < 0 ? number : number.substring(0, zone);
    String host = plain.indexOf(':') < 0 ? plain : "[" + plain + "]";
    int port = authority(uri).port();
    return with(uri, scheme(uri) + host + (port >= 0 ? ":" + port : ""), uri.getRawPath());
  }

  private static URI with(URI uri, String origin, String path) {
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return URI.create(ascii(origin + path + query));
  }

  /// Escapes each byte outside ASCII as `%XX` and changes nothing else. [URI#toASCIIString] would
  /// also compose letters and accents, which changes the path.
  private static String ascii(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b >= 0) {
        out.append((char) b);
      } else {
        HexFormat.of().withUpperCase().toHexDigits(out.append('%'), b);
      }
    }
    return out.toString();
  }

  private static String scheme(URI uri) {
    return isHttps(uri) ? "https://" : "http://";
  }

  private static String origin(URI uri) {
    return scheme(uri) + hostAndPort(uri);
  }

  /// Resolves a reference against `base` (RFC 3986 section 5.2), if the result is an `http` or
  /// `https` URL with a host. [URI#resolve] follows the older RFC 2396 in two cases.
  static Optional<URI> resolve(URI base, String reference) {
    try {
      URI rooted = base.getRawPath().isEmpty() ? withPath(base, "/") : base;
      URI target =
          reference.startsWith("?")
              ? URI.create(origin(rooted) + rooted.getRawPath() + reference)
              : rooted.resolve(reference);
      return isWeb(target) && hasUsableHost(target) ? Optional.of(plain(target)) : Optional.empty();
    } catch (IllegalArgumentException noUri) {
      return Optional.empty();
    }
  }

  static boolean isWeb(URI uri) {
    return "http".equalsIgnoreCase(uri.getScheme()) || isHttps(uri);
  }
}
