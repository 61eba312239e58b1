package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.channel.RunKind;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.MemberStarts;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.members.Shelves;
import dev.pitstop.session.told.MemberInfo;
import dev.pitstop.session.told.RestartNotice;
import dev.pitstop.session.words.AddText;
import dev.pitstop.session.words.DaemonWords;
import dev.pitstop.session.words.OwnToolNames;
import dev.pitstop.session.words.ToolDescriptions;
import java.io.IOException;
import java.util.Optional;

/// `add_server` (M1): starts a server and returns its tools. A server that does not start is
/// removed again, and the caller gets its last output.
record AddServerTool(
    Membership membership,
    MemberStarts starts,
    Shelves shelves,
    ServerEntries entries,
    OwnToolNames names,
    Monitor monitor)
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
    monitor.turn(() -> {
      call.onCancel(() -> giveUp(m));
      starts.bootWhenAlone(m, () -> await(m, limit(m), save, call));
    });
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

  /// Checks on a daemon now and then, as nothing reports that it is away.
  ///
  /// @param millis how long it may take
  private void await(Member m, long millis, Optional<JsonObject> save, ManagedCall call) {
    boolean daemon = m.backend().kind() == RunKind.SESSION;
    long now = daemon ? Math.min(LOOK_MILLIS, millis) : millis;
    m.backend().whenListed(now, () -> listed(m, millis - now, save, call));
  }

  /// The server's lists are known, or the server went down, or the time is up. Called in a turn.
  ///
  /// @param left how much longer it may take
  private void listed(Member m, long left, Optional<JsonObject> save, ManagedCall call) {
    if (m.removed()) {
      call.fail(AddText.removedBeforeStart(m.name()));
    } else if (left > 0 && m.backend().serving().isPresent() && !m.backend().listed()) {
      await(m, left, save, call); // this was only a check for a daemon
    } else if (cameUp(m.backend().snapshot())) {
      shelves.whenShelved(() -> up(m, save, call), call::fail);
    } else if (m.backend().state() instanceof State.Starting
        && m.backend().kind() == RunKind.SESSION) {
      if (left > 0 && !DaemonWords.nobodyComes(m.backend().snapshot(), GRACE_MILLIS)) {
        await(m, left, save, call);
      } else {
        waited(m, save, call); // nobody knows when its developer will start it
      }
    } else if (m.backend().state().reloading()
        || (m.backend().state() instanceof State.Starting && !m.backend().startsLate())) {
      await(m, limit(m), save, call); // a file was saved, or it is being greeted in the other era
    } else {
      String why = m.server().whyDown().strip();
      membership.remove(m, () -> call.fail(AddText.down(m.name(), why)));
    }
  }

  /// Whether there is nothing more to wait for. A server that has listed its tools, and was
  /// stopped, built or started again since, is reported as it is.
  private static boolean cameUp(Snapshot s) {
    return s.serving().isPresent() || (s.listed() && !s.state().failed());
  }

  /// The server serves, or did a moment ago. Called in a turn.
  private void up(Member m, Optional<JsonObject> save, ManagedCall call) {
    Snapshot s = m.backend().snapshot();
    if (m.removed() || !cameUp(s)) {
      listed(m, 0, save, call);
      return;
    }
    s.serving().ifPresent(run -> m.server().told().told(run, s));
    m.server().notices().drop(RestartNotice.TAG);
    MemberInfo info = m.info();
    String untold = s.listed() ? "" : AddText.NOT_LISTED;
    keep(m, info, untold, save, call);
  }

  /// A daemon that is not there yet is still added. Called in a turn.
  private void waited(Member m, Optional<JsonObject> save, ManagedCall call) {
    keep(m, m.info(), AddText.AWAITED, save, call);
  }

  private void keep(
      Member m, MemberInfo info, String untold, Optional<JsonObject> save, ManagedCall call) {
    if (save.isEmpty()) {
      answer(info, untold, call);
      return;
    }
    call.outside("save server", () -> save(m, info, untold, save.get(), call)); // writes a file
  }

  private void save(Member m, MemberInfo info, String untold, JsonObject entry, ManagedCall call) {
    boolean removed =
        monitor.inTurn(() -> {
          m.fromFile(true); // before the entry is noticed in the file
          return m.removed();
        });
    if (removed) {
      call.fail(AddText.removedBeforeSave(m.name()));
      return;
    }
    String saved;
    try {
      ServerEntries.Saved where = entries.save(info.name(), entry);
      saved = AddText.savedIn(where.file(), where.again());
    } catch (IOException | RuntimeException | Error e) {
      monitor.turn(() -> m.fromFile(false));
      saved = AddText.runsUnsaved(String.valueOf(e.getMessage()));
    }
    answer(info, untold + saved, call);
  }

  private static void answer(MemberInfo info, String more, ManagedCall call) {
    call.answer(AddText.added(info.text(), more), info.json());
  }
}
