package dev.pitstop.channel.wire;

import dev.pitstop.http.Header;
import dev.pitstop.http.Uris;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/// [Wire] by the JDK's client: HTTP/1.1 only (no upgrade is offered), no redirects, no repetition
/// of requests that are not idempotent. Proxies are those of the JVM's settings (`https.proxyHost`
/// and others). A daemon's cookies are sent back: a balancer in front of several processes sends a
/// session to the right one by them.
final class JdkWire implements Wire {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final long IDLE_NANOS = 500_000_000;
  private static final Executor VIRTUAL = task -> Thread.ofVirtual().name("http").start(task);

  private final HttpClient.Builder builder;

  /// One for messages and one for streams (`true`): where each connection belongs to one of several
  /// processes, a stream must not take the session's connection, nor leave another one. Guarded by
  /// `this`.
  private final Map<Boolean, HttpClient> clients = new HashMap<>(2);

  private final boolean direct;
  private final boolean secure;
  private volatile boolean heard; // anything in HTTP

  private final AtomicInteger open = new AtomicInteger(); // answers that are not closed yet
  private volatile boolean several; // were open at once, so it serves several connections
  private volatile long headNanos; // when the last head of an answer came

  /// Whether the daemon seems to serve one connection at a time: a request was answered long after
  /// another that came later, whose connection is idle or ended since. No connection is kept then.
  private volatile boolean alone;

