package dev.pitstop.channel.cli;

import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Target;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.commandline.Output;
import dev.pitstop.commandline.Refused;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.BatchFiles;
import dev.pitstop.process.SpawnException;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.text.Words;
import java.util.Optional;

/// One call of a tool: a process, and the result made of its output. One thread runs it, to the end
/// of the process; it may be cancelled on any.
final class CliCall {
  private final CliProgram program;
  private final RunLog log;
  private final CliInbox inbox;
  private final Message.Request request;
  private final CliTool tool;
  private final boolean modern;
  private final CliProgress progress;
  private final CliProcess process;

  /// @param log of the run
  CliCall(
      CliProgram program,
      RunLog log,
      CliInbox inbox,
      Message.Request request,
      RequestFacts facts,
      CliTool tool) {
    this.program = program;
    this.log = log;
    this.inbox = inbox;
    this.request = request;
    this.tool = tool;
    this.modern = facts.modern();
    this.progress =
        new CliProgress(
            facts.progressToken().text(request.bytes()),
            program.parts().timers(),
            message -> inbox.tellLater(message));
    this.process = new CliProcess(program.parts(), log, progress::wrote);
  }

  /// Whether it is the request with this id.
  boolean asks(RequestId id) {
    return request.id().equals(id);
  }

  /// Runs the call to the end of its process, and answers it once if anybody wants an answer. The
  /// root of its thread.
  void run() {
    log.guard(
        "call",
        () -> {
          try {
            result();
          } catch (Refused e) {
            answer(failed(String.valueOf(e.getMessage())));
          } catch (SpawnException e) {
            answer(failed("`" + tool.name() + "` was not run: " + e.getMessage()));
          }
        },
        t -> answer(failed("The call failed because of an internal error in Pitstop: " + t)));
    progress.end();
  }

  private void answer(byte[] answer) {
    progress.end();
    inbox.tell(answer);
  }

  /// An answer of Pitstop's own that says what is wrong.
  private byte[] failed(String why) {
    return error(Words.sentence(why));
  }

  private byte[] error(String text) {
    return Messages.result(request.id(), Messages.toolResult(Words.MARK + text, true, modern));
  }

  private void result() throws Refused, SpawnException {
    if (process.unwanted()) {
      return; // cancelled while it waited for its turn
    }
    Target.Calls settings = program.calls();
    CliTool.Invocation call =
        tool.invocation(
            request.bytes(),
            request.param("arguments"),
            settings.callArgs().orElse(CliTool.CALL_ARGS),
            settings.callArgs().isPresent());
    Optional<String> unsafe =
        BatchFiles.refuses(
            program.command(), program.parts().spawner().executables(), call.words());
    if (unsafe.isPresent()) {
      answer(error(unsafe.get()));
      return;
    }
    program.begun().incrementAndGet();
    long begin = System.nanoTime();
    long limit = tool.timeoutMillis().orElse(settings.millis());
    CliProcess.Outcome outcome =
        process.run(program.with(call.words()), call.stdin(), settings.maxOutput(), limit);
    log.debug(
        "call-ended",
        "tool",
        tool.name(),
        "how",
        outcome.why().name(),
        "exit",
        outcome.exit().status(),
        "ms",
        (System.nanoTime() - begin) / 1_000_000);
    switch (outcome.why()) {
      case EXITED ->
          answer(outcome, new Output.Exited(outcome.exit().status(), outcome.exit().words()));
      case LATE -> answer(outcome, new Output.TimedOut(limit));
      case CANCELLED -> {}
    }
  }

  private void answer(CliProcess.Outcome outcome, Output.End end) {
    answer(
        Messages.result(
            request.id(),
            Output.result(
                tool, outcome.out(), outcome.length(), outcome.lastLines(), end, modern)));
  }

  /// Cancels the call: its process is stopped, and nothing is answered.
  void cancel() {
    process.cancel();
  }

  /// Cancels the call and kills its process at once.
  void kill() {
    process.kill();
  }
}
