package dev.pitstop.session.exposure;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.hub.Description;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Splice;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.bridge.Introductions;
import dev.pitstop.session.front.ListAnswer;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.notices.HandshakePatience;
import dev.pitstop.session.notices.ServerInfo;
import dev.pitstop.session.texts.HandshakeText;
import dev.pitstop.session.texts.ToolDescriptions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The handshake of one server: with the server's own answer if it comes in time, otherwise from
/// the remembered description, otherwise with a truthful minimal one. Called in turns of the
/// monitor.
final class ServerHandshake implements Handshake {
  /// @param version the version that the client asked for, or empty
  private record Pending(Message.Request request, String version, Reply reply) {
    RequestId id() {
      return request.id();
    }
  }

  private final Member member;
  private final Backend backend;
  private final Common common;
  private final Said facts;
  private final HandshakePatience patience;
  private final Discovery discovery;
  private Optional<Pending> pending = Optional.empty();
  private Optional<Timers.Timer> waiting = Optional.empty(); // while it is pending

  /// The version in the last one that was not refused; of a modern client, Pitstop asks for this.
  private String requested = Revisions.NEWEST_LEGACY;

  private Optional<String> initializeResult = Optional.empty();
  private Optional<String> discoverResult = Optional.empty();
  private final Set<Kind> declared = EnumSet.of(Kind.TOOLS);
  private boolean refusedDiscover; // in the server's place
  private boolean fromMemory; // Pitstop has answered, with what it remembered

  ServerHandshake(Common common, Member member, Exposure.Plain how) {
    this.member = member;
    this.backend = member.backend();
    this.common = common;
    this.facts = common.wiring().facts();
    this.patience = how.handshake();
    this.discovery = new Discovery(common, member, this, how);
  }

  @Override
  public boolean legacy() {
    return !facts.onlyModern();
  }

  @Override
  public void discover(Message.Request r, RequestFacts f, Reply reply) {
    discovery.request(r, f, reply);
  }

  @Override
  public void introduced(Member m, Message.Result answer, boolean modern) {
    if (!modern || facts.initialize().isPresent()) {
      facts.accepted();
    }
    if (modern) {
      discovered(answer);
    } else { // to an `initialize`, the client's or a replayed one
      initializeResult = Optional.of(answer.result().text(answer.bytes()));
      answer(answer, "");
    }
  }

  @Override
  public boolean declared(Kind kind) {
    return declared.contains(kind.announcedAs());
  }

  /// Whether the client was answered from memory. It has then waited long enough for the server.
  boolean fromMemory() {
    return fromMemory;
  }

  @Override
  public void initialize(Message.Request r, Reply reply) {
    Pending mine = new Pending(r, Json.string(r.bytes(), r.param("protocolVersion")), reply);
    String superseded = "Superseded by a later `initialize`.";
    settle() // a client that asks again before it was answered still gets one response each
        .ifPresent(
            older -> send(older, Messages.error(older.id(), Message.INVALID_REQUEST, superseded)));
    pending = Optional.of(mine);
    facts.initializing(r.params().present() ? r.params().text(r.bytes()) : "{}");
    backend.initialize(); // a client that connects is a demand
    if (HandshakeText.isDown(backend.state())) {
      inTheServersPlace(mine, true);
    } else {
      waitFor(patience.millis(), mine, false);
    }
  }

  /// The timer is cancelled as soon as the request is answered. Otherwise each session would pay
  /// for a thread and a read of the description.
  private void waitFor(long millis, Pending p, boolean anyhow) {
    waiting =
        Optional.of(common.wiring().timers().after(millis, () -> inTheServersPlace(p, anyhow)));
  }

  private void send(Pending to, byte[] response) {
    common.wiring().tracker().over(to.request());
    to.reply().send(response);
  }

  private Optional<Pending> settle() {
    Optional<Pending> was = pending;
    pending = Optional.empty();
    waiting.ifPresent(Timers.Timer::cancel);
    waiting = Optional.empty();
    return was;
  }

  /// If the server goes down while the client waits, Pitstop answers now.
  @Override
  public void stateChanged(State after) {
    if (HandshakeText.isDown(after)) {
      pending.ifPresent(p -> inTheServersPlace(p, true));
    }
  }

  /// @param anyhow whether to answer even if nothing is known of the server
  private void inTheServersPlace(Pending p, boolean anyhow) {
    remembered(known -> answerFrom(p, known, anyhow));
  }

  void remembered(Consumer<Description.Known> then) {
    common.memory().recall(member, k -> then.accept(k.orElse(Description.Known.NOTHING)));
  }

