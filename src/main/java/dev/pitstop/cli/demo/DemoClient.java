package dev.pitstop.cli.demo;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.End;
import dev.pitstop.channel.stdio.Stdio;
import dev.pitstop.doctor.Clock;
import dev.pitstop.doctor.Conversation;
import dev.pitstop.doctor.Outcome;
import dev.pitstop.doctor.Parts;
import dev.pitstop.log.Log;
import dev.pitstop.mcp.Methods;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Monitor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The client that plays the session: one request at a time, every wait with a deadline. For one
/// thread.
final class DemoClient {
  /// Longer than a slow machine needs, shorter than a person's patience.
  private static final long DEADLINE_MILLIS = 20_000;

  private static final long EXIT_MILLIS = 8_000;

  /// Its first two fifths, before SIGTERM, are longer than Pitstop may take to exit.
  private static final StopLimits STOP = new StopLimits(Duration.ofSeconds(25));

  /// A finished tool call.
  ///
  /// @param blocks the text of its content blocks, in order
  record Answer(List<String> blocks, boolean isError) {
    String text() {
      return String.join("\n", blocks);
    }
  }

  private final Conversation talk;

  /// Starts Pitstop.
  ///
  /// @param ring takes its stderr
  DemoClient(Command pitstop, Spawner spawner, StderrRing ring) {
    Log none = Log.nowhere();
    Monitor monitor = new Monitor();
    ChannelParts parts =
        new ChannelParts(
            "demo", spawner, STOP, new SystemTimers(none), none, ring, Integer.MAX_VALUE);
    Stdio channel = new Stdio(parts, pitstop, monitor);
    talk = new Conversation(channel, monitor, Clock.ofTheSystem(), "{\"roots\":[]}");
  }

  void handshake() throws DemoFailure {
    if (!talk.open(DEADLINE_MILLIS)) {
      throw new DemoFailure("Pitstop did not start");
    }
    result(
        Methods.INITIALIZE,
        """
        {"protocolVersion":"2025-11-25","capabilities":{},\
        "clientInfo":{"name":"pitstop-demo","version":"1"}}\
        """);
    talk.tell(Methods.INITIALIZED, "");
  }

  /// The names of the tools on offer.
  List<String> tools() throws DemoFailure {
    talk.forget(Methods.TOOLS_CHANGED);
    return texts(result(Methods.TOOLS_LIST, ""), "tools", "name");
  }

  Answer call(String tool, JsonObject arguments) throws DemoFailure {
    JsonObject params = new JsonObject();
    params.addProperty("name", tool);
    params.add("arguments", arguments);
    JsonObject result = result(Methods.TOOLS_CALL, params.toString());
    return new Answer(
        texts(result, "content", "text"),
        result.get("isError") instanceof JsonPrimitive error && error.getAsBoolean());
  }

  /// Waits for a notification; one that came since the last list counts.
  void await(String notification) throws DemoFailure {
    if (!talk.awaitNotification(notification, DEADLINE_MILLIS)) {
      throw timedOut(notification);
    }
  }

  private JsonObject result(String method, String params) throws DemoFailure {
    return switch (talk.ask(method, params, DEADLINE_MILLIS)) {
      case Outcome.Answer(JsonObject result, long millis) -> result;
      case Outcome.Answer a -> throw failed(method, a.result().toString());
      case Outcome.Refused r -> throw failed(method, r.message());
      case Outcome.Unreadable u -> throw failed(method, u.detail());
      case Outcome.Silence s -> throw timedOut("an answer to `" + method + "`");
      case Outcome.Over o -> throw failed(method, "Pitstop " + o.how());
    };
  }

  private static DemoFailure failed(String method, String why) {
    return new DemoFailure("`" + method + "` failed: " + why);
  }

  private static DemoFailure timedOut(String awaited) {
    return new DemoFailure(
        "timed out after " + DEADLINE_MILLIS / 1_000 + " s waiting for " + awaited);
  }

  /// A member of each item of a list.
  private static List<String> texts(JsonObject result, String list, String member)
      throws DemoFailure {
    List<JsonElement> items = Parts.elements(result, list);
    List<String> texts =
        items.stream().flatMap(item -> Parts.string(item, member).stream()).toList();
    if (texts.isEmpty() || texts.size() < items.size()) {
      throw new DemoFailure("no " + list + " with a " + member + " in the answer " + result);
    }
    return texts;
  }

  /// Leaves as a client does: closes Pitstop's stdin, and waits.
  ///
  /// @throws DemoFailure if Pitstop does not end by itself with exit code 0, or wrote anything that
  ///   is neither a message nor an answer to a request
  void leave() throws DemoFailure {
    talk.stop(EXIT_MILLIS);
    Optional<End> end = talk.ended(0);
    if (end.isEmpty()) {
      throw new DemoFailure("Pitstop did not exit within " + EXIT_MILLIS / 1_000 + " s");
    }
    if (!(end.get() instanceof End.Exited exited && exited.exit().success())) {
      throw new DemoFailure("Pitstop did not exit with exit code 0: " + end.get());
    }
    Conversation.Heard heard = talk.heard();
    if (heard.strayLines() > 0 || !heard.unasked().isEmpty()) {
      throw new DemoFailure("Pitstop wrote more than messages and answers: " + heard);
    }
  }
}
