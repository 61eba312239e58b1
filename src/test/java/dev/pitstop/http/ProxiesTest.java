package dev.pitstop.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("proxies")
class ProxiesTest {
  private static Proxies of(Map<String, String> environment) {
    return new Proxies(name -> Optional.ofNullable(environment.get(name)));
  }

  private static String way(Proxies proxies, String uri) {
    return proxies
        .to(URI.create(uri))
        .map(p -> p.getHostString() + ":" + p.getPort())
        .orElse("direct");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost/",
        "http://LOCALHOST:3000/",
        "http://api.localhost/",
        "http://127.0.0.1:8080/mcp",
        "http://127.1.2.3/",
        "https://[::1]:8443/",
        "https://[0:0:0:0:0:0:0:1]/",
        "http://0.0.0.0/"
      })
  void loopbackGoesDirectAlways(String uri) {
    Proxies proxies = of(Map.of("http_proxy", "http://p:1", "https_proxy", "http://p:1"));
    assertThat(way(proxies, uri)).isEqualTo("direct");
    assertThat(way(proxies, "http://localhost.example.com/")).isEqualTo("p:1");
  }

  @Test
  void bySchemeAndInCapitals() {
    Proxies proxies =
        of(Map.of("HTTP_PROXY", "http://plain:3128/", "HTTPS_PROXY", "tls.example.com:8080"));
    assertThat(way(proxies, "http://a.b/")).isEqualTo("plain:3128");
    assertThat(way(proxies, "https://a.b/")).isEqualTo("tls.example.com:8080");
    assertThat(way(of(Map.of("HTTP_PROXY", "p")), "https://a.b/")).isEqualTo("direct");
    assertThat(way(of(Map.of("HTTP_PROXY", "p")), "http://a.b/")).isEqualTo("p:80");
    assertThat(way(of(Map.of("ALL_PROXY", "p", "http_proxy", "q")), "http://a.b/"))
        .isEqualTo("q:80");
    assertThat(way(of(Map.of("ALL_PROXY", "p", "http_proxy", "q")), "https://a.b/"))
        .isEqualTo("p:80");
    assertThat(way(of(Map.of("http_proxy", "low", "HTTP_PROXY", "HIGH")), "http://a.b/"))
        .isEqualTo("low:80");
    assertThat(way(of(Map.of("http_proxy", "", "HTTP_PROXY", "HIGH")), "http://a.b/"))
        .as("set to nothing, it is set")
        .isEqualTo("direct");
    assertThat(way(of(Map.of("http_proxy", "[::1]:9")), "http://a.b/")).isEqualTo("::1:9");
    assertThat(way(of(Map.of()), "http://a.b/")).isEqualTo("direct");
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource({
    "*,http://a.b/,direct",
    "a.b,http://a.b/,direct",
    "a.b,http://A.B./,direct",
    "A.B,http://x.a.b/,direct",
    ".a.b,http://x.a.b/,direct",
    ".a.b,http://a.b/,direct",
    "*.a.b,http://x.y.a.b/,direct",
    "a.b,http://xa.b/,p:1",
    "b,http://a.b/,direct",
    "a.b:80,http://a.b/,direct",
    "a.b:443,https://a.b/,direct",
    "a.b:8080,http://a.b:8080/,direct",
    "a.b:8080,http://a.b/,p:1",
    "a.b:x,http://a.b/,p:1",
    "10.0.0.1,http://10.0.0.1/,direct",
    "10.0.0.1:8080,http://10.0.0.1:8080/,direct",
    "0.0.1,http://10.0.0.1.nip.io/,p:1",
    "2001:db8::1,http://[2001:db8::1]/,direct",
    "[2001:db8::1],http://[2001:DB8:0::1]/,direct",
    "[2001:db8::1]:8080,http://[2001:db8::1]:8080/,direct",
    "[2001:db8::1]:8080,http://[2001:db8::1]/,p:1",
    "2001:db8::2,http://[2001:db8::1]/,p:1",
    "'x, a.b ,y',http://a.b/,direct",
    "'x a.b',http://a.b/,direct",
    "',, ,',http://a.b/,p:1",
    "'',http://a.b/,p:1",
  })
  void noProxy(String noProxy, String uri, String way) {
    Map<String, String> proxy = Map.of("http_proxy", "p:1", "https_proxy", "p:1");
    Map<String, String> lower = new java.util.HashMap<>(proxy);
    lower.put("no_proxy", noProxy);
    Map<String, String> upper = new java.util.HashMap<>(proxy);
    upper.put("NO_PROXY", noProxy);
    assertThat(way(of(lower), uri)).isEqualTo(way);
    assertThat(way(of(upper), uri)).isEqualTo(way);
  }

  @Test
  void whatCannotBeUsedIsSaidWithoutSecrets() {
    Proxies odd =
        of(
            Map.of(
                "http_proxy", "socks5://u:hunter2@p:1",
                "https_proxy", "http://u:hunter2@p:1",
                "all_proxy", "http://u:hunter2@{"));
    assertThat(odd.problems())
        .containsExactly(
            "`all_proxy` is not a URL: no proxy is used",
            "`http_proxy` names a `socks5` proxy, but only `http` proxies are supported",
            "`https_proxy` contains a user, which is not sent to the proxy");
    assertThat(way(odd, "http://a.b/")).isEqualTo("direct");
    assertThat(way(odd, "https://a.b/")).isEqualTo("p:1");
    assertThat(of(Map.of("http_proxy", "http://my~proxy:1")).problems())
        .containsExactly("`http_proxy` has no valid host and port: no proxy is used");
    assertThat(of(Map.of("http_proxy", "p:1")).problems()).isEmpty();
  }

  @Test
  void asTheJdkWantsIt() {
    Proxies proxies = of(Map.of("http_proxy", "p.example.com:3128"));
    assertThat(proxies.selector().select(URI.create("http://a.b/")))
        .containsExactly(
            new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved("p.example.com", 3128)));
    assertThat(proxies.selector().select(URI.create("http://localhost/")))
        .containsExactly(Proxy.NO_PROXY);
  }
}
