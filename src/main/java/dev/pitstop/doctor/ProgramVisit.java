package dev.pitstop.doctor;

import dev.pitstop.channel.Channel;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.http.Http;
import dev.pitstop.channel.http.Served;
import dev.pitstop.channel.stdio.Stdio;
import dev.pitstop.http.Endpoint;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.Platform;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.process.Stopped;
import dev.pitstop.project.Language;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Monitor;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Starts a program twice, as clients of the legacy and of the modern era would, sends their
/// requests, and checks how it stops: the first time at the end of its stdin, the second time at
/// SIGTERM. Blocks the main thread.
///
/// @param machine its spawner gives processes the environment of the world, and lets what they
///   leave behind run on for [#graceMillis(StopLimits)]
/// @param tell gets each finding as soon as it is known
record ProgramVisit(
    Patient patient, Target.Program program, World world, Machine machine, Consumer<Finding> tell) {
  /// How long the processes of a dead server may take to exit by themselves. At most half a step of
  /// the stop ladder, so that the two are not confused.
  private static final long GRACE_MILLIS = 1_000;

  /// How much longer than the first start the second may take. If the first failed, this is the
  /// limit of the second.
  private static final long LAST_TRY_MILLIS = 5_000;

  private static final int STEPS = 5;

  /// The shortest session: some servers send their client requests a while after the handshake.
  private static final long LINGER_MILLIS = 1_000;

  /// One run of it.
  ///
  /// @param started its process, or why it could not be started
  private record Run(Conversation talk, CompletableFuture<Child> started, StderrRing ring) {
    Optional<Child> child() {
      return started.state() == Future.State.SUCCESS
          ? Optional.of(started.resultNow())
          : Optional.empty();
    }

    Optional<SpawnException> refusal() {
      return started.state() == Future.State.FAILED
              && started.exceptionNow() instanceof SpawnException refusal
          ? Optional.of(refusal)
          : Optional.empty();
    }

    Stopped stop(StopLimits limits) {
      return child().orElseThrow().stop(limits, "was examined");
    }

    /// The lines that it wrote.
    List<String> lines() {
      return ring.lastOf(1, WireCheck.MANY);
    }

    /// Its process, if that still runs.
    Optional<ProcessHandle> process() {
      return child().map(Child::pid).flatMap(ProcessHandle::of).filter(ProcessHandle::isAlive);
    }

    /// The descendants of its process. The process must be alive, because after its death
    /// descendants in a session of their own cannot be found.
    List<ProcessHandle> below() {
      return process().map(p -> p.descendants().toList()).orElse(List.of());
    }
  }

  /// The second run.
  ///
  /// @param answers empty if the second run did not open
  /// @param atSigterm whether SIGTERM alone ended it; empty if it was not sent
  /// @param behind the processes that SIGTERM left behind; they are killed by now
  private record Second(
      Optional<Interview.Session> answers, Optional<Boolean> atSigterm, List<String> behind) {
    static final Second NONE = new Second(Optional.empty(), Optional.empty(), List.of());
  }

  /// How long the processes that a dead server left behind may take to exit by themselves.
  static long graceMillis(StopLimits stop) {
    return Math.min(GRACE_MILLIS, stepMillis(stop) / 2);
  }

  private static long stepMillis(StopLimits stop) {
    return stop.total().toMillis() / STEPS * 2;
  }

  /// Examines the program.
  void run() {
    Run first = begin();
    if (!first.talk().open(patient.startMillis())) {
      tell.accept(notStarted(first));
      return;
    }
    Interview.Session legacy =
        new Questions(first.talk(), world.version()).legacy(patient.startMillis());
    if (legacy.answered()) {
      first.talk().lingerUntil(legacy.millis() + LINGER_MILLIS);
    }
    List<String> lines = first.lines();
    List<String> tree = first.below().stream().map(ProgramVisit::described).toList();
    long begunStop = machine.clock().nowMillis();
    Stopped stopped = first.stop(patient.stop());
    long stopMillis = machine.clock().nowMillis() - begunStop;
    first.talk().ended(LINGER_MILLIS); // its last lines
    boolean died = legacy.greeted() instanceof Outcome.Over;
    Second second = died ? Second.NONE : second(legacy);
    Interview interview = new Interview(legacy, second.answers());
    boolean stdio = program.url().isEmpty(); // otherwise stdout is output, and no client starts it
    Conversation.Heard heard = first.talk().heard();
    if (interview.greeting().isEmpty()) {
      unanswered(legacy, first.lines(), heard, stdio || died);
      return;
    }
    tell.accept(interview.start(world.clients()));
    if (stdio) {
      tell.accept(strays(heard));
    }
    List<ClientProfile> starters = stdio ? world.clients() : List.of();
    interview.findings(patient, starters, world.clients(), lines).forEach(tell);
    if (stdio) {
      new StopCheck(stopped, stopMillis, tree, second.atSigterm(), second.behind())
          .findings(stepMillis(patient.stop()), language())
          .forEach(tell);
    }
  }

  /// @param last the last lines that it wrote
  /// @param strays whether lines that are not messages may be the reason
  private void unanswered(
      Interview.Session legacy, List<String> last, Conversation.Heard heard, boolean strays) {
    tell.accept(
        StartCheck.unanswered(
            legacy.greeted(), legacy.millis(), last, program.command().directory(), heard));
    if (strays && heard.strayLines() > 0 && !StartCheck.servesHttp(legacy.greeted(), last)) {
      tell.accept(strays(heard));
    }
  }

  private Run begin() {
    CompletableFuture<Child> started = new CompletableFuture<>();
    Spawner recording =
        command -> {
          try {
            Child child = machine.spawner().spawn(command);
            started.complete(child);
            return child;
          } catch (SpawnException e) {
            started.completeExceptionally(e);
            throw e;
          }
        };
    StderrRing ring = new StderrRing();
    Monitor monitor = new Monitor();
    ChannelParts parts = patient.parts(machine, recording, ring);
    Channel channel =
        program
            .url()
            .<Channel>map(url -> served(url, parts))
            .orElseGet(() -> new Stdio(parts, program.command(), monitor));
    String root = Json.quote(program.command().directory().toUri().toString());
    String roots = "{\"roots\":[{\"uri\":" + root + "}]}";
    return new Run(new Conversation(channel, monitor, machine.clock(), roots), started, ring);
  }

  private Channel served(Endpoint url, ChannelParts parts) {
    Http http =
        Http.at(
            parts,
            url,
            Optional.empty(),
            name -> Optional.ofNullable(world.shell().get(name)),
            program.command().directory());
    return new Served(parts, program.command(), http);
  }

  private Finding notStarted(Run run) {
    Command command = program.command();
    Optional<SpawnException> refusal = run.refusal();
    boolean missing =
        command.program().indexOf('/') < 0
            && refusal.filter(r -> r.reason() == SpawnException.Reason.NOT_FOUND).isPresent();
    return StartCheck.notStarted(
        refusal
            .map(SpawnException::problem)
            .or(() -> run.talk().ended(0).map(e -> "The server " + Conversation.words(e)))
            .orElse("The server did not start"),
        refusal.map(SpawnException::advice).orElse(""),
        command.program(),
        missing
            ? CommandLook.findOn(world.shell().getOrDefault("PATH", ""), command)
            : Optional.empty());
  }

  private Language language() {
    return Language.of(program.command().argv());
  }

  private Finding strays(Conversation.Heard heard) {
    return StdoutCheck.of(
        heard.stray(),
        heard.strayLines(),
        language(),
        line -> StdoutCheck.origin(line, program.command(), world.environment()));
  }

  private Second second(Interview.Session legacy) {
    long patience = LAST_TRY_MILLIS + (legacy.answered() ? 2 * legacy.millis() : 0);
    Run run = begin();
    if (!run.talk().open(patient.startMillis())) {
      return Second.NONE;
    }
    Interview.Session answers =
        new Questions(run.talk(), world.version())
            .modern(legacy, Math.min(patience, patient.startMillis()));
    List<ProcessHandle> below = run.below();
    Optional<Boolean> atSigterm = atSigterm(run);
    run.stop(patient.stop());
    return new Second(Optional.of(answers), atSigterm, kill(below));
  }

  /// Kills the processes that do not exit by themselves.
  ///
  /// @return the killed processes, in words
  private List<String> kill(List<ProcessHandle> below) {
    CompletableFuture<?>[] exits =
        below.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    machine.clock().await(CompletableFuture.allOf(exits).thenApply(v -> true), GRACE_MILLIS);
    List<String> left =
        below.stream()
            .filter(p -> p.isAlive() && p.info().command().isPresent()) // a zombie has none
            .map(ProgramVisit::described)
            .toList();
    below.forEach(ProcessHandle::destroyForcibly);
    return left;
  }

  /// Sends SIGTERM to the started process, and not to its descendants, as clients do. Empty if
  /// there is no such signal, or if the process has already ended.
  private Optional<Boolean> atSigterm(Run run) {
    Optional<ProcessHandle> process =
        world.system() == Platform.WINDOWS ? Optional.empty() : run.process();
    process.ifPresent(ProcessHandle::destroy);
    return process.map(
        p -> machine.clock().await(p.onExit(), stepMillis(patient.stop())).isPresent());
  }

  private static String described(ProcessHandle process) {
    ProcessHandle.Info info = process.info();
    String words = info.commandLine().or(info::command).orElse("a process");
    return words + " (pid " + process.pid() + ")";
  }
}