  /// @param direct whether there is no proxy
  /// @param secure whether it is for `https`. Otherwise the client's own thread does all its work,
  ///   which is short; that of TLS is not
  /// @param tls the TLS context, if not only the system's certificates are trusted
  JdkWire(boolean direct, boolean secure, Optional<SSLContext> tls) {
    // Read once, when the first client is made. If only one address of `localhost` is served, the
    // daemon is reached by that address, and must still read the name in `Host`. A daemon that
    // serves one connection at a time waits for the end of an idle one; and many close one that was
    // idle for 5 s, where a request that meets that end would be lost.
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host");
    System.setProperty("jdk.httpclient.keepalive.timeout", "1");
    this.direct = direct;
    this.secure = secure;
    builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ORIGINAL_SERVER))
            .executor(secure ? VIRTUAL : Runnable::run);
    if (direct) {
      builder.proxy(HttpClient.Builder.NO_PROXY);
    }
    Optional<SSLContext> context = secure ? tls : Optional.of(new NoTls());
    context.ifPresent(builder::sslContext);
  }

  private synchronized HttpClient client(boolean streams) {
    return clients.computeIfAbsent(streams, s -> builder.build());
  }

  @Override
  public Answer send(Ask ask) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(ask.at().map(a -> Uris.at(ask.to(), a)).orElse(ask.to()))
            .method(
                ask.method(),
                ask.body().isPresent()
                    ? HttpRequest.BodyPublishers.ofByteArray(ask.body().get())
                    : HttpRequest.BodyPublishers.noBody());
    if (ask.at().isPresent()) {
      request.header("Host", Uris.hostAndPort(ask.to()));
    }
    for (Header h : ask.headers()) {
      request.header(h.name(), h.value());
    }
    Handler handler = new Handler();
    long begun = System.nanoTime();
    try {
      send(request.build(), handler);
    } catch (IOException e) {
      failed(e, ask, handler);
    }
    HttpResponse.ResponseInfo head = // the client does not show what a proxy answers to CONNECT
        handler.head.orElseThrow(() ->
            new Unreadable("is behind a proxy that asks for a login (HTTP status 407)", false));
    heard = true;
    long now = System.nanoTime();
    several |= open.getAndIncrement() > 0;
    if (!secure && !several && headNanos - begun > 0 && now - headNanos > IDLE_NANOS) {
      keepNothing();
    }
    headNanos = now;
    return new Got(head, handler.body, open);
  }

  private void send(HttpRequest request, Handler handler) throws IOException, InterruptedException {
    if (!alone) {
      client(request.method().equals("GET")).send(request, handler);
      return;
    }
    HttpClient once = builder.build();
    try {
      once.send(request, handler);
    } finally {
      once.shutdown(); // closes its connection when the answer has been read
    }
  }

  /// Takes the head of an answer as soon as it is there.
  private static final class Handler implements HttpResponse.BodyHandler<InputStream> {
    private volatile Optional<HttpResponse.ResponseInfo> head = Optional.empty();
    private final JdkStream body = new JdkStream();

    @Override
    public HttpResponse.BodySubscriber<InputStream> apply(HttpResponse.ResponseInfo info) {
      head = Optional.of(info);
      return body;
    }
  }

  /// If the connection breaks just after the head, the client reports that alone. The head and what
  /// came of the body are an answer all the same.
  private void failed(IOException why, Ask ask, Handler handler) throws IOException {
    if (handler.head.isPresent()) {
      handler.body.onError(why);
      return;
    }
    try {
      throw why;
    } catch (ConnectException e) {
      throw notSent(e);
    } catch (SSLHandshakeException e) {
      if (String.valueOf(e.getMessage()).contains("terminated the handshake")) {
        throw new Unreadable(
            "hangs up during the TLS handshake: if it speaks plain HTTP, use http:// in the URL",
            e);
      }
      throw new Untrusted(String.valueOf(e.getMessage()), e);
    } catch (SSLException e) {
      // "Unsupported or unrecognized SSL message", or "Unrecognized SSL message, plaintext …?"
      throw String.valueOf(e.getMessage()).contains("recognized SSL message")
          ? new Unreadable(
              "does not speak TLS on this port: if it speaks plain HTTP, use http:// in the URL", e)
          : e;
    } catch (HttpConnectTimeoutException e) {
      throw NotSent.of(e, (int) CONNECT.toMillis());
    } catch (IOException e) {
      throw perhapsTls(e, ask);
    }
  }

  /// A daemon that has never said anything in HTTP may be waiting for TLS.
  private IOException perhapsTls(IOException e, Ask ask) {
    if (!heard && !Uris.isHttps(ask.to()) && TlsProbe.speaksTls(address(ask))) {
      return new Unreadable("speaks TLS on this port: use https:// in the URL", e);
    }
    if (String.valueOf(e.getMessage()).startsWith("Tunnel failed")) {
      return new Unreadable(
          "is behind a proxy that does not reach it (" + e.getMessage() + ")", false);
    }
    return e instanceof ProtocolException
        ? new Unreadable("does not answer with valid HTTP (" + e.getMessage() + ")", e)
        : e;
  }

  private static InetSocketAddress address(Ask ask) {
    String host = ask.at().map(InetAddress::getHostAddress).orElse(Uris.host(ask.to()));
    return new InetSocketAddress(host, Uris.port(ask.to()));
  }

  /// A proxy that is not there shows nothing about the daemon.
  private NotSent notSent(ConnectException e) {
    NotSent how = reason(e);
    return direct ? how : new NotSent(NotSent.Shows.NOTHING, "its proxy: " + how.getMessage(), e);
  }

  /// The client reports every failure to connect as a [ConnectException]; the cause says what it
  /// was.
  private static NotSent reason(ConnectException e) {
    IOException why = e;
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof UnresolvedAddressException) {
        return new NotSent(NotSent.Shows.NO_WAY, "unknown host", e);
      }
      if (t instanceof SocketException s) {
        why = s;
      }
    }
    return NotSent.of(why, (int) CONNECT.toMillis());
  }

  @Override
  public Optional<InetAddress> connect(URI endpoint) throws NotSent, InterruptedException {
    return TcpReach.connect(endpoint);
  }

  @Override
  public synchronized void renew() {
    clients.values().forEach(HttpClient::shutdown); // work under way may finish
    clients.clear();
    alone = false;
    several = false;
  }

  /// A stream that was refused may have left an idle connection; one of a message ends soon.
  private synchronized void keepNothing() {
    alone = true;
    Optional.ofNullable(clients.remove(true)).ifPresent(HttpClient::shutdown);
  }

  private record Got(HttpResponse.ResponseInfo head, JdkStream raw, AtomicInteger open)
      implements Answer {
    /// Pitstop asks for `identity`, but some daemons compress anyway.
    @Override
    public InputStream body() throws IOException {
      String coding = header("Content-Encoding").orElse("");
      return switch (coding.toLowerCase(Locale.ROOT)) {
        case "", "identity", "none" -> raw;
        case "gzip", "x-gzip" -> new GZIPInputStream(raw);
        default ->
            throw new Unreadable(
                "answers in `Content-Encoding: " + coding + "`, although Pitstop asks for none");
      };
    }

    @Override
    public int status() {
      return head.statusCode();
    }

    @Override
    public Optional<String> header(String name) {
      return head.headers().firstValue(name);
    }

    @Override
    public void close() {
      raw.close();
      open.decrementAndGet();
    }
  }
}
