package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.channel.Away;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.http.Http;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Uris;
import dev.pitstop.log.Log;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.text.Words;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/// Talks to a daemon as clients of both eras would, in one session for each. It starts the daemon
/// only with `--start`, and never stops it. Blocks the main thread.
final class DaemonVisit {
  /// How long to wait for a daemon that listens.
  private static final long REACH_MILLIS = 3_000;

  private static final long LOOK_MILLIS = 200;

  private static final long ELSEWHERE_MILLIS = 2_000;

  /// How many lines of the `--start` command are shown.
  private static final int MOST_LINES = 8;

  private static final List<String> USUAL_PATHS = List.of("/mcp", "/sse", "/mcp/", "/");

  private record Run(Http channel, Conversation talk, StderrRing ring, long begunNanos) {
    long millis() {
      return (System.nanoTime() - begunNanos) / 1_000_000;
    }
  }

  private final Patient patient;
  private final Target.Daemon daemon;
  private final World world;
  private final Consumer<Finding> tell;
  private final Questions questions;
  private final Log log = Log.nowhere();
  private final SystemTimers timers = new SystemTimers(log);
  private final OsSpawner spawner = new OsSpawner(problem -> {}); // it has nothing to report

  DaemonVisit(Patient patient, Target.Daemon daemon, World world, Consumer<Finding> tell) {
    this.patient = patient;
    this.daemon = daemon;
    this.world = world;
    this.tell = tell;
    this.questions = new Questions(world.version());
  }

  void run() {
    Run first = begin(daemon);
    long patience =
        daemon.start().isPresent()
            ? patient.startMillis()
            : Math.min(REACH_MILLIS, patient.startMillis());
    if (!reached(first, patience)) {
      tell.accept(unreached(first));
      first.talk().link().stop("was examined");
      return;
    }
    Reply legacy = questions.initialize(first.talk(), patient.startMillis());
    long millis = first.millis();
    Heard heard = questions.heard(first.talk(), legacy);
    JsonElement greeting = heard.greeting();
    List<Listed> lists = heard.lists();
    end(first);
    Run second = begin(daemon);
    EraFacts eras = new EraFacts(legacy, Optional.empty());
    if (second.talk().open(REACH_MILLIS)) {
      Reply modern = questions.discover(second.talk(), Questions.ANSWER_MILLIS);
      eras = new EraFacts(legacy, Optional.of(modern));
      if (eras.discovered().isPresent() && !(legacy instanceof Reply.Answer)) {
        greeting = eras.discovered().get();
        lists = questions.lists(second.talk(), greeting, true);
      }
      end(second);
    }
    if (!(legacy instanceof Reply.Answer) && eras.discovered().isEmpty()) {
      tell.accept(refused(legacy));
      return;
    }
    boolean old = legacy instanceof Reply.Answer;
    tell.accept(
        StartCheck.of(
            new StartFacts.Answered(
                old ? "initialize" : "server/discover",
                old ? millis : second.millis(),
                OptionalLong.empty()),
            List.of()));
    EraCheck.of(eras, List.of()).forEach(tell);
    Offers.of(lists, greeting, patient.name(), world.clients()).forEach(tell);
    List<ProtocolCheck.Answer> answers = new ArrayList<>(first.talk().answers());
    answers.addAll(second.talk().answers());
    Set<String> garbled = first.talk().garbled();
    garbled.addAll(second.talk().garbled());
    ProtocolCheck.of(answers, garbled).forEach(tell);
    heard.ping().ifPresent(p -> WireCheck.of(first.talk().unasked(), List.of(), p).forEach(tell));
  }

  private Run begin(Target.Daemon at) {
    StderrRing ring = new StderrRing();
    Http channel =
        Http.of(
            patient.name(),
            at,
            spawner,
            timers,
            log,
            ring,
            patient.maxMessageBytes(),
            name -> Optional.ofNullable(world.shell().get(name)));
    long begun = System.nanoTime();
    return new Run(
        channel, new Conversation(channel, new Monitor(), "{\"roots\":[]}"), ring, begun);
  }

