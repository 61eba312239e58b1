package dev.pitstop.soak;

import dev.pitstop.harness.Await;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;

/// Makes requests, enters them in the [Ledger], sends them: each with a key of its own that the
/// server logs and gives back. One thread.
final class Client {
  private static final String META = "\"io.modelcontextprotocol/";
  private static final Pattern PAD = Pattern.compile("\"pad\":\"y*+\"");

  private final Mode mode;
  private final Wire wire;
  private final Ledger ledger;
  private final Random random;
  private Optional<Asked> permanent = Optional.empty();
  private int count;

  Client(Mode mode, Wire wire, Ledger ledger, Random random) {
    this.mode = mode;
    this.wire = wire;
    this.ledger = ledger;
    this.random = random;
  }

  // ---- the session ----

  /// What a client says first; the modern one only asks, the answer may be late.
  void hello() {
    if (mode == Mode.MODERN_OVER_LEGACY) { // shows that it has no other era to fall back to
      Asked list = request("tools/list", "", Asked.Repeat.ANY, false);
      Await.until("a list", () -> !ledger.isOpen(list));
    }
    if (mode.modern()) {
      request("server/discover", "", Asked.Repeat.ANY, false);
      return;
    }
    String initialize =
        "\"protocolVersion\":\""
            + mode.revision()
            + "\",\"capabilities\":{\"roots\":{},\"sampling\":{},\"elicitation\":{}},"
            + "\"clientInfo\":{\"name\":\"soak\",\"version\":\"1\"}";
    Asked asked = request("initialize", initialize, Asked.Repeat.ANY, false);
    Await.until("the handshake", () -> !ledger.isOpen(asked));
    if (!ledger.isGood(asked)) {
      throw new IllegalStateException("no session: " + asked);
    }
    wire.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  }

  /// Calls each tool that asks once alone, so that Pitstop knows it from now on as one that asks:
  /// the first question of a tool may be taken for one of another that is known to ask.
  void teach() {
    for (String tool : List.of("once", "read", "again")) {
      for (int i = 0; i < 5; i++) {
        Asked asked = call(tool, "input-all:1", "");
        Await.until("all answers", () -> ledger.openCount() == 0);
        if (asked.inputRequired || asked.good) {
          break;
        }
      }
    }
  }

  /// Subscribes for good, so that updates are owed from now on.
  void subscribe() {
    String params = "\"uri\":\"" + Notifications.RESOURCE + "\"";
    permanent =
        Optional.of(
            mode.modern()
                ? listen()
                : request("resources/subscribe", params, Asked.Repeat.ANY, false));
  }

  /// Whether what the server tells now must be heard.
  private boolean isSubscribed() {
    return permanent
        .filter(p -> mode.modern() ? ledger.notifications().isListening(p) : ledger.isGood(p))
        .isPresent();
  }

  // ---- requests ----

  /// A call of one of the server's tools.
  ///
  /// @param doing what the puppet is to do, such as `slow:200`
  /// @param more further members of the arguments, each with a comma in front
  Asked call(String tool, String doing, String more) {
    Asked asked = make("tools/call", tool + " " + doing, repeatOf(tool), true);
    // Where `tools/list` may hang nobody knows what a tool is.
    asked.readOnly = tool.equals("read") && mode != Mode.HANGING;
    if (doing.contains("progress:")) {
      asked.progress = Integer.parseInt(doing.substring(doing.indexOf(':') + 1));
      asked.token = count % 2 == 0 ? Integer.toString(count) : "\"t-" + count + "\"";
    }
    return call(asked, tool, doing, more);
  }

  /// Two calls under one progress token, the first of which reports last.
  void twins() {
    Asked elder = call("once", "slow-progress:5", "");
    Asked younger = make("tools/call", "once progress:3", Asked.Repeat.NEVER, true);
    younger.progress = 3;
    younger.token = elder.token;
    call(younger, "once", "progress:3", "");
  }

