package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.facts.OpenCall;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Away;
import dev.pitstop.channel.Facts;
import dev.pitstop.log.Log;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.DaemonWords;
import dev.pitstop.session.texts.EndWords;
import dev.pitstop.session.texts.HungCalls;
import dev.pitstop.session.texts.RunsNow;
import dev.pitstop.session.texts.StatusText;
import dev.pitstop.session.texts.ToolDescriptions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// `server_status`.
record StatusTool(SessionServer server, Log log, String logFile) implements Management.Tool {
  static final Management.Spec SPEC =
      new Management.Spec(
          "server_status",
          ToolDescriptions.SERVER_STATUS,
          Management.Spec.NO_ARGUMENTS,
          Management.Spec.READS);

  private static final int DIFF_LINES = 15;

  /// @param unsaid notices that no result carries
  private record StatusNow(
      Snapshot now,
      String head,
      Optional<String> stale,
      String unsaid,
      String beside,
      List<OpenCall> unanswered,
      String hung,
      List<String> pending) {}

  @Override
  public Management.Spec spec() {
    return SPEC;
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    server.stale().refresh(server.monitor());
    StatusNow seen = server.monitor().inTurn(this::look);
    Backend backend = server.backend();
    Snapshot s = seen.now();
    JsonObject o = new JsonObject();
    StringBuilder text = new StringBuilder(seen.head());
    o.addProperty("name", backend.name());
    o.addProperty("state", s.state().word());
    s.newest()
        .ifPresent(run -> {
          process(run, text, o);
          text.append(seen.beside());
          run.facts().daemon().ifPresent(d -> session(run, d, text, o));
          run.facts().schema().ifPresent(c -> schema(c, text, o));
          run.usage().ifPresent(u -> usage(u, text, o));
        });
    boolean daemon = backend.kind().isDaemons();
    text.append(StatusText.place(backend));
    if (s.serving().isEmpty() && s.away().isPresent()) {
      Away away = s.away().get();
      text.append(away.started().map(DaemonWords::command).orElse(""));
      o.add("not_reached", DaemonWords.json(away));
    }
    o.addProperty(daemon ? "url" : "command", backend.display());
    if (s.counts().lost() > 0) {
      o.addProperty("sessions_lost", s.counts().lost());
    }
    text.append(StatusText.counts(backend.kind(), s.counts())).append(StatusText.load(s));
    numbers(s, o);
    text.append(seen.hung());
    if (!seen.unanswered().isEmpty()) {
      o.add("unanswered", HungCalls.json(server.naming(), seen.unanswered()));
    }
    s.trouble()
        .ifPresent(t -> {
          String words = EndWords.trouble(backend.kind(), t);
          text.append(StatusText.lastFailure(words));
          o.addProperty("last_start_error", words);
        });
    s.lastExit()
        .filter(e -> !e.kind().isDescribed()) // a schema ends only when another replaces it
        .ifPresent(e -> {
          String words = "#" + e.number() + " " + EndWords.endAndStatus(e);
          if (s.trouble().isEmpty() || !s.trouble().equals(e.trouble()) || !daemon) { // said above
            text.append(StatusText.lastEnd(backend.kind(), words));
          }
          o.addProperty("last_exit", words);
        });
    s.lastBuild()
        .ifPresent(b -> {
          text.append(StatusText.lastBuild(backend, s, b));
          o.addProperty("last_build", StatusText.built(b));
        });
    seen.stale()
        .ifPresent(older -> {
          text.append(StatusText.outOfDate(older));
          o.addProperty("stale", older);
        });
    s.lastDiff()
        .ifPresent(d -> {
          text.append(StatusText.lastChange(d.text(DIFF_LINES)));
          o.add("last_diff", d.json(DIFF_LINES));
        });
    if (!seen.unsaid().isEmpty()) {
      text.append(StatusText.unsaid(seen.unsaid()));
    }
    text.append(StatusText.pending(seen.pending(), o));
    boolean unlogged = log.fileFails();
    if (unlogged || !logFile.isEmpty()) {
      text.append(StatusText.log(logFile, unlogged));
    }
    if (!unlogged && !logFile.isEmpty()) {
      o.addProperty("log_file", logFile);
    }
    if (call.answer(text.toString(), o) && seen.stale().isPresent()) {
      server.monitor().turn(server.stale()::told);
    }
  }

  private StatusNow look() {
    Backend backend = server.backend();
    Snapshot now = backend.snapshot();
    List<OpenCall> unanswered = backend.unanswered(HungCalls.LONG_MILLIS);
    StringBuilder hung = new StringBuilder();
    HungCalls.lines(server.naming(), unanswered, now.serving().map(Run::number).orElse(0), hung);
    hung.append(HungCalls.wrote(backend, unanswered));
    now.newest()
        .filter(r -> r.unreadableAnswers() > 0)
        .ifPresent(r -> hung.append(StatusText.unreadable(server.naming().tools(), r)));
    return new StatusNow(
        now,
        StatusText.head(server.naming().tools(), backend, now),
        server.stale().sentences(backend, server.naming().tools()),
        server.notices().takeUnsaid(),
        RunsNow.beside(now),
        unanswered,
        hung.toString(),
        StatusText.pending(server.monitor(), Stream.of(backend)));
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

  /// The process of a run, and its uptime.
  static void process(Run run, StringBuilder text, JsonObject o) {
    long uptime = run.uptimeMillis();
    text.append(StatusText.process(run, uptime));
    run.facts().pid().ifPresent(pid -> o.addProperty("pid", pid));
    o.addProperty("spawn", run.number());
    o.addProperty("uptime_seconds", uptime / 1000.0);
    if (run.readyAfterMillis() >= 0) {
      o.addProperty("startup_ms", run.readyAfterMillis());
    }
  }

  private static void session(Run run, Facts.Daemon d, StringBuilder text, JsonObject o) {
    boolean ready = run.readyAfterMillis() >= 0; // a gateway may accept for an absent daemon
    String since = ready ? Instant.ofEpochMilli(run.facts().startedMillis()).toString() : "";
    text.append(StatusText.session(d, since));
    d.session().ifPresent(id -> o.addProperty("session_id", id));
    d.revision().ifPresent(r -> o.addProperty("protocol_version", r));
    if (ready) {
      o.addProperty("reachable_since", since);
    }
    o.addProperty("reconnects", d.reconnects());
    d.lastError().ifPresent(e -> o.addProperty("last_error", e));
  }

  private static void schema(Facts.Schema schema, StringBuilder text, JsonObject o) {
    text.append(StatusText.schema(schema));
    o.addProperty("calls", schema.calls());
    o.add("schema_problems", StatusText.array(schema.problems()));
  }

  private static void usage(TreeUsage usage, StringBuilder text, JsonObject o) {
    text.append(StatusText.usage(usage));
    o.addProperty("processes", usage.processes());
    if (usage.rssBytes() >= 0) {
      o.addProperty("rss_bytes", usage.rssBytes());
    }
    if (usage.cpuMillis() >= 0) {
      o.addProperty("cpu_ms", usage.cpuMillis());
    }
  }
}
