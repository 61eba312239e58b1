package dev.pitstop.http;

import dev.pitstop.text.Words;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// The proxy of a request, from the variables that `curl` and others use: `http_proxy`,
/// `https_proxy`, `all_proxy`, `no_proxy`, each in capitals too. This machine is always reached
/// without a proxy (catalogue H 36). Immutable.
public final class Proxies {
  /// The address of a proxy.
  private record At(String host, int port) {}

  /// An entry of `no_proxy`.
  ///
  /// @param host without a leading dot; `*` for all
  /// @param port empty for all
  private record Bypass(String host, Optional<Integer> port) {}

  private final List<String> problems = new ArrayList<>();
  private final Optional<At> http;
  private final Optional<At> https;
  private final List<Bypass> bypasses;

  /// @param environment returns the value of a variable; empty if it is not set
  public Proxies(Function<String, Optional<String>> environment) {
    Optional<At> all = proxy("all_proxy", environment);
    http = proxy("http_proxy", environment).or(() -> all);
    https = proxy("https_proxy", environment).or(() -> all);
    bypasses = bypasses(value("no_proxy", environment).orElse(""));
  }

  /// The variables that cannot be used and why, for the log; without secrets.
  public List<String> problems() {
    return List.copyOf(problems);
  }

  /// The proxy for an `http` or `https` URL, its name not resolved yet; empty if there is none.
  public Optional<InetSocketAddress> to(URI uri) {
    Optional<At> proxy = Uris.isHttps(uri) ? https : http;
    if (proxy.isEmpty() || isDirect(Uris.host(uri), Uris.port(uri))) {
      return Optional.empty();
    }
    return Optional.of(InetSocketAddress.createUnresolved(proxy.get().host(), proxy.get().port()));
  }

  /// [#to] for the JDK's clients.
  public ProxySelector selector() {
    return new ProxySelector() {
      @Override
      public List<Proxy> select(URI uri) {
        Optional<InetSocketAddress> proxy = to(uri);
        return List.of(
            proxy.isPresent() ? new Proxy(Proxy.Type.HTTP, proxy.get()) : Proxy.NO_PROXY);
      }

      @Override
      public void connectFailed(URI uri, SocketAddress proxy, IOException e) {
        // The caller gets the error, too, and there is no other proxy to try.
      }
    };
  }

  private static Optional<String> value(
      String name, Function<String, Optional<String>> environment) {
    return environment
        .apply(name)
        .or(() -> environment.apply(name.toUpperCase(Locale.ROOT)))
        .map(String::strip)
        .filter(value -> !value.isEmpty());
  }

  private Optional<At> proxy(String name, Function<String, Optional<String>> environment) {
    return value(name, environment).flatMap(value -> proxy(name, value));
  }

  private Optional<At> proxy(String name, String value) {
    URI uri;
    try {
      uri = new URI(value.contains("://") ? value : "http://" + value);
    } catch (URISyntaxException e) {
      return unusable("`" + name + "` is not a URL: no proxy is used");
    }
    if (!"http".equalsIgnoreCase(uri.getScheme())) {
      String scheme = uri.getScheme();
      return unusable(
          "`%s` names a `%s` proxy, but only `http` proxies are supported".formatted(name, scheme));
    }
    if (!Uris.hasUsableHost(uri)) {
      return unusable("`" + name + "` has no valid host and port: no proxy is used");
    }
    if (Uris.user(uri).isPresent()) {
      problems.add("`" + name + "` contains a user, which is not sent to the proxy");
    }
    return Optional.of(new At(Uris.host(uri), Uris.port(uri)));
  }

  private Optional<At> unusable(String why) {
    problems.add(why);
    return Optional.empty();
  }

  private static List<Bypass> bypasses(String noProxy) {
    return Stream.of(noProxy.split("[,\\s]+"))
        .filter(entry -> !entry.isEmpty())
        .map(Proxies::bypass)
        .toList();
  }

  private static Bypass bypass(String entry) {
    int colon = entry.lastIndexOf(':');
    boolean bareAddress = entry.indexOf(':') < colon && !entry.startsWith("[");
    String digits =
        colon > entry.lastIndexOf(']') && !bareAddress ? entry.substring(colon + 1) : "";
    boolean port = Words.isNumber(digits, 5);
    String host = Uris.bare(port ? entry.substring(0, colon) : entry);
    return new Bypass(
        host.startsWith("*.") ? host.substring(2) : host.startsWith(".") ? host.substring(1) : host,
        port ? Optional.of(Integer.parseInt(digits)) : Optional.empty());
  }

  private boolean isDirect(String host, int port) {
    return Uris.isLoopback(host)
        || bypasses.stream().anyMatch(b -> b.port().orElse(port) == port && fits(b.host(), host));
  }

  /// Whether an entry covers a host. A name covers all its subdomains. An address may be spelt in
  /// any way.
  private static boolean fits(String bypass, String host) {
    return bypass.equals("*")
        || host.equals(bypass)
        || host.endsWith("." + bypass)
        || Uris.address(host).filter(a -> Uris.address(bypass).equals(Optional.of(a))).isPresent();
  }
}