  private Asked call(Asked asked, String tool, String doing, String more) {
    String meta = "";
    if (!asked.token.isEmpty()) {
      ledger.notifications().token(asked);
      meta = ",\"progressToken\":" + asked.token;
    }
    String arguments = "{\"key\":\"" + asked.key + "\",\"do\":\"" + doing + "\"" + more + "}";
    String params = "\"name\":\"" + mode.named(tool) + "\",\"arguments\":" + arguments;
    return send(asked, params, meta);
  }

  /// A call whose execution tells all subscribers.
  Asked tell(String doing) {
    Asked asked = make("tools/call", "once " + doing, Asked.Repeat.NEVER, true);
    asked.tells = isSubscribed() && mode != Mode.HANGING; // there the replay of it may hang
    asked.toldLate = mode.many(); // each is subscribed to when its resources are known
    String arguments = "{\"key\":\"" + asked.key + "\",\"do\":\"" + doing + "\"}";
    return send(asked, "\"name\":\"" + mode.named("once") + "\",\"arguments\":" + arguments, "");
  }

  /// A call of one of Pitstop's own tools.
  Asked own(String tool, String arguments) {
    String name = mode.many() && tool.equals("recompile") ? "reload_server" : tool;
    String of = name.equals("reload_server") ? "\"name\":\"puppet\"" : "\"server\":\"puppet\"";
    String all = !mode.many() ? arguments : of + (arguments.isEmpty() ? "" : "," + arguments);
    return request(
        "tools/call",
        "\"name\":\"" + name + "\",\"arguments\":{" + all + "}",
        Asked.Repeat.ANY,
        false);
  }

  Asked request(String method, String params, Asked.Repeat repeat, boolean echoes) {
    String what = method + " " + (params.length() > 80 ? "…" : params);
    return send(make(method, what, repeat, echoes), params, "");
  }

  Asked listen() {
    String params =
        "\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\""
            + Notifications.RESOURCE
            + "\"]}";
    Asked asked = make("subscriptions/listen", "listen", Asked.Repeat.ANY, false);
    asked.endless = true;
    ledger.notifications().listen(asked);
    return send(asked, params, "");
  }

  void cancel(Asked asked) {
    ledger.cancelled(asked);
    wire.send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
            + asked.id
            + "}}");
  }

  // ---- the parts ----

  private Asked make(String method, String what, Asked.Repeat repeat, boolean echoes) {
    count++;
    String id = random.nextInt(5) == 0 ? "\"s-" + count + "\"" : Integer.toString(count);
    return new Asked(id, "k" + count, method, what, repeat, echoes);
  }

  private Asked.Repeat repeatOf(String tool) {
    return switch (tool) {
      case "read", "again" -> Asked.Repeat.ONCE;
      case "login" -> mode == Mode.REPLAY ? Asked.Repeat.ANY : Asked.Repeat.NEVER;
      default -> Asked.Repeat.NEVER;
    };
  }

  private Asked send(Asked asked, String params, String meta) {
    asked.note("sent");
    asked.declares = mode.bridged() && random.nextInt(8) != 0;
    String can =
        asked.declares ? "{\"sampling\":{},\"elicitation\":{\"form\":{}},\"roots\":{}}" : "{}";
    String era =
        mode.modern()
            ? ","
                + META
                + "protocolVersion\":\""
                + mode.revision()
                + "\","
                + META
                + "clientInfo\":{\"name\":\"soak\",\"version\":\"1\"},"
                + META
                + "clientCapabilities\":"
                + can
            : "";
    String all =
        params
            + (params.isEmpty() ? "" : ",")
            + "\"_meta\":{\"key\":\""
            + asked.key
            + "\""
            + era
            + meta
            + "}";
    asked.params = PAD.matcher(all).replaceFirst("\"pad\":\"\""); // a call goes on without it
    ledger.open(asked);
    wire.send(line(asked, all));
    return asked;
  }

  static String line(Asked asked, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + asked.id
        + ",\"method\":\""
        + asked.method
        + "\",\"params\":{"
        + params
        + "}}";
  }
}
