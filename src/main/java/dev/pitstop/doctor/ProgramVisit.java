package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.channel.End;
import dev.pitstop.channel.stdio.Stdio;
import dev.pitstop.log.Log;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.Stopped;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Monitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Starts a program twice, as clients of the legacy and of the modern era would, sends their
/// requests, and checks how it stops: the first time at the end of its stdin, the second time at
/// SIGTERM. Blocks the main thread.
final class ProgramVisit {
  /// How long the processes of a dead server may take to exit by themselves. At most half a step of
  /// the stop ladder, so that the two are not confused.
  private static final long GRACE_MILLIS = 1_000;

  /// How much longer than the first the second start may take; its limit if the first failed.
  private static final long LAST_TRY_MILLIS = 5_000;

  private static final int STEPS = 5;
  private static final int RING = 1_000;

  /// The shortest session: some servers send their client requests a while after the handshake.
  private static final long LINGER_MILLIS = 1_000;

  /// One run of it.
  private record Run(Conversation talk, Recorder recorder, StderrRing ring, long begunNanos) {
    long millis() {
      return (System.nanoTime() - begunNanos) / 1_000_000;
    }

    /// The lines that it wrote.
    List<String> lines() {
      return ring.lastOf(1, RING);
    }
  }

  private final Patient patient;
  private final Command command;
  private final World world;
  private final Consumer<Finding> tell;
  private final Questions questions;
  private final Log log = Log.nowhere();
  private final SystemTimers timers = new SystemTimers(log);

  ProgramVisit(Patient patient, Command command, World world, Consumer<Finding> tell) {
    this.patient = patient;
    this.command = command;
    this.world = world;
    this.tell = tell;
    this.questions = new Questions(world.version());
  }

  void run() {
    Duration grace = Duration.ofMillis(Math.min(GRACE_MILLIS, stepMillis() / 2));
    try (OsSpawner spawner = OsSpawner.inheriting(world.environment(), grace, problem -> {})) {
      visit(spawner);
    }
  }

  private void visit(OsSpawner spawner) {
    Run first = begin(spawner);
    if (!first.talk().open(patient.startMillis())) {
      tell.accept(StartCheck.of(notStarted(first), world.clients()));
      return;
    }
    Reply legacy = questions.initialize(first.talk(), patient.startMillis());
    long firstMillis = first.millis();
    Heard heard = questions.heard(first.talk(), legacy);
    JsonElement greeting = heard.greeting();
    List<Listed> lists = heard.lists();
    if (legacy instanceof Reply.Answer) {
      first.talk().ended(Math.max(0, firstMillis + LINGER_MILLIS - first.millis()));
    }
    List<String> lines = first.lines();
    long begunStop = System.nanoTime();
    List<String> tree = tree(first);
    Stopped stopped = stop(first);
    long stopMillis = (System.nanoTime() - begunStop) / 1_000_000;
    first.talk().ended(LINGER_MILLIS); // its last lines

    if (legacy instanceof Reply.Over over) {
      StartFacts ended = new StartFacts.Ended(over.how(), firstMillis, first.lines());
      tell.accept(StartCheck.of(ended, world.clients()));
      if (first.talk().strayLines() > 0) {
        strays(first);
      }
      return;
    }
    Conversation.Wrote wrote = first.talk().wrote();
    Second second = second(spawner, legacy, firstMillis);
    EraFacts eras = new EraFacts(legacy, second.reply());
    boolean modernOnly = !(legacy instanceof Reply.Answer) && eras.discovered().isPresent();
    if (modernOnly) {
      lists = second.lists();
      greeting = eras.discovered().get();
    }
    StartFacts start = started(legacy, firstMillis, modernOnly, second, first.lines(), wrote);
    tell.accept(StartCheck.of(start, world.clients()));
    boolean well = start instanceof StartFacts.Answered;
    if (well || (first.talk().strayLines() > 0 && !StartCheck.servesHttp(start))) {
      strays(first);
    }
    if (!modernOnly && !(legacy instanceof Reply.Answer)) {
      return;
    }
    EraCheck.of(eras, world.clients()).forEach(tell);
    Offers.of(lists, greeting, patient.name(), world.clients()).forEach(tell);
    ProtocolCheck.of(answers(first, second), garbled(first, second)).forEach(tell);
    heard.ping().ifPresent(p -> WireCheck.of(first.talk().unasked(), lines, p).forEach(tell));
    StopFacts stop = new StopFacts(stopped, stopMillis, tree, second.atSigterm(), second.behind());
    StopCheck.of(stop, stepMillis(), language()).forEach(tell);
  }

