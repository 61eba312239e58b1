package dev.pitstop.session;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.History;
import dev.pitstop.backend.OpenCall;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.State;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Away;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.RunKind;
import dev.pitstop.log.Log;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.text.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `server_status` (A8).
final class StatusTool implements Management.Tool {
  private static final int DIFF_LINES = 15;

  /// @param unsaid notices that no result carries
  private record Seen(
      Snapshot now,
      String looping,
      Optional<String> stale,
      String unsaid,
      String beside,
      List<OpenCall> unanswered,
      String hung) {}

  private final SessionServer server;
  private final Backend backend;
  private final Log log;
  private final String logFile;

  StatusTool(SessionServer server, Log log, String logFile) {
    this.server = server;
    this.backend = server.backend();
    this.log = log;
    this.logFile = logFile;
  }

  @Override
  public Management.Spec spec() {
    return described();
  }

  static Management.Spec described() {
    return new Management.Spec(
        "server_status",
        "Shows state, pid, uptime, restarts, last exit, last change, open calls, memory and CPU.",
        Management.Spec.NO_ARGUMENTS,
        Management.Spec.READS);
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    server.stale().refresh(server.monitor());
    List<Seen> seen = new ArrayList<>();
    server.monitor().turn(Monitor.By.OTHER, () -> seen.add(look()));
    Snapshot s = seen.getFirst().now();
    JsonObject o = new JsonObject();
    StringBuilder text = new StringBuilder();
    text.append("Server `")
        .append(backend.name())
        .append("`: ")
        .append(RunsNow.word(backend.kind(), s));
    text.append(seen.getFirst().looping());
    o.addProperty("name", backend.name());
    o.addProperty("state", s.state().word());
    s.newest()
        .ifPresent(run -> {
          process(run, text, o);
          text.append(seen.getFirst().beside());
          run.facts().daemon().ifPresent(d -> session(run, d, text, o));
          run.facts().schema().ifPresent(c -> schema(c, text, o));
          run.usage().ifPresent(u -> usage(u, text, o));
        });
    boolean daemon = backend.kind() == RunKind.SESSION;
    text.append(daemon ? "\nAddress: " : "\nCommand: ").append(backend.display());
    if (s.serving().isEmpty() && s.away().isPresent()) {
      Away away = s.away().get();
      text.append(away.started().map(DaemonWords::command).orElse(""));
      o.add("not_reached", DaemonWords.json(away));
    }
    o.addProperty(daemon ? "url" : "command", backend.display());
    if (s.counts().lost() > 0) {
      o.addProperty("sessions_lost", s.counts().lost());
    }
    text.append('\n').append(counts(backend.kind(), s.counts())).append("; ");
    load(s, text);
    numbers(s, o);
    text.append(seen.getFirst().hung());
    if (!seen.getFirst().unanswered().isEmpty()) {
      o.add("unanswered", HungCalls.json(server.wording(), seen.getFirst().unanswered()));
    }
    s.trouble()
        .ifPresent(t -> {
          String words = EndWords.trouble(backend.kind(), t);
          text.append("\nLast failure: ").append(words);
          o.addProperty("last_start_error", words);
        });
    s.lastExit()
        .filter(e -> e.kind() != RunKind.SCHEMA) // which only others replace
        .ifPresent(e -> {
          String words = "#" + e.number() + " " + EndWords.endAndStatus(e);
          if (s.trouble().isEmpty() || !s.trouble().equals(e.trouble()) || !daemon) { // said above
            text.append(daemon ? "\nLast session: " : "\nLast exit: ").append(words);
          }
          o.addProperty("last_exit", words);
        });
    s.lastBuild()
        .ifPresent(b -> {
          String words =
              (b.ok() ? "succeeded" : b.cancelled() ? "cancelled" : "failed")
                  + " after "
                  + Words.duration(b.millis());
          text.append(daemon ? DaemonWords.lastMade(backend) : "\nLast build: ").append(words);
          if (!b.ok() && !b.cancelled() && s.serving().isEmpty()) { // why nothing serves
            text.append('\n').append(b.report());
          }
          o.addProperty("last_build", words);
        });
    seen.getFirst()
        .stale()
        .ifPresent(older -> {
          text.append("\nOut of date: ").append(older);
          o.addProperty("stale", older);
        });
    s.lastDiff()
        .ifPresent(d -> {
          text.append("\nLast change:\n").append(d.text(DIFF_LINES));
          o.add("last_diff", d.json(DIFF_LINES));
        });
    if (!seen.getFirst().unsaid().isEmpty()) {
      text.append("\nNotices that no result carried (--notices off):\n")
          .append(seen.getFirst().unsaid());
    }
    if (log.fileFails()) {
      text.append("\nNo log: ").append(logFile).append(" cannot be written");
    } else if (!logFile.isEmpty()) {
      text.append("\nLog: ").append(logFile);
      o.addProperty("log_file", logFile);
    }
    if (call.answer(text.toString(), o) && seen.getFirst().stale().isPresent()) {
      server.monitor().turn(Monitor.By.OTHER, server.stale()::told);
    }
  }

