package dev.pitstop.ui;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pitstop.monitoring.Filter;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Lines;
import dev.pitstop.monitoring.OneCall;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The HTTP server of the page, on a port of this machine that the system chooses. Each request has
/// a thread; the number of connections is limited.
public final class UiServer implements Closeable {
  private static final int MOST_DIGITS = 15;

  private static final String JSON = "application/json";
  private static final String TEXT = "text/plain; charset=utf-8";

  /// The files of the page: resources beside this class. There are no others.
  private static final Set<String> FILES =
      Words.set(
          "page.html page.css page.js model.js filter.js timeline.js table.js detail.js side.js");

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'"
          + " data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy", POLICY,
          "X-Content-Type-Options", "nosniff",
          "Referrer-Policy", "no-referrer",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Cross-Origin-Opener-Policy", "same-origin",
          "Cache-Control", "no-store");

  private final HttpServer server;
  private final Gate gate;
  private final Watched watched;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private UiServer(HttpServer server, Watched watched) {
    this.server = server;
    this.gate = new Gate(server.getAddress().getPort(), Gate.newToken());
    this.watched = watched;
  }

  /// Begins to listen.
  public static UiServer start(Watched watched) throws IOException {
    System.setProperty("sun.net.httpserver.maxReqTime", "10"); // seconds for a request to arrive
    System.setProperty("jdk.httpserver.maxConnections", "64");
    InetAddress here = InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
    UiServer ui = new UiServer(HttpServer.create(new InetSocketAddress(here, 0), 0), watched);
    ui.server.setExecutor(ui.threads);
    ui.server.createContext("/", ui::handle);
    ui.server.start();
    return ui;
  }

  /// The URL of the page, with the token.
  public String url() {
    return gate.url();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /// A request.
  private record Asked(HttpExchange exchange, String path, Map<String, String> words) {
    String word(String name) {
      return words.getOrDefault(name, "");
    }

    /// A number of the query; 0 if it is missing or none.
    long number(String name) {
      return Words.isNumber(word(name), MOST_DIGITS) ? Long.parseLong(word(name)) : 0;
    }

    /// The number of the last entry that the page has.
    long after() {
      String again = String.valueOf(exchange.getRequestHeaders().getFirst("Last-Event-ID"));
      return Words.isNumber(again, MOST_DIGITS) ? Long.parseLong(again) : number("after");
    }

    void answer(int code, String type, String text) throws IOException {
      answer(code, type, text.getBytes(StandardCharsets.UTF_8));
    }

    void answer(int code, String type, byte[] body) throws IOException {
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
      if (body.length > 0) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  private void handle(HttpExchange exchange) {
    try (exchange) {
      HEADERS.forEach(exchange.getResponseHeaders()::set);
      Map<String, String> words = words(exchange.getRequestURI().getRawQuery());
      String path = exchange.getRequestURI().getPath();
      Asked asked = new Asked(exchange, path, words);
      String method = exchange.getRequestMethod();
      Optional<String> refusal =
          gate.refusal(method, exchange.getRequestHeaders(), asked.word("token"));
      if (refusal.isPresent()) {
        asked.answer(403, TEXT, refusal.get());
      } else {
        route(method, asked);
      }
    } catch (IOException gone) {
      // nobody reads the answer
    }
  }

  private void route(String method, Asked asked) throws IOException {
    boolean acts = List.of("/reload", "/rerun").contains(asked.path());
    if (acts && !watched.actions()) {
      asked.answer(403, TEXT, "This page only shows. Start it with `pitstop ui --allow-actions`.");
      return;
    }
    String allowed = acts ? "POST" : "GET";
    if (!method.equals(allowed)) {
      asked.exchange().getResponseHeaders().set("Allow", allowed);
      asked.answer(405, TEXT, "Only " + allowed + " is allowed here.");
      return;
    }
    long session = asked.number("session");
    long after = asked.after();
    switch (asked.path()) {
      case "/reload", "/rerun" ->
          using(asked, watched.ask(session, action(asked)), lines -> answer(asked, lines));
      case "/events" ->
          using(asked, watched.read(session, after, true), lines -> events(asked, lines, after));
      case "/sessions" -> asked.answer(200, JSON, watched.list());
      case "/call" -> using(asked, watched.read(session, 0, false), lines -> call(asked, lines));
      case "/filter" -> filter(asked);
      default -> asset(asked);
    }
  }

  private void asset(Asked asked) throws IOException {
    String file = asked.path().equals("/") ? "page.html" : asked.path().substring(1);
    if (!FILES.contains(file)) {
      asked.answer(404, TEXT, "There is nothing here.");
      return;
    }
    if (gate.isToken(asked.word("token"))) {
      asked.exchange().getResponseHeaders().set("Set-Cookie", gate.cookie());
    }
    try (InputStream in = Objects.requireNonNull(UiServer.class.getResourceAsStream(file), file)) {
      String type = file.substring(file.indexOf('.') + 1).replace("js", "javascript");
      asked.answer(200, "text/" + type + "; charset=utf-8", in.readAllBytes());
    }
  }

  /// Says what is wrong with the words of a filter, in the words of `pitstop calls`; nothing if
  /// they are right.
  private static void filter(Asked asked) throws IOException {
    try {
      Filter.of(Stream.of(asked.word("words").split(" ", -1)).filter(w -> !w.isEmpty()).toList());
      asked.answer(200, TEXT, "");
    } catch (IllegalArgumentException wrong) {
      asked.answer(200, TEXT, String.valueOf(wrong.getMessage()));
    }
  }

  private interface Use {
    void of(Lines lines) throws IOException;
  }

  private static void using(Asked asked, Optional<Lines> source, Use use) throws IOException {
    if (source.isEmpty()) {
      asked.answer(404, TEXT, "There is no such session.");
      return;
    }
    try (Lines lines = source.get()) {
      use.of(lines);
    }
  }

  private static String action(Asked asked) {
    return asked.path().equals("/rerun")
        ? "{\"do\":\"rerun\",\"which\":[" + asked.number("n") + "]}"
        : "{\"do\":\"reload\",\"server\":" + Json.quote(asked.word("server")) + "}";
  }

  private static void answer(Asked asked, Lines lines) throws IOException {
    List<JsonLine> all = new ArrayList<>();
    lines.each(all::add);
    answer(asked, all);
  }

  /// One call; nothing if the journal does not have it.
  private static void call(Asked asked, Lines lines) throws IOException {
    OneCall call = new OneCall(asked.number("n"));
    lines.each(call::add);
    answer(asked, call.lines());
  }

  private static void answer(Asked asked, List<JsonLine> lines) throws IOException {
    String text = lines.stream().map(line -> line.json() + "\n").collect(Collectors.joining());
    asked.answer(200, "application/x-ndjson", text);
  }

  private static void events(Asked asked, Lines lines, long after) throws IOException {
    asked.exchange().getResponseHeaders().set("Content-Type", "text/event-stream");
    asked.exchange().sendResponseHeaders(200, 0);
    new EventStream(asked.exchange().getResponseBody(), after).write(lines);
  }

  private static Map<String, String> words(String query) {
    Map<String, String> words = new HashMap<>();
    for (String each : String.valueOf(query).split("&", -1)) {
      int equals = each.indexOf('=');
      if (equals > 0) {
        words.put(each.substring(0, equals), decoded(each.substring(equals + 1)));
      }
    }
    return words;
  }

  private static String decoded(String word) {
    try {
      return URLDecoder.decode(word, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException broken) {
      return word;
    }
  }
}
