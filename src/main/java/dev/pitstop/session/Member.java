package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.hub.ServerSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One of many servers in a session: how it is run, what the agent knows of it, what it offers, and
/// what it is subscribed to. In turns.
final class Member {
  private final ServerSpec spec;
  private final SessionServer server;
  private final Answers answers;
  private final WatchReload watch;
  private final Offer offer;
  private Optional<String> instructions = Optional.empty();
  private boolean fromFile;
  private boolean startsWhenAlone;
  private boolean removed;
  private boolean replaced;
  private final Map<Run, OwnListen> listens = new HashMap<>();

  /// The subscription of our own at a modern run.
  ///
  /// @param acknowledged whether the run has said that it is in force
  record OwnListen(Set<String> uris, Call call, boolean acknowledged) {}

  Member(ServerSpec spec, SessionServer server, Answers answers, WatchReload watch) {
    this.spec = spec;
    this.server = server;
    this.answers = answers;
    this.watch = watch;
    this.offer = new Offer(spec, server.backend(), server.told());
  }

  ServerSpec spec() {
    return spec;
  }

  String name() {
    return spec.name();
  }

  SessionServer server() {
    return server;
  }

  Backend backend() {
    return server.backend();
  }

  Answers answers() {
    return answers;
  }

  WatchReload watch() {
    return watch;
  }

  /// What it has for the client.
  Offer offer() {
    return offer;
  }

  /// What it says of itself to the agent, if it has said anything.
  Optional<String> instructions() {
    return instructions;
  }

  void instructions(String text) {
    instructions = Optional.of(text);
  }

  /// Whether it belongs to the configuration file; else the agent has added it.
  boolean fromFile() {
    return fromFile;
  }

  void fromFile(boolean is) {
    fromFile = is;
  }

  boolean removed() {
    return removed;
  }

  void remove() {
    removed = true;
    offer.end();
  }

  /// Whether another of its name has its place, run as the configuration file says now.
  boolean replaced() {
    return replaced;
  }

  void replace() {
    replaced = true;
  }

  /// Whether it starts as soon as nothing is left of another of its name.
  boolean startsWhenAlone() {
    return startsWhenAlone;
  }

  void startsWhenAlone(boolean does) {
    startsWhenAlone = does;
  }

  /// The newest subscription of our own at this run.
  Optional<OwnListen> listen(Run at) {
    return Optional.ofNullable(listens.get(at));
  }

  void listen(Run at, OwnListen now) {
    listens.put(at, now);
  }

  /// A run is over, and its subscription with it.
  void lost(Run gone) {
    listens.remove(gone);
  }
}
