package dev.pitstop.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("redirects, and the endpoint of HTTP+SSE")
class RedirectTest {
  private static final URI FROM = URI.create("http://localhost:8080/api/mcp?k=hunter2");

  private static Redirect of(int status, String location) {
    return Redirect.of(FROM, status, location);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource({
    "/api/mcp/,http://localhost:8080/api/mcp/",
    "mcp/,http://localhost:8080/api/mcp/",
    "http://LOCALHOST:8080/api/mcp/,http://LOCALHOST:8080/api/mcp/",
    "//localhost:8080/x#part,http://localhost:8080/x",
    "../x?y=z,http://localhost:8080/x?y=z",
    "?y=z,http://localhost:8080/api/mcp?y=z",
    "http://u:p@localhost:8080/x,http://localhost:8080/x",
    "/grün,http://localhost:8080/gr%C3%BCn",
  })
  void followed(String location, String to) {
    assertThat(of(307, location)).isEqualTo(new Redirect.Follow(URI.create(to)));
    assertThat(of(308, " " + location + " ")).isEqualTo(new Redirect.Follow(URI.create(to)));
  }

  @Test
  void aDefaultPortIsTheSamePort() {
    assertThat(Redirect.of(URI.create("https://a.b:443"), 307, "https://a.b/mcp"))
        .isEqualTo(new Redirect.Follow(URI.create("https://a.b/mcp")));
    assertThat(Redirect.of(URI.create("https://a.b"), 307, "mcp"))
        .isEqualTo(new Redirect.Follow(URI.create("https://a.b/mcp")));
  }

  private static String refused(Redirect redirect) {
    assertThat(redirect).isInstanceOf(Redirect.Refused.class);
    return ((Redirect.Refused) redirect).text();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://localhost:8080/mcp",
        "http://localhost/mcp",
        "http://127.0.0.1:8080/mcp",
        "http://localhost.evil.com:8080/mcp",
        "//evil.com/mcp",
        "http://localhost:8080@evil.com/mcp"
      })
  void anotherOriginIsRefused(String location) {
    assertThat(refused(of(307, location)))
        .startsWith("http://localhost:8080/api/mcp?… redirects (307) to http")
        .contains("a different origin");
    assertThat(refused(of(302, location))).contains("a different origin");
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303})
  void whatMakesAGetOfAPostIsRefused(int status) {
    assertThat(refused(of(status, "/mcp/?t=hunter2")))
        .isEqualTo(
            "http://localhost:8080/api/mcp?… redirects ("
                + status
                + ") to http://localhost:8080/mcp/?…, which would turn a POST into a GET. If the"
                + " server is there, use that URL instead.");
  }

  @Test
  void whereToIsMissingOrNoUrl() {
    assertThat(refused(of(307, " "))).endsWith("redirects (307) without saying where.");
    for (String odd :
        new String[] {"http://", "ht tp://x", "mailto:hunter2@x", "http://my~host/", "%"}) {
      assertThat(refused(of(307, odd))).endsWith("redirects (307) to something that is not a URL.");
    }
    assertThat(Redirect.tooMany(FROM).text())
        .contains("after 5 redirects in a row")
        .doesNotContain("hunter2");
  }

  @Test
  void statuses() {
    assertThat(List.of(301, 302, 303, 307, 308)).allMatch(Redirect::is);
    assertThat(List.of(200, 202, 300, 304, 306, 309, 404)).noneMatch(Redirect::is);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource({
    "/messages?sessionId=1,http://localhost:8080/messages?sessionId=1",
    "' messages/?session_id=1 ',http://localhost:8080/api/messages/?session_id=1",
    "?session_id=1,http://localhost:8080/api/mcp?session_id=1",
    "http://localhost:8080/m,http://localhost:8080/m",
  })
  void endpoints(String data, String to) {
    assertThat(Redirect.ofEndpoint(FROM, data)).isEqualTo(new Redirect.Follow(URI.create(to)));
  }

  @Test
  void foreignAndOddEndpointsAreRefused() {
    assertThat(Redirect.ofEndpoint(FROM, "http://evil.com/m?s=hunter2"))
        .isEqualTo(
            new Redirect.Refused(
                "http://localhost:8080/api/mcp?… asks for messages at http://evil.com/m?…, a"
                    + " different origin. Pitstop refuses, because headers and tokens would go"
                    + " there. If that is the server, use its host and port in the URL."));
    for (String odd : new String[] {"", "\n", "{\"uri\":\"x\"}", "javascript:alert(1)"}) {
      assertThat(Redirect.ofEndpoint(FROM, odd))
          .isEqualTo(
              new Redirect.Refused(
                  "http://localhost:8080/api/mcp?… offers HTTP+SSE, but the endpoint it names is"
                      + " not a URL."));
    }
  }
}
