package dev.pitstop.cli.call;

import dev.pitstop.channel.Target;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.run.SessionRun;
import dev.pitstop.cli.run.SessionSetup;
import dev.pitstop.cli.run.Wired;
import dev.pitstop.mcp.Methods;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.Session;
import dev.pitstop.session.members.Member;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A server that was started to call its tools, or the servers of a configuration file, in a
/// session of this process. No client, no log and nothing remembered: it is stopped at the end. It
/// is told of no capabilities, so it must not ask anything. One thread.
public final class Started implements Tools {
  private static final int INTERRUPTED = 130;
  private static final String PATIENCE = "24h";

  private final Session session;
  private final Optional<Member> one; // of a session with one server
  private final Wired wired;
  private final Peer peer;
  private final Thread reader;
  private boolean greeted;

  private Started(Wired wired, Peer peer) {
    this.wired = wired;
    this.session = wired.session();
    this.one = session.face().only();
    this.peer = peer;
    session.start();
    reader = Thread.ofPlatform().name("session").start(() -> session.run(peer.stdin()));
  }

  /// Starts the server of a command line, or those of the configuration file if there is none. A
  /// signal stops them and ends this process.
  ///
  /// @param client the name that they are told
  /// @param version of Pitstop
  public static Started of(Options o, String client, String version) throws UsageException {
    Map<String, List<String>> all = new LinkedHashMap<>(o.values());
    if (!o.command().isEmpty()) {
      all.put("tools", List.of("none")); // it is the server's tools that are called
      all.put("notices", List.of("off")); // the result is printed as the server gave it
      all.put("handshake-timeout", List.of(PATIENCE)); // startTimeout is the limit
    }
    Options quiet = new Options(all, o.command(), o.separated(), o.cli(), o.surroundings());
    Started started = whole(quiet, client, version);
    SessionRun.onSignal(started.wired, INTERRUPTED);
    return started;
  }

  /// The same with Pitstop's own tools and notices. A signal is the caller's matter.
  public static Started whole(Options o, String client, String version) throws UsageException {
    Peer peer = new Peer(client, version);
    return new Started(SessionSetup.of(o, SessionSetup.Given.quiet(peer.stdout(), version)), peer);
  }

  private void greet() throws Refusal, InterruptedException {
    Optional<Message.Response> answer = peer.greet(() -> away().isPresent());
    if (answer.isEmpty()) {
      throw new Refusal(1, "the server is unreachable at " + away().orElse(""));
    }
    if (answer.get() instanceof Message.Failure refused) {
      throw new Refusal(1, "the server refused the handshake: " + message(refused));
    }
    peer.greeted();
    mustRun(); // otherwise it was Pitstop that answered
  }

  private void mustRun() throws Refusal {
    Optional<String> down =
        one.flatMap(m ->
            m.server()
                .monitor()
                .inTurn(() ->
                    m.backend().serving().isPresent()
                        ? Optional.empty()
                        : Optional.of(m.server().whyDown()))); // as an agent reads it
    if (down.isPresent()) {
      throw new Refusal(
          1, "the server `" + one.orElseThrow().name() + "` does not run." + down.get());
    }
  }

  /// Where the daemon does not listen, and why. A session waits until it listens again. A person
  /// who calls sees it at once, unless `--start` is starting it.
  private Optional<String> away() {
    return one.filter(m -> m.spec().target() instanceof Target.Daemon d && d.start().isEmpty())
        .flatMap(m ->
            m.server()
                .monitor()
                .inTurn(() -> m.backend().snapshot().away())
                .map(a -> m.backend().display() + ": " + a.why()));
  }

  private static String message(Message.Failure f) {
    return Json.string(f.bytes(), f.member("message"));
  }

  /// Begins with the handshake.
  @Override
  public String tools() throws Refusal, InterruptedException {
    if (!greeted) {
      greeted = true;
      greet();
    }
    Message.Response answer = peer.ask(Methods.TOOLS_LIST, "");
    mustRun();
    return switch (answer) {
      case Message.Failure f -> throw new Refusal(1, "the server listed no tools: " + message(f));
      case Message.Result r -> r.result().text(r.bytes());
    };
  }

  @Override
  public Message.Response call(String name, String arguments) throws InterruptedException {
    return peer.ask(
        Methods.TOOLS_CALL, "\"name\":" + Json.quote(name) + ",\"arguments\":" + arguments);
  }

  /// Whether a notification has come since the last question about it.
  public boolean heard(String method) {
    return peer.heard(method);
  }

  @Override
  public List<String> stderr() {
    return one.map(m -> m.backend().ring().lastOf(1, StderrRing.LINES)).orElse(List.of());
  }

  @Override
  public void close() {
    peer.end();
    session.shutDown(); // does not wait for answers that will not come
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      wired.close();
    }
  }
}
