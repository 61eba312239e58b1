package dev.pitstop.channel.cli;

import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Target;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.commandline.Invocation;
import dev.pitstop.commandline.Output;
import dev.pitstop.commandline.Refused;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.BatchFiles;
import dev.pitstop.rpc.Message;
import dev.pitstop.text.Words;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// One call of a tool: a process, and the result made of its output (T2, T3). Runs on a thread of
/// its own; may be cancelled on any.
final class CliCall {
  private final CliProgram program;
  private final Target.Calls settings;
  private final RunLog log;
  private final Message.Request request;
  private final CliTool tool;
  private final boolean modern;
  private final Optional<CliProgress> progress;

  /// Whether its process may have been started. Written with the lock of [CliCalls] held, read on
  /// any thread.
  private volatile boolean begun;

  private final AtomicBoolean answered = new AtomicBoolean();

  // Guarded by `this`.
  private Optional<CliProcess> process = Optional.empty();
  private boolean unwanted;

  /// @param log of the run that it belongs to
  CliCall(
      CliProgram program,
      Target.Calls settings,
      RunLog log,
      Message.Request request,
      RequestFacts facts,
      CliTool tool,
      Optional<CliProgress> progress) {
    this.program = program;
    this.settings = settings;
    this.log = log;
    this.request = request;
    this.tool = tool;
    this.modern = facts.modern();
    this.progress = progress;
  }

  Message.Request request() {
    return request;
  }

  boolean begun() {
    return begun;
  }

  void begin() {
    begun = true;
  }

  /// Runs the call to its end. Throws if Pitstop itself fails.
  ///
  /// @param whenBegun run before its process is started
  /// @param tell takes the answer, once, if anybody wants one; perhaps before the end, on a thread
  ///   of its own
  void run(Runnable whenBegun, Consumer<byte[]> tell) {
    try {
      result(whenBegun, r -> answer(Messages.result(request.id(), r), tell));
    } catch (Refused e) {
      answer(failed(String.valueOf(e.getMessage())), tell);
    } finally {
      progress.ifPresent(CliProgress::end);
    }
  }

  /// Gives an answer, unless there was one.
  void answer(byte[] answer, Consumer<byte[]> tell) {
    if (answered.compareAndSet(false, true)) {
      progress.ifPresent(CliProgress::end);
      tell.accept(answer);
    }
  }

  /// An answer of Pitstop's own that says what is wrong.
  byte[] failed(String why) {
    return Messages.result(request.id(), error(Words.sentence(why)));
  }

  private void result(Runnable whenBegun, Consumer<String> tell) throws Refused {
    Invocation call =
        tool.invocation(
            request.bytes(),
            request.param("arguments"),
            settings.callArgs().orElse(CliTool.CALL_ARGS),
            settings.callArgs().isPresent());
    Optional<String> unsafe = BatchFiles.refuses(program.command(), call.words());
    if (unsafe.isPresent()) {
      tell.accept(error(unsafe.get()));
      return;
    }
    long limit = tool.timeoutMillis().orElse(settings.millis());
    CliProcess started =
        new CliProcess(
            program,
            log,
            program.with(call.words()),
            call.stdin(),
            settings.maxOutput(),
            limit,
            lines -> progress.ifPresent(p -> p.wrote(lines.getLast())));
    synchronized (this) {
      if (unwanted) {
        return;
      }
      process = Optional.of(started);
    }
    whenBegun.run();
    log.debug("call-started", "tool", tool.name());
    long begin = System.nanoTime();
    CliProcess.Outcome outcome = started.run(late -> made(late, limit).ifPresent(tell));
    log.debug(
        "call-ended",
        "tool",
        tool.name(),
        "exit",
        exit(outcome.how()),
        "ms",
        (System.nanoTime() - begin) / 1_000_000);
    made(outcome, limit).ifPresent(tell);
  }

  private Optional<String> made(CliProcess.Outcome outcome, long limit) {
    return switch (outcome.how()) {
      case CliProcess.How.Exited e ->
          made(outcome, new Output.Exited(e.exit().status(), e.exit().words()));
      case CliProcess.How.Late l -> made(outcome, new Output.TimedOut(limit, l.gone()));
      case CliProcess.How.NotStarted n ->
          Optional.of(
              error("`" + tool.name() + "` was not run: " + Words.sentence(n.refusal().why())));
      case CliProcess.How.Cancelled c -> Optional.empty();
    };
  }

  /// For the log.
  private static String exit(CliProcess.How how) {
    return switch (how) {
      case CliProcess.How.Exited e -> String.valueOf(e.exit().status());
      case CliProcess.How.Late l -> "late";
      case CliProcess.How.Cancelled c -> "cancelled";
      case CliProcess.How.NotStarted n -> "not started";
    };
  }

  private Optional<String> made(CliProcess.Outcome outcome, Output.End end) {
    return Optional.of(
        Output.result(tool, outcome.out(), outcome.length(), outcome.lastLines(), end, modern));
  }

  private String error(String text) {
    return Messages.toolResult(Words.MARK + text, true, modern);
  }

  /// Cancels the call: its process is stopped, and nothing is answered.
  void cancel() {
    unwanted().ifPresent(p -> p.end(new CliProcess.How.Cancelled()));
  }

  /// Cancels the call and kills its process at once.
  void kill() {
    unwanted().ifPresent(CliProcess::kill);
  }

  private synchronized Optional<CliProcess> unwanted() {
    unwanted = true;
    return process;
  }
}
