package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.notices.MemberInfo;
import dev.pitstop.session.notices.RestartNotice;
import dev.pitstop.session.texts.AddText;
import dev.pitstop.session.texts.DaemonWords;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.texts.ToolDescriptions;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/// `add_server`: starts a server and returns its tools. A server that does not start is removed
/// again, and the caller gets its last output.
record AddServerTool(
    Membership membership, ServerEntries entries, OwnToolNames names, Monitor monitor)
    implements Management.Tool {
  private static final long LOOK_MILLIS = 500;

  /// How long to wait for a daemon that Pitstop does not start. Its developer may be starting it.
  private static final long GRACE_MILLIS = 5_000;

  @Override
  public Management.Spec spec() {
    return new Management.Spec(
        "add_server",
        ToolDescriptions.ADD_SERVER,
        "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},"
            + entries.schema()
            + ",\"save\":{\"type\":\"boolean\"}},\"required\":[\"name\"]}",
        "{\"destructiveHint\":false,\"openWorldHint\":true}");
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Args args = new Args(arguments);
    String name = args.text("name");
    boolean save = args.flag("save", false);
    Optional<String> bad = Namespace.problem(name);
    if (bad.isPresent()) {
      call.fail(AddText.notAdded(bad.get() + "."));
      return;
    }
    JsonObject entry = arguments.deepCopy();
    entry.remove("name");
    entry.remove("save");
    Optional<ServerSpec> spec;
    try {
      spec = entries.read(name, entry);
    } catch (IllegalArgumentException e) {
      call.fail(AddText.notAdded(String.valueOf(e.getMessage())));
      return;
    }
    if (spec.isPresent()) {
      add(spec.get(), save ? Optional.of(entry) : Optional.empty(), call);
    } else if (save) {
      keepDisabled(name, entry, call);
    } else {
      call.fail(AddText.DISABLED);
    }
  }

  /// Called on the call's thread, because it writes a file.
  private void keepDisabled(String name, JsonObject entry, ManagedCall call) {
    Optional<String> taken =
        isThere(name)
            ? Optional.of(taken(name))
            : entries.savedIn(name).map(file -> AddText.hasEntry(file, name));
    if (taken.isPresent()) { // the entry would replace it
      call.fail(AddText.notAdded(taken.get()));
      return;
    }
    try {
      String file = entries.save(name, entry).file();
      call.answer(AddText.savedDisabled(name, file));
    } catch (IOException e) {
      call.fail(AddText.notSaved(String.valueOf(e.getMessage())));
    }
  }

  private boolean isThere(String name) {
    return monitor.inTurn(() -> membership.members().find(name).isPresent());
  }

  private void add(ServerSpec spec, Optional<JsonObject> save, ManagedCall call) {
    Optional<Member> added = monitor.inTurn(() -> membership.addIfFree(spec));
    if (added.isEmpty()) {
      call.fail(
          AddText.notAdded(
              monitor.inTurn(membership.members()::closed)
                  ? AddText.SHUTTING_DOWN
                  : taken(spec.name())));
      return;
    }
    Member m = added.get();
    try {
      membership.watch(m);
    } catch (RuntimeException | Error e) { // an invalid glob, or no thread
      monitor.turn(() -> giveUp(m));
      call.fail(AddText.noWatch(String.valueOf(e.getMessage())));
      return;
    }
    call.await(begun -> membership.starts().bootWhenAlone(m, begun), () -> giveUp(m));
    Came came = await(m, call);
    Optional<MemberInfo> info =
        came == Came.UP || came == Came.AWAITED
            ? monitor.inTurn(() -> known(m, came))
            : Optional.empty();
    if (info.isPresent()) {
      String untold =
          came == Came.AWAITED
              ? AddText.AWAITED
              : monitor.inTurn(() -> m.backend().listed()) ? "" : AddText.NOT_LISTED;
      if (save.isPresent() && monitor.inTurn(() -> belongsToFile(m))) {
        call.fail(AddText.removedBeforeSave(m.name()));
        return;
      }
      String saved = save.isPresent() ? save(m, save.get()) : "";
      call.answer(AddText.added(info.get().text(), untold + saved), info.get().json());
    } else if (monitor.inTurn(m::removed)) {
      call.fail(AddText.removedBeforeStart(m.name()));
    } else {
      String why = monitor.inTurn(() -> m.server().whyDown().strip());
      call.await(gone -> membership.remove(m, gone));
      call.fail(AddText.down(m.name(), why));
    }
  }

  private String taken(String name) {
    return AddText.exists(name, names);
  }

  /// Called in a turn.
  private void giveUp(Member m) {
    if (!m.removed()) {
      membership.remove(m, () -> {});
    }
  }

  private static long limit(Member m) {
    return m.backend().settings().startMillis() + m.backend().settings().listMillis();
  }

  /// How a start went.
  private enum Came {
    UP,
    /// Nobody knows when the daemon's developer will start it.
    AWAITED,
    DOWN,
    NOT_YET
  }

  /// Waits for the server. Checks on a daemon now and then, as nothing reports that it is away.
  private Came await(Member m, ManagedCall call) {
    boolean daemon = m.backend().kind().isDaemons();
    long left = limit(m);
    while (true) {
      long now = daemon ? Math.min(LOOK_MILLIS, left) : left;
      long rest = left - now;
      Came came =
          await(m, call, known -> m.backend().whenListed(now, () -> known.accept(look(m, rest))));
      if (came == Came.UP) { // it may go down meanwhile
        came =
            await(
                m,
                call,
                shelved -> membership.shelves().whenShelved(() -> shelved.accept(look(m, 0))));
      }
      if (came != Came.NOT_YET) {
        return came;
      }
      left = rest > 0 ? rest : limit(m);
    }
  }

  private Came await(Member m, ManagedCall call, Consumer<Consumer<Came>> begin) {
    return call.join(
        call.begin(told -> {
          begin.accept(told);
          return () -> giveUp(m);
        }));
  }

  /// The server's lists are known, or the server went down, or the time is up. Called in a turn.
  ///
  /// @param left how much longer it may take
  private static Came look(Member m, long left) {
    Snapshot s = m.backend().snapshot();
    if (m.removed()) {
      return Came.DOWN;
    } else if (left > 0 && s.serving().isPresent() && !s.listed()) {
      return Came.NOT_YET; // this was only a check for a daemon
    } else if (cameUp(s)) {
      return Came.UP;
    } else if (s.state() instanceof State.Starting && m.backend().kind().isDaemons()) {
      return left > 0 && !DaemonWords.nobodyComes(s, GRACE_MILLIS) ? Came.NOT_YET : Came.AWAITED;
    } else if (s.state().reloading()
        || (s.state() instanceof State.Starting && !m.backend().startsLate())) {
      return Came.NOT_YET; // a file was saved, or it is being greeted in the other era
    }
    return Came.DOWN;
  }

  /// Whether there is nothing more to wait for. A server that has listed its tools, and was
  /// stopped, built or started again since, is reported as it is.
  private static boolean cameUp(Snapshot s) {
    return s.serving().isPresent() || (s.listed() && !s.state().failed());
  }

  /// What the agent is told of the server; empty if it is gone by now. Called in a turn.
  private static Optional<MemberInfo> known(Member m, Came came) {
    Snapshot s = m.backend().snapshot();
    if (m.removed() || (came == Came.UP && !cameUp(s))) {
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
      return AddText.savedIn(where.file(), where.again());
    } catch (IOException | RuntimeException | Error e) {
      monitor.turn(() -> m.fromFile(false));
      return AddText.runsUnsaved(String.valueOf(e.getMessage()));
    }
  }
}
