package dev.pitstop.backend;

import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Trouble;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.digest.LastWords;
import dev.pitstop.process.Child;
import dev.pitstop.process.PortUse;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.RequestId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// Takes what one run reports: responses go to their calls, once; requests and notifications go to
/// the session. Called by threads of the channel, outside a turn; takes a turn for each burst.
final class RunEvents implements Events {
  /// Takes what changes the state of the server. Called in turns.
  interface Reports {
    void opened(LiveRun run);

    /// The run cannot be opened because nobody answers, and no command of the channel will change
    /// that.
    void stranded(LiveRun run);

    void ended(LiveRun run, RunEnd how);
  }

  private static final long MISPLACED_MILLIS = 1_000;

  private final LiveRun live;
  private final Run run;
  private final BackendParts parts;
  private final Dispatcher calls;
  private final Reports reports;
  private final Monitor.Unflushed unflushed = new Monitor.Unflushed();
  private boolean strayTold; // used only where strays are reported, one at a time

  RunEvents(LiveRun live, BackendParts parts, Dispatcher calls, Reports reports) {
    this.live = live;
    this.run = live.run;
    this.parts = parts;
    this.calls = calls;
    this.reports = reports;
  }

  @Override
  public void opened() {
    parts.monitor().turn(() -> reports.opened(live));
  }

  @Override
  public void stranded() {
    parts.monitor().turn(() -> reports.stranded(live));
  }

  @Override
  public void flush() {
    parts.monitor().flush(unflushed, true);
  }

  @Override
  public void awaitRoom() throws InterruptedException {
    parts.session().awaitRoom();
  }

  @Override
  public void received(List<Message> burst, Optional<RequestId> during) {
    parts.monitor().turnUnflushed(unflushed, () -> burst.forEach(m -> takeSafely(m, during)));
  }

  /// A bug in Pitstop must cost one message, not the reader and the server.
  private void takeSafely(Message message, Optional<RequestId> during) {
    try {
      take(message, during);
    } catch (RuntimeException | Error e) {
      parts
          .log()
          .error(
              "message-lost", "server", parts.name(), "spawn", run.number(), "why", e.toString());
    }
  }

  private void take(Message message, Optional<RequestId> during) {
    if (message instanceof Message.Result r) {
      answered(r.id(), r);
    } else if (message instanceof Message.Failure f) {
      if (f.id().isPresent()) {
        answered(f.id().get(), f);
      } else {
        parts.note("dropped an error without an id: it cannot be matched to a request");
      }
    } else if (message instanceof Message.Request r) {
      parts.session().serverRequest(run, r, during.flatMap(live.calls::find));
    } else if (message instanceof Message.Notification n) {
      parts.session().serverNotification(run, n);
    } else {
      throw new IllegalStateException("channels hand over single messages only");
    }
  }

  private void answered(RequestId id, Message.Response message) {
    Optional<Call> found = live.calls.answered(id);
    if (found.isEmpty()) {
      parts
          .log()
          .warn("unsolicited", "server", parts.name(), "spawn", run.number(), "id", id.lexeme());
      return;
    }
    Call call = found.get();
    try {
      if (!call.cancelled()) {
        call.end(new Call.Ending.Answered(run, message));
      }
    } finally {
      live.greeting.answered(call, message);
      live.stopIfIdle();
    }
  }

  @Override
  public void stray(String line) {
    // it is in the ring, where `server_stderr` and crash texts find it
    if (!strayTold && parts.ring().strays(run.number()).isPresent()) {
      strayTold = true;
      parts.monitor().turn(() -> parts.session().strayWords(run));
    }
  }

  /// The call gets its answer, or an end, since a log may quote an answer before it is sent.
  @Override
  public void misplaced(RequestId id, String detail, String line) {
    parts
        .monitor()
        .turn(() ->
            live.calls
                .find(id)
                .ifPresent(call ->
                    parts.turnAfter(
                        MISPLACED_MILLIS,
                        () -> {
                          if (live.calls.find(id).filter(call::equals).isPresent()) {
                            live.calls.answered(id);
                            unusable(call, new Unusable.Malformed(Optional.of(id), detail, line));
                            live.stopIfIdle();
                          }
                        })));
  }

