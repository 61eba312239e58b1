package dev.pitstop.session.members;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Recipe;
import dev.pitstop.backend.Run;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.bridge.OwnListens;
import dev.pitstop.session.notices.Answers;
import dev.pitstop.session.notices.MemberInfo;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.watching.WatchReload;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.WeakHashMap;

/// One of many servers in a session: how it is run, what the agent knows of it, what it offers, and
/// its subscriptions. Called in turns of the monitor.
public final class Member {
  private final SessionServer server;
  private final Answers answers;
  private final Offer offer;
  private Optional<Message.Result> handshake =
      Optional.empty(); // the last, perhaps of an earlier session
  private String introduced = ""; // the instructions that were in the handshake
  private boolean fromFile;

  /// Of all that may still run. Also read outside turns.
  private final Map<Recipe, ServerSpec> specs = Collections.synchronizedMap(new WeakHashMap<>());

  WatchReload watch; // changed by Membership only
  private Optional<String> made = Optional.empty(); // the build command that the agent has set
  final OwnListens listens;

  /// @param badTools whether bad entries are listed too
  Member(
      ServerSpec spec,
      SessionServer server,
      Answers answers,
      WatchReload watch,
      boolean prefixed,
      boolean badTools) {
    specs.put(server.backend().recipe(), spec);
    this.server = server;
    this.listens = new OwnListens(server.backend());
    this.answers = answers;
    this.watch = watch;
    this.offer = new Offer(spec, server, prefixed, badTools);
  }

  public ServerSpec spec() {
    return spec(backend().recipe());
  }

  /// How it is to be run. That differs from the present way if its entry has changed and the new
  /// server does not serve, or not yet.
  ServerSpec wanted() {
    return spec(backend().reloads().wanted());
  }

  private ServerSpec spec(Recipe of) {
    return Objects.requireNonNull(specs.get(of), "a recipe of another server");
  }

  /// The build command that the agent has set since the entry has changed; blank for none.
  public Optional<String> made() {
    return made;
  }

  void made(Optional<String> now) {
    made = now;
  }

  /// This recipe was made for it.
  void may(Recipe recipe, ServerSpec spec) {
    specs.put(recipe, spec);
  }

  public String name() {
    return server.backend().name();
  }

  public SessionServer server() {
    return server;
  }

  public Backend backend() {
    return server.backend();
  }

  public Answers answers() {
    return answers;
  }

  public Offer offer() {
    return offer;
  }

  /// Its instructions for the agent; empty if there are none.
  public String instructions() {
    return handshake
        .map(said -> Json.string(said.bytes(), said.member("instructions")).strip())
        .orElse("");
  }

  public void introduction(Message.Result said) {
    handshake = Optional.of(said);
  }

  /// It has said this in an earlier session. That counts until it has spoken.
  public void introducedEarlier(Message.Result said) {
    handshake = handshake.or(() -> Optional.of(said));
  }

  /// Its instructions are sent with the handshake.
  public void introduce() {
    introduced = instructions();
  }

  /// Whether it belongs to the configuration file; otherwise the agent has added it.
  public boolean fromFile() {
    return fromFile;
  }

  public void fromFile(boolean is) {
    fromFile = is;
  }

  public boolean removed() {
    return offer.ended();
  }

  void remove() {
    offer.end();
  }

  /// Whether this run of it speaks to the client. A run that starts beside a serving one does not
  /// speak yet. A run that drains still speaks.
  boolean speaks(Run from) {
    return !removed() && (from.serving() || from.leaving() || backend().serving().isEmpty());
  }

  public MemberInfo info() {
    return MemberInfo.of(
        server,
        spec().target(),
        !wanted().equals(spec()),
        offer.toolNames(),
        offer.flaws(),
        instructions(),
        instructions().equals(introduced) ? "" : instructions());
  }
}
