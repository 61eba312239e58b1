import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The smallest daemon that a training session over HTTP needs, run from its source by the JDK that
/// builds: a build machine may have nothing else. Writes the port on which it listens to stdout, as
/// one line, and runs until it is ended.
///
/// It answers by method, with a session id and a stream for all; a call that names `events` gets its
/// answer on an event stream, any other as JSON.
public final class TrainingDaemon {
  private static final Pattern ID = Pattern.compile("\"id\":([0-9]+|\"[^\"]*\")");
  private static final String INITIALIZED =
      """
      {"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},\
      "serverInfo":{"name":"training","version":"1"}}""";
  private static final String TOOLS =
      """
      {"tools":[{"name":"echo","description":"Says it again",\
      "inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}]}""";
  private static final String CALLED =
      """
      {"content":[{"type":"text","text":"a"}]}""";

  private TrainingDaemon() {}

  public static void main(String[] args) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    server.createContext("/mcp", TrainingDaemon::handle);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor()); // a stream occupies one
    server.start();
    System.out.println(server.getAddress().getPort());
  }

  private static void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      switch (exchange.getRequestMethod()) {
        case "GET" -> stream(exchange);
        case "DELETE" -> exchange.sendResponseHeaders(200, -1);
        default -> post(exchange);
      }
    }
  }

  private static void post(HttpExchange exchange) throws IOException {
    String message =
        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Matcher id = ID.matcher(message);
    if (!message.contains("\"method\":") || !id.find()) {
      exchange.sendResponseHeaders(202, -1); // a notification
      return;
    }
    String result;
    if (message.contains("\"initialize\"")) {
      exchange.getResponseHeaders().set("Mcp-Session-Id", "training-session");
      result = INITIALIZED;
    } else if (message.contains("\"prompts/list\"")) { // longer than what is joined in a turn
      result = "{\"prompts\":[{\"name\":\"long\",\"description\":\"" + "0".repeat(70_000) + "\"}]}";
    } else if (message.contains("\"tools/list\"")) {
      result = TOOLS;
    } else {
      result = message.contains("\"tools/call\"") ? CALLED : "{}";
    }
    String answer =
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(id.group(1), result);
    boolean events = message.contains("\"events\"");
    byte[] body = (events ? "data: " + answer + "\n\n" : answer).getBytes(StandardCharsets.UTF_8);
    exchange
        .getResponseHeaders()
        .set("Content-Type", events ? "text/event-stream" : "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  /// A stream on which nothing is said but a comment, until the session is over.
  private static void stream(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().write(": training\n\n".getBytes(StandardCharsets.UTF_8));
    exchange.getResponseBody().flush();
    try {
      Thread.sleep(30_000); // the training is ended before
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
