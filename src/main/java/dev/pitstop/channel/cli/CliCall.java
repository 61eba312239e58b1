package dev.pitstop.channel.cli;

import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Target;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.commandline.Output;
import dev.pitstop.commandline.Refused;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.StderrPump;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.text.Words;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// One call of a tool: a process, and the result made of its output. Runs on a thread of its own;
/// may be cancelled on any.
final class CliCall {
  /// What the calls of one run share.
  ///
  /// @param log of the run
  /// @param debugs whether that takes single calls
  /// @param stderr where the run's stderr goes
  /// @param begun counts the calls whose processes were started
  /// @param batchFiles whether the program may be a batch file of Windows
  record Shared(
      CliProcess.Program program,
      Target.Calls settings,
      RunLog log,
      boolean debugs,
      StderrPump.To stderr,
      AtomicLong begun,
      CliMessages messages,
      boolean batchFiles) {}

  private final Shared run;
  private final Message.Request request;
  private final CliTool tool;
  private final boolean modern;
  private final Optional<CliProgress> progress;

  /// Whether its process may have been started. Written with the lock of [CliInbox] held, read on
  /// any thread.
  private volatile boolean begun;

  private final AtomicBoolean answered = new AtomicBoolean();

  // Guarded by `this`.
  private Optional<CliProcess> process = Optional.empty();
  private boolean unwanted;

  CliCall(Shared run, Message.Request request, RequestFacts facts, CliTool tool) {
    this.run = run;
    this.request = request;
    this.tool = tool;
    this.modern = facts.modern();
    this.progress =
        facts.progressToken().present()
            ? Optional.of(
                new CliProgress(
                    facts.progressToken().text(request.bytes()),
                    run.program.timers(),
                    run.messages::tellSoon))
            : Optional.empty();
  }

  /// Whether it is the request with this id.
  boolean asks(RequestId id) {
    return request.id().equals(id);
  }

  boolean begun() {
    return begun;
  }

  void begin() {
    begun = true;
  }

  /// Runs the call to its end, and answers it once if anybody wants an answer; perhaps before the
  /// end, on a thread of its own. The root of its thread.
  void run() {
    try {
      result();
    } catch (Refused e) {
      answer(failed(String.valueOf(e.getMessage())));
    } catch (Throwable t) {
      run.messages.defect("call", t);
      refuse(t);
    } finally {
      progress.ifPresent(CliProgress::end);
    }
  }

  /// Pitstop itself has failed.
  void refuse(Throwable why) {
    try {
      answer(failed("The call failed because of an internal error in Pitstop: " + why));
    } catch (Throwable t) {
      run.messages.lost(Optional.of(request.id()), request.bytes().length);
    }
  }

  /// Gives an answer, unless there was one.
  private void answer(byte[] answer) {
    if (!answered.compareAndSet(false, true)) {
      return;
    }
    progress.ifPresent(CliProgress::end);
    try {
      run.messages.tell(answer);
    } catch (Throwable t) {
      run.messages.defect("call", t);
      run.messages.lost(Optional.of(request.id()), answer.length);
    }
  }

  /// An answer of Pitstop's own that says what is wrong.
  private byte[] failed(String why) {
    return Messages.result(request.id(), error(Words.sentence(why)));
  }

  private void result() throws Refused {
    Target.Calls settings = run.settings;
    CliTool.Invocation call =
        tool.invocation(
            request.bytes(),
            request.param("arguments"),
            settings.callArgs().orElse(CliTool.CALL_ARGS),
            settings.callArgs().isPresent());
    Optional<String> unsafe = run.batchFiles ? run.program.refuses(call.words()) : Optional.empty();
    if (unsafe.isPresent()) {
      answer(Messages.result(request.id(), error(unsafe.get())));
      return;
    }
    long limit = tool.timeoutMillis().orElse(settings.millis());
    CliProcess started =
        new CliProcess(
            run.program,
            run.log,
            run.stderr,
            run.program.with(call.words()),
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
    run.begun.incrementAndGet();
    if (run.debugs) {
      run.log.debug("call-started", "tool", tool.name());
    }
    long begin = System.nanoTime();
    try {
      CliProcess.Outcome outcome = started.run(late -> answer(late, limit));
      if (run.debugs) {
        run.log.debug(
            "call-ended",
            "tool",
            tool.name(),
            "exit",
            exit(outcome.how()),
            "ms",
            (System.nanoTime() - begin) / 1_000_000);
      }
      answer(outcome, limit);
    } finally {
      started.forget();
    }
  }

  private void answer(CliProcess.Outcome outcome, long limit) {
    switch (outcome.how()) {
      case CliProcess.How.Exited e ->
          answer(outcome, new Output.Exited(e.exit().status(), e.exit().words()));
      case CliProcess.How.Late l -> answer(outcome, new Output.TimedOut(limit, l.gone()));
      case CliProcess.How.NotStarted n ->
          answer(failed("`" + tool.name() + "` was not run: " + n.refusal().why()));
      case CliProcess.How.Cancelled c -> {}
    }
  }

  /// Makes the result of the output. Where the heap has no room for that, the caller is told so.
  private void answer(CliProcess.Outcome outcome, Output.End end) {
    if (outcome.out().isPresent()) {
      try {
        answer(result(outcome, outcome.out().get(), end));
        return;
      } catch (OutOfMemoryError e) {
        // as if there had been none for the output itself
      }
    }
    if (answered.compareAndSet(false, true)) {
      progress.ifPresent(CliProgress::end);
      run.messages.lost(Optional.of(request.id()), outcome.length());
    }
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

  private byte[] result(CliProcess.Outcome outcome, byte[] out, Output.End end) {
    return Messages.result(
        request.id(), Output.result(tool, out, outcome.length(), outcome.lastLines(), end, modern));
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