  private Language language() {
    return Language.of(command, world.environment());
  }

  private long stepMillis() {
    return patient.stop().total().toMillis() / STEPS * 2;
  }

  private Run begin(OsSpawner spawner) {
    Recorder recorder = new Recorder(spawner);
    StderrRing ring = new StderrRing();
    Monitor monitor = new Monitor();
    Stdio channel =
        new Stdio(
            patient.name(),
            command,
            recorder,
            patient.stop(),
            monitor,
            timers,
            log,
            ring,
            patient.maxMessageBytes());
    long begun = System.nanoTime();
    String root = Json.quote(command.directory().toUri().toString());
    Conversation talk = new Conversation(channel, monitor, "{\"roots\":[{\"uri\":" + root + "}]}");
    return new Run(talk, recorder, ring, begun);
  }

  private StartFacts notStarted(Run run) {
    String program = command.program();
    Map<String, String> given = world.environment();
    String path = command.env().getOrDefault("PATH", given.getOrDefault("PATH", ""));
    String shell = world.shell().getOrDefault("PATH", "");
    boolean byName = program.indexOf('/') < 0;
    boolean missing =
        run.recorder()
            .refusal()
            .filter(r -> r.reason() == SpawnException.Reason.NOT_FOUND)
            .isPresent();
    Optional<String> why = run.recorder().refusal().map(r -> String.valueOf(r.getMessage()));
    return new StartFacts.NotStarted(
        why.orElseGet(
            () -> run.talk().ended(0).map(ProgramVisit::why).orElse("The server did not start.")),
        program,
        missing && byName ? Programs.near(program, path) : List.of(),
        missing && byName ? Programs.find(program, shell) : Optional.empty());
  }

  private static String why(End end) {
    return "The server " + Ends.words(end) + ".";
  }

  private StartFacts started(
      Reply legacy,
      long millis,
      boolean modernOnly,
      Second second,
      List<String> lines,
      Conversation.Wrote wrote) {
    if (modernOnly) {
      return new StartFacts.Answered("server/discover", second.millis(), OptionalLong.empty());
    }
    return switch (legacy) {
      case Reply.Answer a -> new StartFacts.Answered("initialize", millis, second.again());
      case Reply.Refused r -> new StartFacts.Refused(r.code(), r.message());
      case Reply.Unreadable u -> new StartFacts.Unreadable(u.detail(), u.line());
      case Reply.Silence s -> new StartFacts.Silent(s.millis(), lines, wrote);
      case Reply.Over o -> new StartFacts.Ended(o.how(), millis, lines);
    };
  }

  private void strays(Run run) {
    Origin origin =
        run.talk().strayLines() == 0 ? Origin.NOWHERE : Origin.of(command, world.environment());
    tell.accept(
        StdoutCheck.of(run.talk().stray(), run.talk().strayLines(), language(), origin::find));
  }

  private static List<ProtocolCheck.Answer> answers(Run first, Second second) {
    List<ProtocolCheck.Answer> all = new ArrayList<>(first.talk().answers());
    all.addAll(second.talk().answers());
    return all;
  }

  private static Set<String> garbled(Run first, Second second) {
    Set<String> all = first.talk().garbled();
    all.addAll(second.talk().garbled());
    return all;
  }

  /// The results of the second run.
  ///
  /// @param reply the answer to `server/discover`
  /// @param millis from the start to that answer
  /// @param again from a second start to the answer to `initialize`
  /// @param behind the processes that SIGTERM left behind; they are killed by now
  private record Second(
      Conversation talk,
      Optional<Reply> reply,
      long millis,
      OptionalLong again,
      List<Listed> lists,
      Optional<Boolean> atSigterm,
      List<String> behind) {}

