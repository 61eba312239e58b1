package dev.pitstop.http;

import dev.pitstop.text.Words;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The URL of a server as the user wrote it, and the headers of every request to it.
///
/// @param uri `http` or `https`, with a host, without user information and fragment. Its query may
///   be a secret: show people [#display]
/// @param headers from the configuration and from the URL's user information
public record Endpoint(URI uri, List<Header> headers) {
  /// What to do about the URL of a command that is not on this machine.
  public static final String NOT_HERE =
      "the command runs here, so its URL begins with http://localhost:PORT";

  private static final Pattern PARTS =
      Pattern.compile(
          "(?s)(?<scheme>(?:[^?#]*?://)?)(?:[^?#]*@)?(?<rest>[^?#]*)(?<end>[?#]?)(?<more>.*)");

  public Endpoint {
    headers = List.copyOf(headers);
  }

  /// Reads a URL.
  ///
  /// @param configured headers made by [Headers]
  public static Endpoint of(String url, List<Header> configured) throws BadSetting {
    String text = url.strip();
    checkScheme(text);
    URI uri = parse(text);
    if (uri.getRawFragment() != null) {
      throw new BadSetting(
          shown(text) + " has a fragment after `#`, which is never sent: leave it out");
    }
    List<Header> headers = new ArrayList<>(configured);
    String user = uri.getRawUserInfo();
    if (user != null) {
      if (Headers.has(configured, "Authorization")) {
        throw new BadSetting(
            shown(text) + " contains a user, and there is an `Authorization` header: use only one");
      }
      byte[] told = decoded(user).getBytes(StandardCharsets.UTF_8);
      headers.add(new Header("Authorization", "Basic " + Base64.getEncoder().encodeToString(told)));
    }
    return new Endpoint(Uris.plain(uri), headers);
  }

  /// Decodes `%XX`; a `+` stays a plus.
  private static String decoded(String user) {
    return URLDecoder.decode(user.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static void checkScheme(String text) throws BadSetting {
    if (text.isEmpty()) {
      throw new BadSetting("the URL is empty");
    }
    if (text.chars().anyMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c))) {
      throw new BadSetting(shown(text) + " contains a space: write it as `%20`");
    }
    if (Words.isUrl(text)) {
      return;
    }
    if (text.matches("(?i)https?:.*|.*://.*")) {
      throw new BadSetting(shown(text) + " must start with http:// or https://");
    }
    String rest = shown(text.startsWith("//") ? text.substring(2) : text);
    throw new BadSetting(shown(text) + " has no scheme: use http://" + rest + ", for example");
  }

  private static URI parse(String text) throws BadSetting {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      String reason = e.getReason().toLowerCase(Locale.ROOT);
      throw new BadSetting(shown(text) + " is not a URL: " + reason + at(e.getIndex()));
    }
    if (uri.getRawAuthority() == null) {
      throw new BadSetting(shown(text) + " has no host");
    }
    if (!Uris.hasUsableHost(uri)) {
      throw new BadSetting(
          shown(text)
              + " has an invalid host or port. A host has only letters, digits, `-` and dots,"
              + " an IPv6 address needs brackets, and a port is a number from 1 to 65535");
    }
    return uri;
  }

  private static String at(int index) {
    return index < 0 ? "" : " at character " + (index + 1);
  }

  /// The text without anything that may be a secret, however malformed the text is. If there is an
  /// `@` behind the `?`, that may be part of a password.
  private static String shown(String text) {
    Matcher part = PARTS.matcher(text);
    boolean split = part.matches(); // any text does
    String end = split && !part.group("end").isEmpty() ? "…" : "";
    return part.group("scheme")
        + (part.group("more").contains("@") ? "…" : part.group("rest") + part.group("end") + end);
  }

  /// The URL for people: without user information, and with `?…` for a query.
  public String display() {
    return Uris.display(uri);
  }

  /// The host without the brackets of an IPv6 address.
  public String host() {
    return Uris.host(uri);
  }

  /// Whether it surely is on this machine: `localhost`, or an address that leads back here.
  public boolean isHere() {
    return Uris.isLoopback(host());
  }

  @Override
  public String toString() {
    return "Endpoint[" + display() + ", " + headers + "]";
  }
}
