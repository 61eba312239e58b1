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
    add(read(name, entry), Optional.of(entry).filter(e -> save), call);
  }

  private ServerSpec read(String name, JsonObject entry) {
    try {
      return entries
          .read(name, entry)
          .orElseThrow(() -> refused("a `disabled` server does not start."));
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private static Refused refused(String why) {
    return new Refused(Words.MARK + "Not added: " + why);
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
    await(m, call);
    Optional<MemberInfo> info = monitor.inTurn(() -> known(m));
    if (info.isPresent()) {
      if (save.isPresent()) { // it belongs to the file before its entry is noticed there
        monitor.turn(() -> m.fromFile(true));
      }
      if (save.isPresent() && monitor.inTurn(m::removed)) {
        throw new Refused(
            Words.MARK + "Server `" + m.name() + "` was removed before it was saved.");
      }
      String untold = monitor.inTurn(() -> untold(m));
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
                : refused(
                    Words.fill("server `{}` already exists.", spec.name())
                        + choice.tools().call("reload_server", " {} restarts it,", "")
                        + choice.tools().call("remove_server", " {} removes it.", "")));
  }

  /// Called in a turn.
  private void giveUp(Member m) {
    if (!m.removed()) {
      membership.remove(m, () -> {});
    }
  }

  /// Waits until the server's lists are known, or it went down, or the time is up.
  private void await(Member m, ManagedCall call) {
    Settings settings = m.backend().settings();
    long limit = settings.startMillis() + settings.listMillis();
    long left = limit;
    boolean goesOn = true;
    while (goesOn) {
      long now = m.backend().kind().isDaemons() ? Math.min(LOOK_MILLIS, left) : left;
      long rest = left - now;
      Shelves shelves = membership.shelves();
      call.await(
          told -> m.backend().lists().whenKnown(now, () -> shelves.whenShelved(told)),
          () -> giveUp(m));
      goesOn = choice.monitor().inTurn(() -> goesOn(m, rest));
      left = rest > 0 ? rest : limit;
    }
  }

  /// Whether the start is still under way. Called in a turn.
  ///
  /// @param left how much longer it may take
  private static boolean goesOn(Member m, long left) {
    Snapshot s = m.backend().snapshot();
    if (m.removed()) {
      return false;
    } else if (left > 0 && s.serving().isPresent() && !s.listed()) {
      return true; // this was only a check for a daemon
    } else if (cameUp(s)) {
      return false;
    } else if (isAwaited(m, s)) {
      return left > 0 && !DaemonWords.nobodyComes(s, GRACE_MILLIS);
    }
    // a file was saved, or it is being greeted in the other era
    boolean starts = s.state() instanceof State.Starting;
    return s.state().reloading() || (starts && !m.backend().startsLate());
  }

  /// Whether there is nothing more to wait for. A server that has listed its tools, and was
  /// stopped, built or started again since, is reported as it is.
  private static boolean cameUp(Snapshot s) {
    return s.serving().isPresent() || (s.listed() && !s.state().failed());
  }

  /// Whether it is a daemon that is not there. Nobody knows when its developer will start it.
  private static boolean isAwaited(Member m, Snapshot s) {
    return m.backend().kind().isDaemons() && s.state() instanceof State.Starting && !cameUp(s);
  }

  /// What the agent is told of the server; empty if it is gone by now. Called in a turn.
  private static Optional<MemberInfo> known(Member m) {
    Snapshot s = m.backend().snapshot();
    if (m.removed() || (!cameUp(s) && !isAwaited(m, s))) {
      return Optional.empty();
    }
    if (cameUp(s)) {
      s.serving().ifPresent(run -> m.server().told().told(run, s));
      m.server().notices().drop(RestartNotice.TAG);
    }
    return Optional.of(m.info());
  }

  /// What it has not told yet, as a line, or nothing. Called in a turn.
  private static String untold(Member m) {
    Snapshot s = m.backend().snapshot();
    return isAwaited(m, s)
        ? "\nPitstop waits for it and adds its tools when it is reachable."
        : s.listed() ? "" : "\nIt has not listed its tools yet.";
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
