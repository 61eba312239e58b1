package dev.pitstop.session.members;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.BackendListener;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.OutsideTurns;
import dev.pitstop.backend.Recipe;
import dev.pitstop.backend.ReloadFollower;
import dev.pitstop.backend.ReloadResult;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.hub.Backends;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.process.StderrRing;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.notices.Answers;
import dev.pitstop.session.notices.FileMistakes;
import dev.pitstop.session.notices.Notices;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.Naming;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.watching.WatchReload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Adds, changes and removes the servers of a session, and keeps the tables about them. Called in
/// turns of the monitor, unless a method says otherwise.
///
/// @param changed the tables changed, perhaps with the client's lists, or what waits for servers
///   that start may go on
public record Membership(
    Wiring wiring,
    Backends backends,
    OwnToolNames tools,
    SessionParts parts,
    Function<Supplier<Member>, BackendListener> events,
    Runnable changed,
    Members members,
    MemberStarts starts,
    FileMistakes mistakes) {
  /// One of a session without servers.
  ///
  /// @param members an empty table
  public Membership(
      Wiring wiring,
      Backends backends,
      OwnToolNames tools,
      SessionParts parts,
      Function<Supplier<Member>, BackendListener> events,
      Runnable changed,
      Members members) {
    this(
        wiring,
        backends,
        tools,
        parts,
        events,
        changed,
        members,
        new MemberStarts(wiring, parts.listMillis(), changed),
        new FileMistakes(tools, new Notices(parts.notices(), text -> {})));
  }

  /// Makes a member, unless its name is taken or Pitstop ends; it is not started yet.
  public Optional<Member> addIfFree(ServerSpec spec) {
    return members.closed() || members.find(spec.name()).isPresent()
        ? Optional.empty()
        : Optional.of(add(spec));
  }

  /// Makes a member; it is not started yet.
  public Member add(ServerSpec spec) {
    List<Member> self = new ArrayList<>(1);
    StderrRing ring = new StderrRing(spec.target().kind().word());
    Backend backend =
        backends.make(spec.name(), recipe(spec, ring), ring, events.apply(self::getFirst));
    Naming words =
        new Naming(tools, tool -> members.prefixed() ? Namespace.expose(spec.name(), tool) : tool);
    Notices notices =
        new Notices(
            parts.notices(),
            text -> wiring.client().recorder().ifPresent(r -> r.told(spec.name(), text)));
    SessionServer server = new SessionServer(backend, words, notices, wiring.monitor());
    Member member =
        new Member(
            spec,
            server,
            new Answers(server, wiring.facts(), wiring.tools()),
            new WatchReload(server, wiring),
            members.prefixed(),
            parts.badTools());
    self.add(member);
    members.add(member);
    expect(member);
    check(member, spec);
    return member;
  }

  private void check(Member member, ServerSpec spec) {
    SessionServer server = member.server();
    server.causes().selfRestart().look(spec.target(), member.name(), server.notices(), wiring);
  }

  private Recipe recipe(ServerSpec spec, StderrRing ring) {
    Settings settings = spec.settings(parts.settings());
    return new Recipe(
        backends.channels().make(spec.name(), spec.target(), settings, ring),
        settings,
        parts.builders().apply(spec),
        spec.replay());
  }

  /// Its entry in the configuration file changed. That is a reload, in which the old server stays
  /// if the new one fails. The watched files change at once in both cases.
  void edit(Member member, ServerSpec spec) {
    Backend backend = member.backend();
    member.made(Optional.empty());
    closeWatch(member);
    member.watch = new WatchReload(member.server(), wiring);
    Recipe recipe = recipe(spec, backend.ring());
    member.may(recipe, spec);
    check(member, spec);
    backend.reloads().change(recipe, result -> edited(member.server(), result));
  }

  private void edited(SessionServer server, ReloadResult result) {
    String name = server.backend().name();
    wiring.log().info("config", "server", name, "outcome", result.outcome().name());
    if (result.outcome() == Effect.Outcome.RELOADED) {
      mistakes.works(name);
    }
    String changed = "the entry of server `" + name + "` changed. ";
    server.reloaded(
        result,
        "its entry in the configuration file",
        () -> mistakes.failed(name, () -> changed + server.reloadTexts().of(result)));
  }

  /// The agent sets the build command of a member, and reloads it with that.
  ///
  /// @param build blank for none
  public void set(Member member, String build, ReloadFollower follower) {
    Backend backend = member.backend();
    member.made(Optional.of(build));
    ServerSpec now = member.wanted();
    ServerSpec spec =
        now.with(now.name(), now.target(), Optional.of(build).filter(b -> !b.isBlank()));
    member.watch.expect(spec.target(), spec.watch(), spec.build().isPresent(), members.prefixed());
    Recipe recipe = backend.reloads().wanted().builtBy(parts.builders().apply(spec));
    member.may(recipe, spec);
    backend.reloads().change(recipe, follower);
  }

  /// Removes a member from all tables, and stops it.
  ///
  /// @param gone called when nothing of it is left
  public void remove(Member member, Runnable gone) {
    member.remove();
    members.remove(member);
    mistakes.works(member.name());
    backends // before anything that may fail, so that the server does not keep running
        .hub()
        .remove(member.backend(), gone);
    starts.over(member);
    changed.run();
    closeWatch(member);
  }

  /// Pitstop ends.
  ///
  /// @return the watches of files, which must be closed outside turns
  public List<WatchReload> close() {
    members.close();
    return members.all().stream().map(m -> m.watch).toList();
  }

  private void expect(Member member) {
    if (members.prefixed()) {
      starts.expect(member);
    }
  }

  // What a member reports.

  public void runsBy(Member member) {
    member.offer().runsBy(member.spec());
    member.offer().shelve(wiring);
    changed.run();
  }

  /// The member serves. Its tools may be on the list again.
  public void serving(Member member) {
    mistakes.serves(member.name(), () -> member.wanted().equals(member.spec()));
    changed.run();
  }

  public void stateChanged(Member member, State before, State after) {
    member.offer().stateChanged(after);
    member.watch.stateChanged(before, after);
    if (after instanceof State.Crashed || after instanceof State.Stopped) {
      starts.over(member);
    } else if (after instanceof State.Starting) {
      expect(member);
    }
    changed.run();
  }

  public void listed(Member member, CatalogChange change) {
    starts.over(member);
    member.offer().listed(change);
    member.offer().shelve(wiring);
    changed.run();
  }

  public void remembered(Member member, Catalog catalog) {
    if (member.offer().remember(catalog)) {
      member.offer().shelve(wiring);
      changed.run();
    }
  }

  // Its files.

  /// Starts to watch its files, if any are to be watched. Do not call it in a turn.
  public void watch(Member member) {
    wiring.monitor().inTurn(() -> starting(member)).run();
  }

  /// What starts the watch, of the entry and the watch as they are in this turn: an edit changes
  /// both.
  private Runnable starting(Member member) {
    ServerSpec spec = member.wanted();
    WatchReload watch = member.watch;
    return () ->
        watch.start(spec.target(), spec.watch(), spec.build().isPresent(), members.prefixed());
  }

  /// Closing waits for the watcher's thread, which may wait for a turn. It delays no list.
  private void closeWatch(Member member) {
    WatchReload watch = member.watch;
    new OutsideTurns(wiring.monitor(), wiring.log())
        .run(
            () -> {
              watch.close();
              return true;
            },
            false,
            closed -> {});
  }
}
