package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.members.Shelves;
import dev.pitstop.session.notices.MemberInfo;
import dev.pitstop.session.notices.RestartNotice;
import dev.pitstop.session.texts.DaemonWords;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.Optional;

/// `add_server`: starts a server and returns its tools. A server that does not start is removed
/// again, and the caller gets its last output.
record AddServerTool(Membership membership, ServerEntries entries, ServerChoice choice)
    implements Management.Body {
  /// How often to look at a daemon, as nothing reports that it is away.
  private static final long LOOK_MILLIS = 500;

  /// How long to wait for a daemon that Pitstop does not start. Its developer may be starting it.
  private static final long GRACE_MILLIS = 5_000;

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Args args = new Args(arguments);
    String name = args.text("name");
    boolean save = args.flag("save", false);
    Optional<String> bad = Namespace.problem(name);
    if (bad.isPresent()) {
      throw refused(bad.get() + ".");
    }
    JsonObject entry = arguments.deepCopy();
    entry.remove("name");
    entry.remove("save");
    Optional<ServerSpec> spec = read(name, entry);
    if (spec.isPresent()) {
      add(spec.get(), Optional.of(entry).filter(e -> save), call);
    } else if (save) {
      keepDisabled(name, entry, call);
    } else {
      throw refused(
          "a `disabled` server does not start. `save` keeps such an entry in the configuration"
              + " file.");
    }
  }

  private Optional<ServerSpec> read(String name, JsonObject entry) {
    try {
      return entries.read(name, entry);
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private static Refused refused(String why) {
    return new Refused(Words.MARK + "Not added: " + why);
  }

  /// There is a server of this name.
  private Refused exists(String name) {
    return refused(
        Words.fill("server `{}` already exists.", name)
            + choice.tools().call("reload_server", " {} restarts it,", "")
            + choice.tools().call("remove_server", " {} removes it.", ""));
  }

  /// Called on the call's thread, because it writes a file.
  private void keepDisabled(String name, JsonObject entry, ManagedCall call) {
    if (choice.monitor().inTurn(() -> membership.members().find(name).isPresent())) {
      throw exists(name);
    }
    Optional<String> there = entries.savedIn(name);
    if (there.isPresent()) { // the entry would replace it
      throw refused(there.get() + " already has an entry `" + name + "`.");
    }
    try {
      String saved = "Saved server `{}` in {}. It does not start, because it is `disabled`.";
      call.answer(Words.MARK + Words.fill(saved, name, entries.save(name, entry).file()));
    } catch (IOException e) {
      call.fail(Words.MARK + "Not saved: " + e.getMessage());
    }
  }

  private void add(ServerSpec spec, Optional<JsonObject> save, ManagedCall call) {
    Monitor monitor = choice.monitor();
    Member m = monitor.inTurn(() -> member(spec));
    try {
      membership.watch(m);
    } catch (RuntimeException | Error e) { // an invalid glob, or no thread
      monitor.turn(() -> giveUp(m));
      throw refused("`watch`: " + e.getMessage());
    }
    call.await(begun -> membership.starts().bootWhenAlone(m, begun), () -> giveUp(m));
    Came came = await(m, call);
    Optional<MemberInfo> info = monitor.inTurn(() -> known(m, came));
    if (info.isPresent()) {
      if (save.isPresent() && monitor.inTurn(() -> belongsToFile(m))) {
        throw new Refused(
            Words.MARK + "Server `" + m.name() + "` was removed before it was saved.");
      }
      String untold =
          came == Came.AWAITED
              ? "\nPitstop waits for it and adds its tools when it is reachable."
              : monitor.inTurn(() -> m.backend().listed())
                  ? ""
                  : "\nIt has not listed its tools yet.";
      String saved = save.map(entry -> save(m, entry)).orElse("");
      call.answer(
          Words.MARK + "Added server " + info.get().text() + untold + saved, info.get().facts());
    } else if (monitor.inTurn(m::removed)) {
      call.fail(Words.MARK + "Server `" + m.name() + "` was removed before it started.");
    } else {
      String why = monitor.inTurn(() -> m.server().whyDown().strip());
      call.await(gone -> membership.remove(m, gone), () -> {});
      call.fail(Words.MARK + "Server `" + m.name() + "` was not added. " + why);
    }
  }

  private Member member(ServerSpec spec) {
    return membership
        .addIfFree(spec)
        .orElseThrow(() ->
            membership.members().closed()
                ? refused("Pitstop is shutting down.")
                : exists(spec.name()));
  }

  /// Called in a turn.
  private void giveUp(Member m) {
    if (!m.removed()) {
      membership.remove(m, () -> {});
    }
  }

  /// How a start went.
  private enum Came {
    UP,
    /// Nobody knows when the daemon's developer will start it.
    AWAITED,
    DOWN,
    NOT_YET
  }

  /// Waits for the server.
  private Came await(Member m, ManagedCall call) {
    Settings settings = m.backend().settings();
    long limit = settings.startMillis() + settings.listMillis();
    long left = limit;
    Came came = Came.NOT_YET;
    while (came == Came.NOT_YET) {
      long now = m.backend().kind().isDaemons() ? Math.min(LOOK_MILLIS, left) : left;
      long rest = left - now;
      Shelves shelves = membership.shelves();
      call.await(
          told -> m.backend().whenListed(now, () -> shelves.whenShelved(told)), () -> giveUp(m));
      came = choice.monitor().inTurn(() -> look(m, rest));
      left = rest > 0 ? rest : limit;
    }
    return came;
  }

  /// The server's lists are known, or the server went down, or the time is up. Called in a turn.
  ///
  /// @param left how much longer it may take
  private static Came look(Member m, long left) {
    Snapshot s = m.backend().snapshot();
    boolean starts = s.state() instanceof State.Starting;
    if (m.removed()) {
      return Came.DOWN;
    } else if (left > 0 && s.serving().isPresent() && !s.listed()) {
      return Came.NOT_YET; // this was only a check for a daemon
    } else if (cameUp(s)) {
      return Came.UP;
    } else if (starts && m.backend().kind().isDaemons()) {
      return left > 0 && !DaemonWords.nobodyComes(s, GRACE_MILLIS) ? Came.NOT_YET : Came.AWAITED;
    }
    // a file was saved, or it is being greeted in the other era
    boolean goesOn = s.state().reloading() || (starts && !m.backend().startsLate());
    return goesOn ? Came.NOT_YET : Came.DOWN;
  }

  /// Whether there is nothing more to wait for. A server that has listed its tools, and was
  /// stopped, built or started again since, is reported as it is.
  private static boolean cameUp(Snapshot s) {
    return s.serving().isPresent() || (s.listed() && !s.state().failed());
  }

  /// What the agent is told of the server; empty if it is gone by now. Called in a turn.
  private static Optional<MemberInfo> known(Member m, Came came) {
    Snapshot s = m.backend().snapshot();
    if (came == Came.DOWN || m.removed() || (came == Came.UP && !cameUp(s))) {
      return Optional.empty();
    }
    if (came == Came.UP) {
      s.serving().ifPresent(run -> m.server().told().told(run, s));
      m.server().notices().drop(RestartNotice.TAG);
    }
    return Optional.of(m.info());
  }

  /// It belongs to the file before its entry is noticed there. Called in a turn.
  ///
  /// @return whether it was removed meanwhile
  private static boolean belongsToFile(Member m) {
    m.fromFile(true);
    return m.removed();
  }

  /// Writes a file.
  private String save(Member m, JsonObject entry) {
    try {
      ServerEntries.Saved where = entries.save(m.name(), entry);
      String restored = "; the file had been deleted, so Pitstop restored it.";
      return "\nSaved in " + where.file() + (where.again() ? restored : ".");
    } catch (IOException | RuntimeException | Error e) {
      choice.monitor().turn(() -> m.fromFile(false));
      return "\nIt runs, but was not saved: " + e.getMessage();
    }
  }
}
