package dev.pitstop.session.tools;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Away;
import dev.pitstop.channel.Facts;
import dev.pitstop.log.Log;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.session.members.Offer;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.notices.Stale;
import dev.pitstop.session.texts.DaemonWords;
import dev.pitstop.session.texts.EndWords;
import dev.pitstop.session.texts.HungCalls;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.texts.RunsNow;
import dev.pitstop.session.texts.StatusText;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `server_status`.
record StatusTool(SessionServer server, Offer offer, Log log, String logFile)
    implements Management.Body {
  private static final int DIFF_LINES = 15;

  @Override
  public Supplier<Answer> run(Args args, ManagedCall call) {
    server.causes().stale().refresh(server.monitor());
    Optional<TreeUsage> usage =
        server.monitor().inTurn(() -> server.backend().snapshot().newest()).flatMap(Run::usage);
    boolean unlogged = log.fileFails();
    return () -> answer(usage, unlogged);
  }

  private Answer answer(Optional<TreeUsage> usage, boolean unlogged) {
    Backend b = server.backend();
    Snapshot s = b.snapshot();
    Optional<Run> run = s.newest();
    Optional<Away> away = s.away().filter(a -> s.serving().isEmpty());
    List<Call> calls = b.calls().unanswered(HungCalls.LONG_MILLIS);
    Optional<String> trouble = s.trouble().map(t -> EndWords.trouble(b.kind(), t));
    Optional<RunEnd> last =
        s.lastExit()
            .filter(e -> !e.kind().isDescribed()); // a schema ends only when another replaces it
    Optional<String> exit = last.map(e -> "#" + e.number() + " " + EndWords.endAndStatus(e));
    boolean isSaid = // as the last failure
        b.kind().isDaemons()
            && s.trouble().isPresent()
            && s.trouble().equals(last.flatMap(RunEnd::trouble));
    Optional<String> stale = server.causes().stale().sentences(b, server.naming().tools());
    List<String> pending = StatusText.pending(Stream.of(b));
    OwnToolNames tools = server.naming().tools();
    boolean looping = s.state() instanceof State.Crashed c && c.looping();
    String restarts = tools.call("recompile", "; {} restarts it", "");
    String unsaid = server.notices().takeUnsaid();
    String text =
        Words.fill("Server `{}`: {}", b.name(), RunsNow.word(b.kind(), s))
            + (looping ? " (crash loop: 5 crashes in 30 s" + restarts + ")" : "")
            + run.map(r -> StatusText.run(r, usage, RunsNow.beside(s))).orElse("")
            + (b.kind().isDaemons() ? "\nAddress: " : "\nCommand: ")
            + b.display()
            + away.flatMap(Away::started).map(DaemonWords::command).orElse("")
            + StatusText.counts(b.kind(), s.counts())
            + StatusText.load(s)
            + (calls.isEmpty() ? "" : "\n" + HungCalls.open(server.naming(), b, calls))
            + HungCalls.wrote(b, calls)
            + trouble.map(t -> "\nLast failure: " + t).orElse("")
            + exit.filter(e -> !isSaid)
                .map(e -> (b.kind().isDaemons() ? "\nLast session: " : "\nLast exit: ") + e)
                .orElse("")
            + s.lastBuild().map(made -> StatusText.lastBuild(b, s, made)).orElse("")
            + stale.map(older -> "\nOut of date: " + older).orElse("")
            + s.lastDiff().map(d -> "\nLast change:\n" + d.text(DIFF_LINES)).orElse("")
            + offer.flaws().stream().map(f -> "\nProblem: " + f).collect(Collectors.joining())
            + (unsaid.isEmpty()
                ? ""
                : "\nNotices that no result carried (--set notices=off):\n" + unsaid)
            + StatusText.pending(pending)
            + (unlogged
                ? "\nNo log: " + logFile + " cannot be written"
                : logFile.isEmpty() ? "" : "\nLog: " + logFile);
    JsonFacts facts = new JsonFacts().with("name", b.name()).with("state", s.state().word());
    facts
        .of(run, StatusTool::process)
        .of(run.flatMap(r -> r.facts().daemon()), (d, f) -> session(run.orElseThrow(), d, f))
        .of(
            run.flatMap(r -> r.facts().schema()),
            (x, f) -> f.with("calls", x.calls()).with("schema_problems", x.problems()))
        .of(
            usage,
            (u, f) ->
                f.with("processes", u.processes())
                    .when(u.rssBytes() >= 0, "rss_bytes", u.rssBytes())
                    .when(u.cpuMillis() >= 0, "cpu_ms", u.cpuMillis()))
        .with("not_reached", away.map(Away::why))
        .with(b.kind().isDaemons() ? "url" : "command", b.display())
        .when(s.counts().lost() > 0, "sessions_lost", s.counts().lost());
    facts
        .with("spawns", s.counts().opened())
        .with("kills", s.counts().stopped())
        .with("crashes", s.counts().crashed())
        .with("in_flight", s.inFlight())
        .with("held", s.held())
        .when(s.listed(), "tools", s.catalog().entries(Kind.TOOLS).size());
    facts
        .with("last_start_error", trouble)
        .with("last_exit", exit)
        .with("last_build", s.lastBuild().map(StatusText::built))
        .with("stale", stale)
        .of(s.lastDiff(), (d, f) -> f.with("last_diff", d.json(DIFF_LINES)))
        .some("pending", pending)
        .some("problems", offer.flaws())
        .with("log_file", Optional.of(logFile).filter(file -> !unlogged && !file.isEmpty()));
    return Answer.of(text, facts)
        .telling(() -> Stream.of(Stale.TAG, Offer.FLAWS).forEach(server.notices()::drop));
  }

  private static void process(Run run, JsonFacts facts) {
    facts
        .with("pid", run.facts().pid())
        .with("spawn", run.number())
        .with("uptime_seconds", run.uptimeMillis() / 1000.0)
        .when(run.readyAfterMillis() >= 0, "startup_ms", run.readyAfterMillis());
  }

  private static void session(Run run, Facts.Daemon d, JsonFacts facts) {
    facts
        .with("session_id", d.session())
        .with("protocol_version", d.revision())
        .with("reachable_since", StatusText.reachableSince(run))
        .with("reconnects", d.reconnects())
        .with("last_error", d.lastError());
  }
}
