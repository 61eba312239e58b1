package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `add_server` (M1): starts a server that was just written, and returns its tools. One that does
/// not come up is taken out again, and the caller gets its last words.
final class AddServerTool implements Management.Tool {
  private final Many many;
  private final Monitor monitor;

  AddServerTool(Many many) {
    this.many = many;
    this.monitor = many.wiring().monitor();
  }

  @Override
  public Management.Spec spec() {
    return new Management.Spec(
        "add_server",
        "Add server",
        "Starts an MCP server (stdio) and adds its tools as `NAME__TOOL`. `build` and `watch` make"
            + " reload_server and saved files rebuild it; `save` keeps it in the configuration file.",
        "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},"
            + "\"command\":{\"type\":\"string\"},\"args\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
            + "\"env\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}},"
            + "\"cwd\":{\"type\":\"string\"},\"build\":{\"type\":\"string\"},"
            + "\"watch\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
            + "\"order\":{\"enum\":[\"start-first\",\"stop-first\"]},"
            + "\"onCrash\":{\"enum\":[\"report\",\"respawn\"]},\"save\":{\"type\":\"boolean\"}},"
            + "\"required\":[\"name\",\"command\"]}",
        "{\"type\":\"object\",\"properties\":{"
            + MemberInfo.SCHEMA
            + "},\"required\":[\"name\",\"status\",\"tools\"]}",
        "{\"destructiveHint\":false,\"openWorldHint\":true}");
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Args args = new Args(arguments);
    String name = args.text("name");
    boolean save = args.flag("save", false);
    if (args.wrong().isPresent()) {
      call.fail(args.wrong().get());
      return;
    }
    Optional<String> bad = Namespace.problem(name);
    if (bad.isPresent()) {
      call.fail(Words.MARK + "Not added: " + bad.get() + ".");
      return;
    }
    JsonObject entry = arguments.deepCopy();
    entry.remove("name");
    entry.remove("save");
    ServerSpec spec;
    try {
      spec = many.parts().entries().read(name, entry);
    } catch (IllegalArgumentException e) {
      call.fail(Words.MARK + "Not added: " + e.getMessage());
      return;
    }
    add(spec, save ? Optional.of(entry) : Optional.empty(), call);
  }

  private void add(ServerSpec spec, Optional<JsonObject> save, ManagedCall call) {
    List<Member> added = new ArrayList<>(1);
    monitor.turn(
        Monitor.By.OTHER,
        () -> {
          if (many.find(spec.name()).isEmpty()) {
            Member m = many.add(spec);
            added.add(m);
            many.boot(m);
            long limit = m.backend().settings().startMillis() + m.backend().settings().listMillis();
            m.backend().whenListed(limit, () -> listed(m, save, call));
          }
        });
    if (added.isEmpty()) {
      call.fail(
          Words.MARK
              + "Not added: there is a server `"
              + spec.name()
              + "` already."
              + many.wording().tools().call("reload_server", " {} runs it anew,", "")
              + many.wording().tools().call("remove_server", " {} takes it away.", ""));
      return;
    }
    Member m = added.getFirst();
    call.onCancel(() -> giveUp(m));
    try {
      many.watch(m);
    } catch (IllegalArgumentException e) {
      monitor.turn(Monitor.By.OTHER, () -> giveUp(m));
      call.fail(Words.MARK + "Not added: `watch`: " + e.getMessage());
    }
  }

  /// In a turn.
  private void giveUp(Member m) {
    if (!m.removed()) {
      many.remove(m, () -> {});
      closeWatch(m);
    }
  }

  /// Closing waits for the watcher's thread, which may wait for a turn.
  private static void closeWatch(Member m) {
    Thread.ofVirtual().name("watch end").start(() -> m.watch().close());
  }

  /// Its lists are known, or it went down, or the time is up. In a turn.
  private void listed(Member m, Optional<JsonObject> save, ManagedCall call) {
    if (m.removed()) {
      return; // cancelled, or removed by somebody else
    }
    Snapshot s = m.backend().snapshot();
    if (s.serving().isEmpty()) {
      String why = m.server().wording().whyDown(m.backend(), s).strip();
      many.remove(
          m, () -> call.fail(Words.MARK + "Server `" + m.name() + "` did not come up. " + why));
      closeWatch(m);
      return;
    }
    m.server().told().told(s.serving().get(), s);
    m.server().notices().drop(RestartNotice.TAG);
    MemberInfo info = MemberInfo.of(m, many.lists().flaws(m));
    String untold = s.listed() ? "" : "\nIt has not listed its tools yet.";
    if (save.isEmpty()) {
      answer(info, untold, call);
      return;
    }
    try { // a file is written
      Thread.ofVirtual().name("save server").start(() -> save(info, untold, save.get(), call));
    } catch (OutOfMemoryError noThread) {
      answer(info, untold + "\nIt was not saved: " + noThread, call);
    }
  }

  private void save(MemberInfo info, String untold, JsonObject entry, ManagedCall call) {
    String saved;
    try {
      saved = "\nSaved in " + many.parts().entries().save(info.name(), entry) + ".";
    } catch (IOException | RuntimeException e) {
      saved = "\nIt runs, but was not saved: " + e.getMessage();
    }
    answer(info, untold + saved, call);
  }

  private static void answer(MemberInfo info, String more, ManagedCall call) {
    call.answer(Words.MARK + "Added server " + info.text() + more, info.json());
  }
}
