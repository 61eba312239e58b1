package dev.pitstop.ui;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Who may ask the page's server. Any website can send requests to a port of this machine, and so
/// can any user of it: a request needs our own host, no foreign origin, and the token. Immutable.
///
/// @param port of the server
/// @param token as in the printed URL
record Gate(int port, String token) {
  private static final int TOKEN_BYTES = 24; // 192 random bits

  static String newToken() {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /// Where the page is.
  String url() {
    return "http://127.0.0.1:" + port + "/?token=" + token;
  }

  /// The cookie that a page gets with its first answer. Cookies do not tell ports apart, so its
  /// name does.
  String cookie() {
    return cookieName() + "=" + token + "; Path=/; HttpOnly; SameSite=Strict";
  }

  private String cookieName() {
    return "pitstop-" + port;
  }

  /// Why a request is not answered.
  ///
  /// @param headers by name, in any case
  /// @param given the token in the URL; empty if there is none
  Optional<String> refusal(String method, Map<String, List<String>> headers, String given) {
    List<String> hosts = List.of("127.0.0.1:" + port, "localhost:" + port);
    List<String> host = headers.getOrDefault("host", List.of());
    if (host.size() != 1 || !hosts.contains(host.getFirst())) {
      return Optional.of("This server answers only under the name 127.0.0.1 or localhost.");
    }
    List<String> origins = headers.getOrDefault("origin", List.of());
    boolean ours = hosts.stream().anyMatch(h -> List.of("http://" + h).equals(origins));
    if (!ours
        && !(origins.isEmpty() && method.equals("GET"))) { // browsers name the origin of a POST
      return Optional.of("This server answers only its own page.");
    }
    if (!isToken(given) && !hasCookie(headers)) {
      return Optional.of("The token is missing or wrong. Open the URL that `pitstop ui` printed.");
    }
    return Optional.empty();
  }

  boolean isToken(String given) { // takes as long for every wrong one
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  private boolean hasCookie(Map<String, List<String>> headers) {
    String begin = cookieName() + "=";
    return headers.getOrDefault("cookie", List.of()).stream()
        .flatMap(line -> List.of(line.split(";", -1)).stream())
        .map(String::strip)
        .anyMatch(each -> each.startsWith(begin) && isToken(each.substring(begin.length())));
  }
}