  /// Waits until the daemon answers, or until its `--start` command has failed.
  private static boolean reached(Run run, long patience) {
    while (run.millis() < patience) {
      if (run.talk().open(Math.min(LOOK_MILLIS, Math.max(1, patience - run.millis())))) {
        return true;
      }
      if (started(run).filter(Away.Started::inVain).isPresent()) {
        return false;
      }
    }
    return false;
  }

  private static Optional<Away.Started> started(Run run) {
    return run.channel().away().flatMap(Away::started);
  }

  private static void end(Run run) {
    run.talk().link().stop("was examined");
    run.talk().ended(REACH_MILLIS);
  }

  private Finding unreached(Run run) {
    Optional<Away> away = run.channel().away();
    Optional<Away.Started> started = started(run);
    String text =
        "cannot reach "
            + daemon.endpoint().display()
            + " within "
            + Words.duration(run.millis())
            + away.map(a -> ": " + a.why()).orElse("");
    if (started.isEmpty()) {
      return Finding.fail(
          "start",
          text,
          "Start the daemon, correct the host and port, or let Pitstop start it: --start CMD");
    }
    Away.Started s = started.get();
    String what =
        s.failure()
            .map(why -> "could not be run: " + why)
            .orElse(
                s.exit().isPresent()
                    ? "ended with exit code " + s.exit().getAsInt()
                    : "is running");
    return Finding.fail(
            "start",
            text + "; the `--start` command " + what,
            s.inVain()
                ? "Fix the error that the `--start` command reports"
                : "Give the daemon more time (--start-timeout), or correct the host and port")
        .with(run.ring().lastOf(s.run(), MOST_LINES));
  }

  /// The usual reason is a wrong path.
  private Finding refused(Reply legacy) {
    String text =
        switch (legacy) {
          case Reply.Refused r -> r.message();
          case Reply.Unreadable u ->
              "the answer to `initialize` is not a valid message: " + u.detail();
          case Reply.Silence s ->
              "the daemon accepts the connection, but does not answer `initialize` within "
                  + Words.duration(s.millis());
          case Reply.Over o -> "the session " + o.how();
          case Reply.Answer a -> "";
        };
    int page = text.indexOf(": <"); // HTML says no more than the status
    text = page < 0 ? text : text.substring(0, page);
    int option = text.indexOf("--bearer-env"); // in the advice for a session
    int advice = option < 0 ? -1 : text.lastIndexOf(". ", option);
    if (text.contains("HTTP status 401") || text.contains("HTTP status 403")) {
      return Finding.fail(
          "start",
          advice < 0 ? text : text.substring(0, advice),
          "Pass a token: --bearer-env VAR, or --header 'Authorization: …'");
    }
    if (legacy instanceof Reply.Silence || text.contains("HTTP status 5")) {
      return Finding.fail(
          "start",
          text,
          "Read the daemon's log. Status 503 means that the daemon is starting: Pitstop then waits"
              + " (--start-timeout)");
    }
    Optional<String> elsewhere = elsewhere();
    return Finding.fail(
        "start",
        text.endsWith(".") ? text.substring(0, text.length() - 1) : text,
        elsewhere
            .map(url -> "Use " + url + ": an MCP server answers there")
            .orElse("Correct the path of the URL (often /mcp or /sse), or read the daemon's log"));
  }

  private Optional<String> elsewhere() {
    URI uri = daemon.endpoint().uri();
    for (String path : USUAL_PATHS) {
      if (path.equals(uri.getRawPath())) {
        continue;
      }
      Endpoint endpoint = new Endpoint(Uris.withPath(uri, path), daemon.endpoint().headers());
      Run run =
          begin(
              new Target.Daemon(
                  endpoint, daemon.where(), Optional.empty(), Optional.empty(), daemon.output()));
      boolean answers =
          run.talk().open(ELSEWHERE_MILLIS)
              && questions.initialize(run.talk(), ELSEWHERE_MILLIS) instanceof Reply.Answer;
      end(run);
      if (answers) {
        return Optional.of(endpoint.display());
      }
    }
    return Optional.empty();
  }
}
