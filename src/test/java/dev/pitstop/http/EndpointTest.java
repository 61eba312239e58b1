package dev.pitstop.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the user's URL")
class EndpointTest {
  private static Endpoint of(String url) throws BadSetting {
    return Endpoint.of(url, List.of());
  }

  private static String mistake(String url) {
    return assertThatExceptionOfType(BadSetting.class)
        .isThrownBy(() -> of(url))
        .actual()
        .getMessage();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "http://localhost:8080/mcp,http://localhost:8080/mcp,8080,localhost,true",
    "' http://localhost:8080/mcp ',http://localhost:8080/mcp,8080,localhost,true",
    "HTTP://LocalHost/mcp,http://LocalHost/mcp,80,localhost,true",
    "https://example.com,https://example.com,443,example.com,false",
    "https://example.com./x/,https://example.com./x/,443,example.com,false",
    "http://127.0.0.1:1/,http://127.0.0.1:1/,1,127.0.0.1,true",
    "http://127.9.9.9/,http://127.9.9.9/,80,127.9.9.9,true",
    "http://0.0.0.0:9/,http://0.0.0.0:9/,9,0.0.0.0,true",
    "http://[::1]:65535/mcp,http://[::1]:65535/mcp,65535,::1,true",
    "http://[::ffff:127.0.0.1]/,http://[::ffff:127.0.0.1]/,80,::ffff:127.0.0.1,true",
    "http://[2001:db8::1]/,http://[2001:db8::1]/,80,2001:db8::1,false",
    "http://api.localhost/,http://api.localhost/,80,api.localhost,true",
    "http://localhost.evil.com/,http://localhost.evil.com/,80,localhost.evil.com,false",
    "http://127.0.0.1.evil.com/,http://127.0.0.1.evil.com/,80,127.0.0.1.evil.com,false",
    "http://my-service:8080/a%2Fb,http://my-service:8080/a%2Fb,8080,my-service,false",
    "http://10.0.0.1/a%20b;c=d,http://10.0.0.1/a%20b;c=d,80,10.0.0.1,false",
  })
  void facts(String url, String uri, int port, String host, boolean loopback) throws BadSetting {
    Endpoint e = of(url);
    assertThat(e.uri()).hasToString(uri);
    assertThat(e.display()).isEqualTo(uri);
    assertThat(Uris.port(e.uri())).isEqualTo(port);
    assertThat(e.host()).isEqualTo(host);
    assertThat(Uris.isLoopback(e.host())).isEqualTo(loopback);
    assertThat(e.headers()).isEmpty();
  }

  @Test
  void whatIsNotAsciiIsEncoded() throws BadSetting {
    assertThat(of("http://localhost/grün?q=ü").uri())
        .hasToString("http://localhost/gr%C3%BCn?q=%C3%BC");
  }

  @Test
  @DisplayName("User information and queries go to the server and are shown to nobody")
  void secrets() throws BadSetting {
    Endpoint e =
        Endpoint.of(
            "https://Aladdin:open%20sesame@example.com:8443/mcp?key=hunter2",
            List.of(new Header("X-Key", "hunter2")));
    assertThat(e.uri()).hasToString("https://example.com:8443/mcp?key=hunter2");
    assertThat(e.headers())
        .containsExactly(
            new Header("X-Key", "hunter2"),
            new Header("Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="));
    assertThat(e.display()).isEqualTo("https://example.com:8443/mcp?…");
    assertThat(e.toString())
        .isEqualTo(
            "Endpoint[https://example.com:8443/mcp?…, [Header[X-Key], Header[Authorization]]]");
  }

  @Test
  @DisplayName("A user is told, a plus as a plus")
  void user() throws BadSetting {
    Endpoint e = of("http://a+b:c%2B@my-service/");
    assertThat(e.uri()).hasToString("http://my-service/");
    assertThat(e.headers()).containsExactly(new Header("Authorization", "Basic YStiOmMr"));
  }

  @Test
  void aUserAndAnAuthorizationAreTooMuch() {
    assertThatExceptionOfType(BadSetting.class)
        .isThrownBy(() ->
            Endpoint.of("http://u:hunter2@localhost/", List.of(new Header("authorization", "x"))))
        .withMessage(
            "http://localhost/ contains a user, and there is an `Authorization` header: use only"
                + " one");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "localhost:8080/mcp|localhost:8080/mcp has no scheme: use http://localhost:8080/mcp, for example",
        "127.0.0.1:80|127.0.0.1:80 has no scheme: use http://127.0.0.1:80, for example",
        "[::1]:80/x|[::1]:80/x has no scheme: use http://[::1]:80/x, for example",
        "mcp:3000/mcp|mcp:3000/mcp has no scheme: use http://mcp:3000/mcp, for example",
        "example.com/mcp|example.com/mcp has no scheme: use http://example.com/mcp, for example",
        "//example.com/mcp|//example.com/mcp has no scheme: use http://example.com/mcp, for example",
        "''|the URL is empty",
        "'  '|the URL is empty",
        "ws://localhost/mcp|ws://localhost/mcp must start with http:// or https://",
        "file:///x|file:///x must start with http:// or https://",
        "http:localhost/mcp|http:localhost/mcp must start with http:// or https://",
        "https:/localhost/mcp|https:/localhost/mcp must start with http:// or https://",
        "http:///mcp|http:///mcp has no host",
        "http://local host/|http://local host/ contains a space: write it as `%20`",
        "http://localhost/mcp#x|http://localhost/mcp#… has a fragment after `#`, which is never sent: leave it out",
        "http://localhost/{x}|http://localhost/{x} is not a URL: illegal character in path at character 18",
      })
  void mistakes(String url, String text) {
    assertThat(mistake(url)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:x/",
        "http://localhost:0/",
        "http://localhost:99999/",
        "http://::1/",
        "http://a..b/",
        "http://.a/",
        "http://a~b/",
        "http://my_service:8080/",
        "http://:8080/mcp",
        "http://127.1:9/",
      })
  void hosts(String url) {
    assertThat(mistake(url)).startsWith(url + " has an invalid host or port.");
  }

  @Test
  void aUrlWithoutAnAuthority() {
    assertThat(mistake("http://")).startsWith("http:// is not a URL: expected authority");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://u:hunter2@my~host/",
        "http://u:hunter2@localhost:0/?k=hunter2",
        "http://u:hun@ter2@localhost:0/",
        "http://u:x/hunter2@localhost:0/{",
        "u:hunter2@localhost:80/mcp?hunter2",
        "http:u:hunter2@localhost",
        "http://hunter2?hunter2@localhost:0/#",
        "http://localhost/#hunter2",
        "http://u:hunter2@local host/#hunter2",
        "//u:hunter2@localhost",
        "http://localhost/?k={hunter2}",
        "ws://u:hunter2@localhost",
      })
  void noTextHoldsASecret(String url) {
    assertThat(mistake(url)).doesNotContain("hunter2");
  }
}
