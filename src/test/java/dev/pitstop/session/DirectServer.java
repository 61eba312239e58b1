package dev.pitstop.session;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.Command;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.tools.ManagedCall;
import dev.pitstop.session.tools.Management;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.session.tools.Rerun;
import dev.pitstop.session.tools.StopTool;
import dev.pitstop.session.tools.Which;
import dev.pitstop.session.watching.WatchReload;
import dev.pitstop.watch.Settled;
import dev.pitstop.watch.WatchProblem;
import dev.pitstop.watch.Watcher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;

/// What a server in a session can be told past the client: what comes from files and people, and
/// what a defect of ours would do.
record DirectServer(Session session, SessionServer server, OwnTools tools) {
  private void turn(Consumer<Backend> body) {
    session.wiring.monitor().turn(() -> body.accept(server.backend()));
  }

  /// Its files were saved.
  void saved() {
    turn(b -> b.reloads().reload(b.settings().order(), true, r -> {}));
  }

  /// A reload that nobody asked for on the wire.
  ///
  /// @param ended is told of its end, in a turn
  void reload(Runnable ended) {
    turn(b -> b.reloads().reload(b.settings().order(), true, r -> ended.run()));
  }

  /// It gets a request of this method that cannot be written to these of its processes.
  ///
  /// @param numbers of processes
  /// @param endFails whether a defect keeps its end from being told, too
  /// @return in time, how it ended
  List<String> giveBroken(String method, IntPredicate numbers, boolean endFails) {
    Message parsed = Codec.parse(Messages.request(RequestId.of("bad"), method, "{}"));
    Message.Request bad = assertInstanceOf(Message.Request.class, parsed);
    List<String> ends = new CopyOnWriteArrayList<>();
    Call call =
        new Call(
            Call.Kind.REQUEST,
            bad,
            RequestFacts.of(bad),
            "",
            (splice, q, to) -> {
              if (numbers.test(to.number())) {
                throw new IllegalStateException("a defect");
              }
            },
            (c, ending) -> {
              ends.add(ending.toString());
              if (endFails) {
                throw new IllegalStateException("a defect");
              }
            });
    turn(b -> b.calls().submit(call));
    return ends;
  }

  /// `stop_server`, as of a program of this name.
  ///
  /// @param others finds other processes of it
  /// @return gets the answer
  BlockingQueue<String> stop(Function<Command, List<ProcessHandle>> others) {
    Command program = new Command(List.of("fake-server"), Map.of(), Path.of("/nonexistent"));
    return run(new StopTool(server, () -> {}, Set::of, () -> others.apply(program)));
  }

  /// A person beside the agent stops it.
  ///
  /// @return gets the answer
  BlockingQueue<String> stopByHand() {
    return run(tools.stopByHand().body());
  }

  private BlockingQueue<String> run(Management.Body tool) {
    BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    tools
        .management()
        .call(
            new Management.Tool(tools.stopByHand().spec(), tool),
            "{}",
            new ManagedCall(
                session.wiring,
                Optional.empty(),
                true,
                answer -> answers.add(answer.result(false))));
    return answers;
  }

  /// The last call is made again for a person.
  ///
  /// @return what became of it, as JSON
  List<String> rerunLast() {
    List<String> lines = new ArrayList<>();
    new Rerun(
            tools,
            new Which(true, List.of()),
            session.wiring.monitor().inTurn(tools::servers),
            false,
            call -> call.answer().join())
        .run(line -> lines.add(line.json()));
    return lines;
  }

  /// Another watch of its files beside its own, which has none.
  Watch watch() {
    return new Watch(
        new WatchReload(server, session.wiring),
        this,
        new AtomicReference<>(new State.Stopped(State.Cause.NEVER_STARTED)));
  }

  record Watch(WatchReload watch, DirectServer of, AtomicReference<State> last) {
    /// @param watcher made of what it reports to
    void start(BiFunction<Consumer<Settled>, Consumer<WatchProblem>, Watcher> watcher) {
      watch.start(watcher);
    }

    /// What the session does with each new state.
    void follow() {
      of.turn(b -> watch.stateChanged(last.getAndSet(b.state()), b.state()));
    }

    void close() {
      watch.close();
    }
  }
}