  private Second second(OsSpawner spawner, Reply legacy, long firstMillis) {
    long patience =
        legacy instanceof Reply.Answer ? LAST_TRY_MILLIS + 2 * firstMillis : LAST_TRY_MILLIS;
    long limit = Math.min(patience, patient.startMillis());
    Run run = begin(spawner);
    if (!run.talk().open(patient.startMillis())) {
      return new Second(
          run.talk(),
          Optional.empty(),
          run.millis(),
          OptionalLong.empty(),
          List.of(),
          Optional.empty(),
          List.of());
    }
    Reply reply = questions.discover(run.talk(), limit);
    long millis = run.millis();
    List<Listed> lists = List.of();
    Optional<JsonElement> modern = new EraFacts(legacy, Optional.of(reply)).discovered();
    if (modern.isPresent() && !(legacy instanceof Reply.Answer)) {
      lists = questions.lists(run.talk(), modern.get(), true);
    }
    OptionalLong again = OptionalLong.empty();
    if (legacy instanceof Reply.Answer && reply instanceof Reply.Refused) {
      again = initialized(run); // like a client that tries the modern era first
    }
    List<ProcessHandle> below = below(run);
    Optional<Boolean> left = atSigterm(run);
    stop(run);
    List<String> behind = kill(below);
    if (legacy instanceof Reply.Answer && again.isEmpty()) {
      Run third = begin(spawner);
      again = third.talk().open(patient.startMillis()) ? initialized(third) : again;
      third.recorder().child().ifPresent(c -> c.stop(patient.stop(), "was examined"));
    }
    return new Second(run.talk(), Optional.of(reply), millis, again, lists, left, behind);
  }

  private OptionalLong initialized(Run run) {
    return questions.initialize(run.talk(), patient.startMillis()) instanceof Reply.Answer
        ? OptionalLong.of(run.millis())
        : OptionalLong.empty();
  }

  /// The descendants of a process. It must be alive: after its death, descendants in a session of
  /// their own cannot be found.
  private static List<ProcessHandle> below(Run run) {
    return run.recorder()
        .child()
        .map(Child::pid)
        .flatMap(ProcessHandle::of)
        .map(p -> p.descendants().toList())
        .orElse(List.of());
  }

  /// Kills the processes that do not exit by themselves.
  ///
  /// @return the killed processes, in words
  private static List<String> kill(List<ProcessHandle> below) {
    List<String> left = new ArrayList<>();
    CompletableFuture<?>[] exits =
        below.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    await(CompletableFuture.allOf(exits), GRACE_MILLIS);
    for (ProcessHandle process : below) {
      if (process.isAlive()) {
        if (process.info().command().isPresent()) { // a zombie has none
          left.add(described(process));
        }
        process.destroyForcibly();
      }
    }
    return left;
  }

  /// @return false if the time is over
  private static boolean await(CompletableFuture<?> what, long millis) {
    try {
      what.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("never completed exceptionally", e);
    }
  }

  /// Sends SIGTERM to the started process, and not to its descendants, as clients do. Empty if
  /// there is no such signal, or if the process has already ended.
  private Optional<Boolean> atSigterm(Run run) {
    Optional<ProcessHandle> process =
        run.recorder().child().map(Child::pid).flatMap(ProcessHandle::of);
    if (world.windows() || process.isEmpty() || !process.get().isAlive()) {
      return Optional.empty();
    }
    process.get().destroy();
    return Optional.of(await(process.get().onExit(), stepMillis()));
  }

  private Stopped stop(Run run) {
    return run.recorder().child().orElseThrow().stop(patient.stop(), "was examined");
  }

  private static List<String> tree(Run run) {
    return below(run).stream().map(ProgramVisit::described).toList();
  }

  private static String described(ProcessHandle process) {
    ProcessHandle.Info info = process.info();
    String words = info.commandLine().or(info::command).orElse("a process");
    return words + " (pid " + process.pid() + ")";
  }
}
