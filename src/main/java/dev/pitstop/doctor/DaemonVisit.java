package dev.pitstop.doctor;

import dev.pitstop.channel.Away;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.http.Http;
import dev.pitstop.digest.LastWords;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Uris;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Monitor;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Talks to a daemon as clients of both eras would, in one session for each. It starts the daemon
/// only with `--start`, and never stops it. Blocks the main thread.
///
/// @param tell gets each finding as soon as it is known
record DaemonVisit(
    Patient patient, Target.Daemon daemon, World world, Machine machine, Consumer<Finding> tell) {
  /// How long to wait for a daemon that listens.
  private static final long REACH_MILLIS = 3_000;

  private static final long LOOK_MILLIS = 200;

  private static final long ELSEWHERE_MILLIS = 2_000;

  private static final List<String> USUAL_PATHS = List.of("/mcp", "/sse", "/mcp/", "/");

  private record Run(Http channel, Conversation talk, StderrRing ring) {
    Questions questions(World world) {
      return new Questions(talk, world.version());
    }

    Optional<Away.Started> started() {
      return channel.away().flatMap(Away::started);
    }
  }

  /// Examines the daemon.
  void run() {
    Run first = begin(daemon);
    if (!reached(first)) {
      tell.accept(
          DaemonCheck.unreached(
              daemon.endpoint().display(),
              first.talk().millis(),
              first.channel().away(),
              first
                  .started()
                  .map(s ->
                      LastWords.of(
                              first.ring().lastOf(s.run(), WireCheck.MANY),
                              daemon.where().directory())
                          .shown())
                  .orElse(List.of())));
      first.talk().stop(0);
      return;
    }
    Interview.Session legacy = first.questions(world).legacy(patient.startMillis());
    first.talk().stop(REACH_MILLIS);
    Interview interview = new Interview(legacy, second(legacy));
    if (interview.greeting().isEmpty()) {
      Outcome outcome = legacy.greeted();
      tell.accept(
          DaemonCheck.refused(
              outcome, DaemonCheck.mayBeElsewhere(outcome) ? elsewhere() : Optional.empty()));
      return;
    }
    tell.accept(interview.start(List.of()));
    interview.findings(patient, List.of(), world.clients(), List.of()).forEach(tell);
  }

  private Run begin(Target.Daemon at) {
    StderrRing ring = new StderrRing();
    Http channel =
        Http.of(
            patient.parts(machine, machine.spawner(), ring),
            at,
            name -> Optional.ofNullable(world.shell().get(name)),
            Path.of("").toAbsolutePath());
    Conversation talk = new Conversation(channel, new Monitor(), machine.clock(), "{\"roots\":[]}");
    return new Run(channel, talk, ring);
  }

  /// Waits until the daemon answers, or until its `--start` command has failed.
  private boolean reached(Run run) {
    long patience =
        daemon.start().isPresent()
            ? patient.startMillis()
            : Math.min(REACH_MILLIS, patient.startMillis());
    while (run.talk().millis() < patience && run.started().filter(Away.Started::inVain).isEmpty()) {
      if (run.talk().open(Math.min(LOOK_MILLIS, patience - run.talk().millis()))) {
        return true;
      }
    }
    return false;
  }

  private Optional<Interview.Session> second(Interview.Session legacy) {
    Run run = begin(daemon);
    if (!run.talk().open(REACH_MILLIS)) {
      return Optional.empty();
    }
    Interview.Session modern = run.questions(world).modern(legacy, Questions.ANSWER_MILLIS);
    run.talk().stop(REACH_MILLIS);
    return Optional.of(modern);
  }

  /// The URL of an MCP server at another usual path of the same host.
  private Optional<String> elsewhere() {
    URI uri = daemon.endpoint().uri();
    return USUAL_PATHS.stream()
        .filter(path -> !path.equals(uri.getRawPath()))
        .map(path -> new Endpoint(Uris.withPath(uri, path), daemon.endpoint().headers()))
        .filter(this::answers)
        .findFirst()
        .map(Endpoint::display);
  }

  private boolean answers(Endpoint endpoint) {
    Run run =
        begin(
            new Target.Daemon(
                endpoint, daemon.where(), Optional.empty(), Optional.empty(), daemon.output()));
    boolean answers =
        run.talk().open(ELSEWHERE_MILLIS)
            && run.questions(world).initialize(ELSEWHERE_MILLIS) instanceof Outcome.Answer;
    run.talk().stop(REACH_MILLIS);
    return answers;
  }
}
