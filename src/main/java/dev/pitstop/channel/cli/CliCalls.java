package dev.pitstop.channel.cli;

import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.Teller;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.BatchFiles;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// The calls of one run: a limited number run at once, each with a process and a thread of its own;
/// the others wait. Thread-safe; its lock is held for an instant.
final class CliCalls {
  private final CliProgram program;
  private final Target.Calls settings;
  private final AtomicLong begun;
  private final RunLog log;
  private final Teller teller;
  private final CliMessages messages;
  private final boolean batchFiles = BatchFiles.possible();

  // Guarded by `this`.
  private final Deque<CliCall> waiting = new ArrayDeque<>();
  private final Set<CliCall> running = new LinkedHashSet<>();
  private Optional<Runnable> whenDone = Optional.empty(); // set when no call may begin any more

  /// @param begun counts the calls whose processes were started
  CliCalls(
      CliProgram program,
      Target.Calls settings,
      AtomicLong begun,
      RunLog log,
      Teller teller,
      CliMessages messages) {
    this.program = program;
    this.settings = settings;
    this.begun = begun;
    this.log = log;
    this.teller = teller;
    this.messages = messages;
  }

  /// A call of a tool. It begins once it was added, and there is room.
  CliCall of(Message.Request request, RequestFacts facts, CliTool tool) {
    Optional<CliProgress> progress =
        facts.progressToken().present()
            ? Optional.of(
                new CliProgress(
                    facts.progressToken().text(request.bytes()),
                    program.timers(),
                    messages::tellSoon))
            : Optional.empty();
    return new CliCall(program, settings, log, request, facts, tool, batchFiles, progress);
  }

  /// Takes a call, which begins as soon as there is room.
  void add(CliCall call) {
    synchronized (this) {
      waiting.addLast(call);
    }
    next();
  }

  private void next() {
    Optional<CliCall> call = take();
    while (call.isPresent()) {
      start(call.get());
      call = take();
    }
  }

  private synchronized Optional<CliCall> take() {
    if (whenDone.isPresent() || running.size() >= settings.parallel() || waiting.isEmpty()) {
      return Optional.empty();
    }
    CliCall call = waiting.removeFirst();
    running.add(call);
    call.begin();
    return Optional.of(call);
  }

  private void start(CliCall call) {
    try {
      program.begin("call", () -> run(call));
    } catch (Throwable t) {
      refuse(call, t);
    }
  }

  /// The root of a call's thread.
  private void run(CliCall call) {
    try {
      call.run(begun::incrementAndGet, answer -> tell(call, answer));
    } catch (Throwable t) {
      teller.failed("call", t);
      refuse(call, t);
      return;
    }
    over(call);
  }

  /// On a thread of the call.
  private void tell(CliCall call, byte[] answer) {
    try {
      messages.tell(answer);
    } catch (Throwable t) {
      teller.failed("call", t);
      messages.lost(Optional.of(call.request().id()), answer.length);
    }
  }

  /// Pitstop itself has failed.
  private void refuse(CliCall call, Throwable why) {
    try {
      call.answer(
          call.failed("The call failed because of an internal error in Pitstop: " + why),
          answer -> tell(call, answer));
    } catch (Throwable t) {
      messages.lost(Optional.of(call.request().id()), call.request().bytes().length);
    }
    over(call);
  }

  /// A call has ended; its process is gone.
  private void over(CliCall call) {
    Optional<Runnable> done;
    synchronized (this) {
      running.remove(call);
      done = running.isEmpty() ? whenDone : Optional.empty();
    }
    done.ifPresent(Runnable::run);
    next();
  }

  /// Cancels the call with this id.
  void cancel(RequestId id) {
    Optional<CliCall> found;
    synchronized (this) {
      found = running.stream().filter(c -> c.request().id().equals(id)).findFirst();
      waiting.removeIf(c -> c.request().id().equals(id));
    }
    found.ifPresent(CliCall::cancel);
  }

  /// Lets no call begin any more, and stops the running ones.
  ///
  /// @param done run when the last has ended, perhaps at once
  void close(Runnable done) {
    List<CliCall> left;
    synchronized (this) {
      whenDone = Optional.of(done);
      left = new ArrayList<>(running);
    }
    left.forEach(CliCall::cancel);
    if (left.isEmpty()) {
      done.run();
    }
  }

  /// Lets no call begin any more, and kills the running ones.
  void kill() {
    List<CliCall> left;
    synchronized (this) {
      whenDone = Optional.of(whenDone.orElse(() -> {}));
      left = new ArrayList<>(running);
    }
    left.forEach(CliCall::kill);
  }
}
