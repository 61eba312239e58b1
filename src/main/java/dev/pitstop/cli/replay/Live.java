package dev.pitstop.cli.replay;

import dev.pitstop.cli.call.Peer;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.run.ManyServers;
import dev.pitstop.cli.run.OneServer;
import dev.pitstop.cli.run.SessionRun;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.Session;
import java.time.Duration;
import java.util.Optional;

/// A server, or the servers of a configuration file, in a session of this process. Nothing is
/// logged or remembered.
final class Live implements Server {
  private static final int INTERRUPTED = 130;

  private final Peer peer;
  private final Runnable end;
  private final Thread reader;

  private Live(Peer peer, Session<?> session, Runnable end, String version)
      throws Gone, InterruptedException {
    this.peer = peer;
    this.end = end;
    SessionRun.onSignal(session, end, INTERRUPTED);
    session.start();
    reader = Thread.ofPlatform().name("session").start(() -> session.run(peer.stdin()));
    if (peer.ask(Methods.INITIALIZE, Peer.hello("pitstop replay", version))
        instanceof Message.Failure refused) {
      close();
      throw new Gone("the server refused the handshake: " + said(refused));
    }
    peer.tell(Methods.INITIALIZED);
  }

  /// Starts the server of a command line, or those of the configuration file if there is none.
  ///
  /// @param version of Pitstop
  static Live start(Options o, String version) throws UsageException, Gone, InterruptedException {
    Peer peer = new Peer();
    if (o.command().isEmpty()) {
      ManyServers many = ManyServers.of(o, peer.stdout(), true, Optional.empty(), () -> version);
      Runnable end =
          () -> {
            many.servers().close();
            many.spawner().close();
            many.log().close(Duration.ZERO);
          };
      return new Live(peer, many.session(), end, version);
    }
    OneServer one = OneServer.quiet(o, peer.stdout(), version);
    Runnable end =
        () -> {
          one.spawner().close();
          one.log().close(Duration.ZERO);
        };
    return new Live(peer, one.session(), end, version);
  }

  @Override
  public String tools() throws Gone, InterruptedException {
    return switch (peer.ask(Methods.TOOLS_LIST, "{}")) { // the session joins pages
      case Message.Failure f -> throw new Gone("there is no list of tools: " + said(f));
      case Message.Result r -> r.result().text(r.bytes());
    };
  }

  @Override
  public Message.Response call(String tool, String arguments) throws InterruptedException {
    return peer.ask(
        Methods.TOOLS_CALL, "{\"name\":" + Json.quote(tool) + ",\"arguments\":" + arguments + "}");
  }

  private static String said(Message.Failure f) {
    return Json.string(f.bytes(), f.member("message"));
  }

  @Override
  public void close() {
    peer.end();
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end.run();
    }
  }
}
