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
import dev.pitstop.session.notices.MemberInfo;
import dev.pitstop.session.notices.RestartNotice;
import dev.pitstop.session.watching.FirstBuild;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/// `add_server`: starts a server and returns its tools. A server that does not start is removed
/// again, and the caller gets its last output.
record AddServerTool(Membership membership, ServerEntries entries, ServerChoice choice)
    implements Management.Body {
  /// How long to wait for a daemon, which may come at any time, or never.
  private static final long GRACE_MILLIS = 5_000;

  private enum Fate {
    /// Another start is under way: a file was saved, or it is being greeted in the other era.
    COMES,
    /// It is a daemon that is not there. Nobody knows when its developer will start it.
    AWAITED,
    /// It has listed its tools. If it was stopped, built or started again since, it is reported as
    /// it is.
    UP,
    GONE
  }

  @Override
  public Supplier<Answer> run(Args args, ManagedCall call) {
    String name = args.text("name");
    boolean save = args.flag("save", false);
    Optional<String> bad = Namespace.problem(name);
    if (bad.isPresent()) {
      throw refused(bad.get() + ".");
    }
    JsonObject entry = args.args().deepCopy();
    entry.remove("name");
    entry.remove("save");
    ServerSpec spec = read(name, entry);
    Monitor monitor = choice.monitor();
    Member m = monitor.inTurn(() -> member(spec));
    try {
      membership.watch(m);
      Optional<Path> missing =
          FirstBuild.missing(
              spec.target(), membership.wiring().executables(), spec.build().isPresent());
      monitor.turn(() -> membership.starts().boot(m, missing));
      await(m, call);
      monitor.turn(() -> {
        if (fate(m) == Fate.GONE) {
          String why = m.server().whyDown().strip();
          throw new Refused("Server `" + name + "` was not added. " + why);
        }
      });
    } catch (RuntimeException | Error e) { // it does not start, or the client has cancelled
      monitor.turn(() -> {
        if (!m.removed()) {
          membership.remove(m, () -> {});
        }
      });
      throw e;
    }
    String saved = save ? save(m, entry) : "";
    return () -> {
      MemberInfo info = m.info();
      String untold =
          fate(m) == Fate.AWAITED
              ? "\nPitstop waits for it and adds its tools when it is reachable."
              : m.backend().snapshot().listed() ? "" : "\nIt has not listed its tools yet.";
      String text = Words.MARK + "Added server " + info.text() + untold + saved;
      return Answer.of(text, info.facts()).telling(() -> told(m));
    };
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
    return new Refused("Not added: " + why);
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

  private void await(Member m, ManagedCall call) {
    Settings settings = m.backend().settings();
    boolean daemon = m.backend().kind().isDaemons();
    long limit = daemon ? GRACE_MILLIS : settings.startMillis() + settings.listMillis();
    do {
      call.await(told ->
          m.backend().lists().whenKnown(limit, () -> membership.wiring().outside().whenDone(told)));
    } while (choice.monitor().inTurn(() -> fate(m)) == Fate.COMES);
  }

  /// What has become of the server. Called in a turn.
  private static Fate fate(Member m) {
    Snapshot s = m.backend().snapshot();
    State now = s.state();
    boolean starts = now instanceof State.Starting;
    if (m.removed()) {
      return Fate.GONE;
    } else if (s.serving().isPresent() || (s.listed() && !now.failed())) {
      return Fate.UP;
    } else if (starts && m.backend().kind().isDaemons()) {
      return Fate.AWAITED;
    }
    boolean comes = now.reloading() || (starts && !m.backend().startsLate());
    return comes ? Fate.COMES : Fate.GONE;
  }

  /// The agent was told of it. Called in a turn.
  private static void told(Member m) {
    Snapshot s = m.backend().snapshot();
    if (fate(m) == Fate.UP) {
      s.serving().ifPresent(run -> m.server().told().told(run, s));
      m.server().notices().drop(RestartNotice.TAG);
    }
  }

  /// Writes a file.
  private String save(Member m, JsonObject entry) {
    try {
      entries.save(m.name(), entry);
      choice.monitor().turn(() -> m.fromFile(true)); // a watcher waits before it reads the file
      return "\nSaved in " + entries.file() + ".";
    } catch (IOException | RuntimeException | Error e) {
      return "\nIt runs, but was not saved: " + e.getMessage();
    }
  }
}