  /// An answer that cannot be passed on still ends its call.
  @Override
  public void unusable(Unusable what) {
    parts
        .monitor()
        .turnUnflushed(
            unflushed,
            () -> {
              if (meantAsAnswer(what)) {
                Optional<RequestId> id = what.id().or(live.calls::only);
                id.flatMap(live.calls::answered).ifPresent(c -> unusable(c, what));
              }
              live.stopIfIdle();
            });
  }

  private void unusable(Call call, Unusable what) {
    if (call.cancelled()) {
      return; // nobody waits for the answer
    }
    if (what instanceof Unusable.CutOff cut) {
      calls.cutOff(live, call, cut.how());
    } else {
      call.end(new Call.Ending.Failed(new Failure.Unusable(what)));
    }
  }

  /// A server may use the id of a call for a request of its own.
  private static boolean meantAsAnswer(Unusable what) {
    return switch (what) {
      case Unusable.TooLong t -> t.answer();
      case Unusable.Malformed m -> true;
      case Unusable.CutOff c -> true;
      case Unusable.Refused r -> true;
    };
  }

  @Override
  public void ended(End end) {
    LastWords words = // not in a turn: it reads a thousand lines
        look("last words", this::lastWords, LastWords.NONE);
    Optional<PortUse> port = look("port", () -> portUse(words), Optional.empty());
    parts
        .monitor()
        .turn(() -> {
          RunEnd how = facts(end, words, port);
          run.ended(how);
          live.calls.ends();
          Object[] fields = {"server", parts.name(), "spawn", run.number(), "status", status(how)};
          if (how.byItself()) {
            parts.log().warn("exit", fields);
          } else {
            parts.log().info("exit", fields);
          }
          reports.ended(live, how);
        });
    // the messages that its reader offered and did not flush
    parts.monitor().flush(unflushed, false);
  }

  private static String status(RunEnd how) {
    return how.exit()
        .map(Child.Exit::words)
        .or(() -> how.trouble().map(Object::toString))
        .orElse("closed");
  }

  private LastWords lastWords() {
    StderrRing ring = parts.ring();
    OptionalLong lost = parts.monitor().inTurn(() -> live.calls.written());
    List<String> lines = ring.since(lost.orElse(0), run.number(), StderrRing.LINES);
    boolean nothing = lost.isPresent() && lines.stream().allMatch(String::isBlank);
    return nothing
        ? LastWords.of(
                ring.lastOf(run.number(), StderrRing.LINES), run.recipe().channel().directory())
            .olderThanCall()
        : LastWords.of(lines, run.recipe().channel().directory());
  }

  private Optional<PortUse> portUse(LastWords words) {
    return Contention.sign(words.lines()).isPresent()
        ? run.recipe().channel().portUse(words.lines())
        : Optional.empty();
  }

  /// What is known of an end, which must be reported whatever fails here.
  private <T> T look(String what, Supplier<T> look, T otherwise) {
    try {
      return look.get();
    } catch (RuntimeException | Error e) {
      parts.defect(what, e);
      return otherwise;
    }
  }

  private RunEnd facts(End end, LastWords words, Optional<PortUse> port) {
    Optional<Child.Exit> exit = Optional.empty();
    if (end instanceof End.Exited e) {
      exit = Optional.of(e.exit());
      e.fault().ifPresent(f -> run.trouble(new Trouble.Closed(f)));
    } else if (end instanceof End.Refused r) {
      run.trouble(new Trouble.NotOpened(r.problem()));
    } else if (end instanceof End.Lost l) {
      run.trouble(new Trouble.SessionLost(l.why()));
    } else if (end instanceof End.SurvivedKill) {
      run.trouble(new Trouble.Unkillable());
    } // otherwise it was closed on purpose
    boolean opened = !(end instanceof End.Refused);
    return new RunEnd(
        run.kind(),
        run.number(),
        opened ? run.facts().pid() : OptionalLong.empty(),
        exit,
        opened ? run.uptimeMillis() : 0,
        run.stopped(),
        run.trouble(),
        run.served(),
        words,
        port);
  }
}
