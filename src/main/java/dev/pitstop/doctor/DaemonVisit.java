package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.channel.Http;
import dev.pitstop.channel.Target;
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

/// Talks to a daemon as clients of both eras would, each in a session of its own. The daemon is
/// neither started, unless `--start` says how, nor stopped. Waits; on the main thread.
final class DaemonVisit {
  /// How long to wait for somebody who listens.
  private static final long REACH_MILLIS = 3_000;

  private static final long ELSEWHERE_MILLIS = 2_000;
  private static final List<String> USUAL_PATHS = List.of("/mcp", "/sse", "/mcp/", "/");

  private record Run(Conversation talk, StderrRing ring, long begunNanos) {
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
  private final OsSpawner spawner = new OsSpawner(problem -> {}); // of nothing that it is to stop

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
    if (!first.talk().open(patience)) {
      tell.accept(unreached(first, patience));
      first.talk().link().stop("was looked at");
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
    return new Run(new Conversation(channel, new Monitor(), "{\"roots\":[]}"), ring, begun);
  }

  private static void end(Run run) {
    run.talk().link().stop("was looked at");
    run.talk().ended(REACH_MILLIS);
  }

  private Finding unreached(Run run, long patience) {
    List<String> notes = new ArrayList<>(run.ring().tail(20, false));
    notes.removeIf(l -> l.startsWith("---"));
    String why = "";
    for (String note : notes) {
      int open = note.indexOf(" is not reached (");
      if (open >= 0) {
        int from = open + " is not reached (".length();
        int end = note.lastIndexOf(')');
        why = ": " + note.substring(from, Math.max(from, end));
      }
    }
    return Finding.fail(
        "start",
        "nobody is reached at "
            + daemon.endpoint().display()
            + " within "
            + Words.duration(patience)
            + why,
        daemon.start().isPresent()
            ? "See what `--start` wrote; it may need longer (--start-timeout), or another port"
            : "Start the daemon, correct host and port, or say how to start it: --start CMD");
  }

  /// A path that is wrong is the usual reason.
  private Finding refused(Reply legacy) {
    String text =
        switch (legacy) {
          case Reply.Refused r -> r.message();
          case Reply.Unreadable u ->
              "the answer to `initialize` is no valid message: " + u.detail();
          case Reply.Silence s ->
              "it is reached, and does not answer `initialize` within "
                  + Words.duration(s.millis());
          case Reply.Over o -> "the session ended: it " + o.how();
          case Reply.Answer a -> "";
        };
    int page = text.indexOf(": <"); // HTML says no more than the status
    text = page < 0 ? text : text.substring(0, page);
    int advice = text.indexOf(". Give Pitstop a token");
    if (text.contains("HTTP status 401") || text.contains("HTTP status 403")) {
      return Finding.fail(
          "start",
          advice < 0 ? text : text.substring(0, advice),
          "Give a token: --bearer-env VAR, or --header 'Authorization: …'");
    }
    if (legacy instanceof Reply.Silence || text.contains("HTTP status 5")) {
      return Finding.fail(
          "start",
          text,
          "See the daemon's own log. While it answers with status 503 it is taken to be starting, and"
              + " waited for (--start-timeout)");
    }
    Optional<String> elsewhere = elsewhere();
    return Finding.fail(
        "start",
        text.endsWith(".") ? text.substring(0, text.length() - 1) : text,
        elsewhere
            .map(url -> "There is an MCP server at " + url + ": use this URL")
            .orElse(
                "Correct the path of the URL (usual ones are /mcp and /sse), or see the daemon's own"
                    + " log"));
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