  private void answerFrom(Pending p, Description.Known known, boolean anyhow) {
    if (!pending.equals(Optional.of(p))) {
      return;
    }
    Optional<String> remembered = Optional.ofNullable(known.initialize().get(p.version()));
    boolean daemon = backend.kind().isDaemons(); // it may not even exist
    long longer = (daemon ? patience.listMillis() : patience.unknownMillis()) - patience.millis();
    if (remembered.isEmpty() && !anyhow && longer > 0) {
      waitFor(longer, p, true);
      return;
    }
    common
        .wiring()
        .log()
        .info("handshake-answered", "from", remembered.isPresent() ? "memory" : "minimum");
    String result = remembered.orElseGet(() -> minimum(p));
    String why =
        HandshakeText.trouble(backend)
            + (remembered.isEmpty() ? HandshakeText.starting(backend) : "");
    fromMemory = remembered.isPresent();
    if (!fromMemory) {
      common.changes().blind();
    }
    String end = why + member.server().causes().selfRestart().remark();
    result(p.id(), result).ifPresent(r -> answer(r, end));
  }

  private String minimum(Pending p) {
    return "{\"protocolVersion\":"
        + Json.quote(Revisions.negotiated(p.version()))
        + ",\"capabilities\":{\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
        + "\"resources\":{\"listChanged\":true}},\"serverInfo\":{\"name\":"
        + Json.quote(backend.name())
        + ",\"version\":"
        + Json.quote("unknown (pitstop " + common.membership().parts().version().get() + ")")
        + "}}";
  }

  /// A run has answered `server/discover` in the place of the client's `initialize`, which it
  /// refuses (docs/design/eras.md).
  private void discovered(Message.Result r) {
    discoverResult = Optional.of(r.result().text(r.bytes()));
    if (pending.isPresent()) {
      Pending p = pending.get();
      String own = Introductions.initialize(discoverResult.get(), p.version(), backend.name());
      initializeResult = Optional.of(own);
      result(p.id(), own).ifPresent(answer -> answer(answer, ""));
    }
  }

  /// The answer to a `server/discover` of the client, from what a legacy server has answered to
  /// `initialize`; empty if that is nothing.
  Optional<byte[]> introduce(RequestId id) {
    return initializeResult
        .map(Introductions::discovery)
        .flatMap(result -> result(id, result))
        .map(r -> described(id, r, "", true));
  }

  /// @param end text that ends the instructions
  private void answer(Message.Result r, String end) {
    settle()
        .ifPresent(p -> {
          requested = p.version();
          send(p, described(p.id(), r, end, false));
        });
  }

  /// A message of Pitstop's own; empty if what is remembered is not JSON.
  private static Optional<Message.Result> result(RequestId id, String result) {
    return Codec.parse(Messages.result(id, result)) instanceof Message.Result r
        ? Optional.of(r)
        : Optional.empty();
  }

  /// A server's description of itself, as the client gets it under this id.
  ///
  /// @param end text that ends the instructions
  /// @param discovery whether it answers a `server/discover`
  private byte[] described(RequestId id, Message.Result r, String end, boolean discovery) {
    byte[] b = r.bytes();
    for (Kind kind : Kind.values()) {
      if (Json.member(b, r.member("capabilities"), kind.listMember()).present()) {
        declared.add(kind);
      }
    }
    Splice splice = r.under(id);
    ServerInfo.addTo(splice, b, r.result(), sentence(), end.strip());
    if (discovery) {
      ListAnswer.noCache(splice, b, r.result());
    }
    return splice.apply();
  }

  private String sentence() {
    return ToolDescriptions.sentence(
        member.server().naming().tools(), backend.kind(), backend.builds(), backend.restarts());
  }

  @Override
  public boolean refused(Message.Failure f) {
    if (pending.isEmpty()) {
      return false;
    }
    facts.refused(); // the client's own first try: it may continue as a modern one
    Pending p = settle().orElseThrow();
    send(p, f.under(p.id()).apply());
    return true;
  }

  /// The answer to a `server/discover` of the client, from the server's.
  byte[] discovered(RequestId id, Message.Response message) {
    if (message instanceof Message.Result r && Json.isObject(r.bytes(), r.result())) {
      discoverResult = Optional.of(r.result().text(r.bytes()));
      return described(id, r, "", true);
    }
    return message.under(id).apply();
  }

  /// The same, from what is remembered; empty if that is nothing.
  Optional<byte[]> discovered(RequestId id, Description.Known known) {
    return known
        .discover()
        .flatMap(result -> result(id, result))
        .map(r -> described(id, r, HandshakeText.trouble(backend), true));
  }

  /// The client's `server/discover` was refused in the server's place. That is remembered.
  void refusedDiscover() {
    refusedDiscover = true;
  }

  void remember(Catalog catalog) {
    if (initializeResult.isEmpty() && discoverResult.isEmpty()) {
      return;
    }
    String asked = requested;
    Optional<String> initialize = initializeResult;
    Optional<String> discover = discoverResult;
    boolean legacy = refusedDiscover && backend.serving().filter(Run::modern).isEmpty();
    common.memory().write(member, d -> d.update(asked, initialize, discover, legacy, catalog));
  }
}
