package dev.pitstop.cli.call;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.Listing;
import dev.pitstop.channel.Away;
import dev.pitstop.channel.Target;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.run.OneServer;
import dev.pitstop.cli.run.SessionRun;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.told.SessionServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A server that was started to call its tools, in a session of this process. No client, no log and
/// nothing remembered: it is stopped at the end. It is told of no capabilities, so it must not ask
/// anything.
final class Started implements Tools {
  private static final int INTERRUPTED = 130;

  private final OneServer one;
  private final Peer peer;
  private final Thread reader;
  private final String version;
  private boolean greeted;

  private Started(OneServer one, Peer peer, Thread reader, String version) {
    this.one = one;
    this.peer = peer;
    this.reader = reader;
    this.version = version;
  }

  /// Starts the server. A signal stops it and ends this process.
  ///
  /// @param version of Pitstop
  static Started of(Options o, String version) throws UsageException {
    Peer peer = new Peer();
    OneServer one = OneServer.quiet(o, peer.stdout(), version);
    SessionRun.onSignal(one.session(), () -> end(one), INTERRUPTED);
    one.session().start();
    Thread reader =
        Thread.ofPlatform().name("session").start(() -> one.session().run(peer.stdin()));
    return new Started(one, peer, reader, version);
  }

  private static void end(OneServer one) {
    one.spawner().close();
    one.log().close(Duration.ZERO);
  }

  private SessionServer server() {
    return one.session().face().server();
  }

  private void greet() throws Unreached, InterruptedException {
    if (greeted) {
      return;
    }
    greeted = true;
    String params =
        "{\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"pitstop call\",\"version\":%s}}"
            .formatted(Revisions.NEWEST_LEGACY, Json.quote(version));
    if (ask(Methods.INITIALIZE, params) instanceof Message.Failure refused) {
      throw new Unreached("the server refused the handshake: " + message(refused));
    }
    mustRun(); // otherwise it was Pitstop that answered
    peer.tell(Methods.INITIALIZED);
  }

  private void mustRun() throws Unreached {
    SessionServer server = server();
    Optional<String> down =
        server
            .monitor()
            .inTurn(() ->
                server.backend().serving().isPresent()
                    ? Optional.empty()
                    : Optional.of(server.whyDown())); // as an agent reads it
    if (down.isPresent()) {
      throw new Unreached(
          "the server `" + server.backend().name() + "` does not run." + down.get());
    }
  }

  private Message.Response ask(String method, String params)
      throws Unreached, InterruptedException {
    Optional<Message.Response> answer = peer.ask(method, params, () -> away().isPresent());
    if (answer.isPresent()) {
      return answer.get();
    }
    throw new Unreached(
        "the server is unreachable at "
            + server().backend().display()
            + away().map(a -> ": " + a.why()).orElse(""));
  }

  /// A session waits until its daemon listens again. A person who calls sees at once that it does
  /// not, unless `--start` is starting it.
  private Optional<Away> away() {
    if (!(one.target() instanceof Target.Daemon d) || d.start().isPresent()) {
      return Optional.empty();
    }
    SessionServer server = server();
    return server.monitor().inTurn(() -> server.backend().snapshot().away());
  }

  private static String message(Message.Failure f) {
    return Json.string(f.bytes(), f.member("message"));
  }

  @Override
  public List<JsonObject> list() throws Unreached, InterruptedException {
    greet();
    Message.Response answer = ask(Methods.TOOLS_LIST, "{}");
    mustRun();
    return switch (answer) {
      case Message.Failure f -> throw new Unreached("the server listed no tools: " + message(f));
      case Message.Result r -> tools(r.result().text(r.bytes()));
    };
  }

  /// The tools of a `tools/list` result.
  static List<JsonObject> tools(String result) {
    List<JsonObject> tools = new ArrayList<>();
    if (Listing.tree(result) instanceof JsonObject page && page.get("tools") instanceof JsonArray a) {
      for (JsonElement each : a) {
        if (each instanceof JsonObject tool) {
          tools.add(tool);
        }
      }
    }
    return tools;
  }

  @Override
  public String call(String name, String arguments) throws Unreached, InterruptedException {
    greet();
    byte[] answer =
        ask(
                Methods.TOOLS_CALL,
                "{\"name\":" + Json.quote(name) + ",\"arguments\":" + arguments + "}")
            .bytes();
    return new String(answer, StandardCharsets.UTF_8);
  }

  @Override
  public List<String> stderr() {
    return server().backend().ring().lastOf(1, StderrRing.LINES);
  }

  @Override
  public void close() {
    peer.end();
    one.session().shutDown(); // does not wait for answers that will not come
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end(one);
    }
  }
}