  private Seen look() {
    Snapshot now = backend.snapshot();
    boolean looping = now.state() instanceof State.Crashed c && c.looping();
    String again = server.wording().tools().call("recompile", "; {} restarts it", "");
    List<OpenCall> unanswered = backend.unanswered(HungCalls.LONG_MILLIS);
    StringBuilder hung = new StringBuilder();
    HungCalls.lines(server.wording(), unanswered, now.serving().map(Run::number).orElse(0), hung);
    return new Seen(
        now,
        looping ? " (crash loop: 5 crashes in 30 s" + again + ")" : "",
        server.stale().sentences(backend, server.wording().tools()),
        server.notices().takeUnsaid(),
        RunsNow.beside(now),
        unanswered,
        hung.toString());
  }

  private static String counts(RunKind kind, History.Counts c) {
    return switch (kind) {
      case PROCESS ->
          Words.count(c.opened(), "spawn")
              + ", "
              + c.stopped()
              + " stopped by Pitstop, "
              + c.crashed()
              + " crashed";
      case SESSION ->
          Words.count(c.opened(), "session")
              + ", "
              + c.stopped()
              + " closed by Pitstop, "
              + c.lost()
              + " lost";
      case SCHEMA -> Words.count(c.opened(), "schema read");
    };
  }

  /// As JSON.
  static void numbers(Snapshot s, JsonObject o) {
    o.addProperty("spawns", s.counts().opened());
    o.addProperty("kills", s.counts().stopped());
    o.addProperty("crashes", s.counts().crashed());
    o.addProperty("in_flight", s.inFlight());
    o.addProperty("held", s.held());
    if (s.listed()) {
      o.addProperty("tools", s.catalog().entries(Kind.TOOLS).size());
    }
  }

  /// Its load, and how many tools it has.
  static void load(Snapshot s, StringBuilder text) {
    text.append(Words.count(s.inFlight(), "call")).append(" in flight, ").append(s.held());
    text.append(" waiting; ");
    text.append(
        s.listed()
            ? Words.count(s.catalog().entries(Kind.TOOLS).size(), "tool")
            : "tools not listed yet");
  }

  /// The process of a run, and its uptime.
  static void process(Run run, StringBuilder text, JsonObject o) {
    run.facts()
        .pid()
        .ifPresent(pid -> {
          o.addProperty("pid", pid);
          text.append(", pid ").append(pid);
        });
    long uptime = run.uptimeMillis();
    o.addProperty("spawn", run.number());
    o.addProperty("uptime_seconds", uptime / 1000.0);
    text.append(", ").append(run.kind().word()).append(" #");
    text.append(run.number()).append(", ").append(RunWords.age(run, uptime));
    if (run.readyAfterMillis() >= 0) {
      o.addProperty("startup_ms", run.readyAfterMillis());
      text.append(
          switch (run.kind()) {
            case PROCESS -> " (started in ";
            case SESSION -> " (opened in ";
            case SCHEMA -> " (in ";
          });
      text.append(run.readyAfterMillis()).append(" ms)");
    }
  }

  /// What is known of the session with a daemon.
  private static void session(Run run, Facts.Daemon d, StringBuilder text, JsonObject o) {
    d.session()
        .ifPresent(id -> {
          text.append("\nSession id ").append(id);
          o.addProperty("session_id", id);
        });
    d.revision()
        .ifPresent(r -> {
          text.append(d.session().isPresent() ? ", " : "\n").append("protocol ").append(r);
          o.addProperty("protocol_version", r);
        });
    if (run.readyAfterMillis() >= 0) { // a gateway accepts connections for an absent daemon
      String since = Instant.ofEpochMilli(run.facts().startedMillis()).toString();
      text.append("\nReachable since ").append(since);
      o.addProperty("reachable_since", since);
    }
    text.append('\n').append(Words.count(d.reconnects(), "reconnect"));
    o.addProperty("reconnects", d.reconnects());
    d.lastError()
        .ifPresent(e -> {
          text.append("; last error: ").append(e);
          o.addProperty("last_error", e);
        });
  }

  /// A command-line program's description of its tools, and the problems in it (T1).
  private static void schema(Facts.Schema schema, StringBuilder text, JsonObject o) {
    text.append("\nEach call is its own process; ").append(Words.count(schema.calls(), "call"));
    text.append(" so far");
    o.addProperty("calls", schema.calls());
    JsonArray problems = new JsonArray();
    for (String problem : schema.problems()) {
      text.append("\n! ").append(problem);
      problems.add(problem);
    }
    o.add("schema_problems", problems);
  }

  private static void usage(TreeUsage usage, StringBuilder text, JsonObject o) {
    int n = usage.processes();
    o.addProperty("processes", n);
    text.append('\n').append(n).append(n == 1 ? " process" : " processes");
    if (usage.rssBytes() >= 0) {
      o.addProperty("rss_bytes", usage.rssBytes());
      text.append(", ").append(Words.bytes(usage.rssBytes()));
    }
    if (usage.cpuMillis() >= 0) {
      o.addProperty("cpu_ms", usage.cpuMillis());
      text.append(", CPU ").append(Words.duration(usage.cpuMillis()));
    }
  }
}
