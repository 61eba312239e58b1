package dev.pitstop.channel.cli;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The messages between one schema and its backend. Incoming ones are taken apart and handled one
/// after the other, on a virtual thread. A limited number of calls runs at once, each on a thread
/// of its own; the others wait. Thread-safe; only [#close] waits.
final class CliInbox {
  private final Map<String, CliTool> tools = new LinkedHashMap<>(); // not changed any more
  private final CliSchema schema;
  private final CliProgram program;
  private final RunLog log;
  private final Teller teller;
  private final CliAnswers answers;
  private final Set<CliCall> calls = ConcurrentHashMap.newKeySet(); // those that wait or run
  private final ThreadPoolExecutor inOrder;
  private final ThreadPoolExecutor threads;

  CliInbox(CliProgram program, RunLog log, Teller teller, CliSchema schema) {
    schema.tools().forEach(tool -> tools.put(tool.name(), tool));
    this.schema = schema;
    this.program = program;
    this.log = log;
    this.teller = teller;
    this.answers = new CliAnswers(log.server(), schema);
    this.inOrder = threads(1, log.server() + " messages");
    this.threads = threads(program.calls().parallel(), log.server() + " call");
  }

  /// A limited number of virtual threads that work off a queue. Discards what comes after its end.
  private static ThreadPoolExecutor threads(int most, String name) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            most,
            most,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofVirtual().name(name).factory(),
            new ThreadPoolExecutor.DiscardPolicy());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /// What is known of the schema.
  Facts.Schema described() {
    List<String> problems = schema.problems().stream().map(CliSchema.Problem::text).toList();
    return new Facts.Schema(tools.size(), problems, program.begun().get());
  }

  // Messages.

  /// Takes a message, which is handled later. Does not wait.
  void add(Outgoing message) {
    inOrder.execute(() -> {
      Message parsed = Codec.parse(message.bytes());
      log.guard("message", () -> take(parsed), why -> failed(parsed, why));
    });
  }

  /// The caller must get an answer nevertheless.
  private void failed(Message message, Throwable why) {
    if (message instanceof Message.Request r) {
      String text = "Internal error in Pitstop: " + why;
      tell(Messages.error(r.id(), Messages.INTERNAL_ERROR, text));
    }
  }

  private void take(Message message) {
    if (message instanceof Message.Request r) {
      request(r);
    } else if (message instanceof Message.Notification n && n.method().equals(Methods.CANCELLED)) {
      Span id = n.param("requestId");
      calls.stream()
          .filter(call -> id.present() && call.asks(new RequestId(id.text(n.bytes()))))
          .forEach(CliCall::cancel); // one that waits still takes its turn, and does nothing
    }
  }

  private void request(Message.Request r) {
    RequestFacts facts = RequestFacts.of(r);
    String name = Json.string(r.bytes(), facts.name());
    Optional<CliTool> tool =
        r.method().equals(Methods.TOOLS_CALL)
            ? Optional.ofNullable(tools.get(name))
            : Optional.empty();
    if (tool.isEmpty() || !CliAnswers.serves(r, facts)) {
      tell(answers.to(r, facts));
      return;
    }
    CliCall call = new CliCall(program, log, this, r, facts, tool.get());
    calls.add(call);
    threads.execute(() -> {
      call.run();
      calls.remove(call);
    });
  }

  /// Sends the backend a message. Blocks while the client has too much to read.
  void tell(byte[] message) {
    Message parsed = Codec.parse(message);
    if (message.length > program.parts().maxMessageBytes()) {
      Optional<RequestId> id =
          parsed instanceof Message.Result r ? Optional.of(r.id()) : Optional.empty();
      Events.Unusable what = new Events.Unusable.TooLong(id, true, message.length);
      teller.tell("unusable", e -> e.unusable(what));
    } else {
      teller.tell("received", e -> e.received(List.of(parsed), Optional.empty()));
    }
    try {
      teller.beforeRead();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // everything to send has been sent
    }
  }

  /// The same after all that came before. Does not wait.
  void tellLater(byte[] message) {
    inOrder.execute(() -> log.guard("progress", () -> tell(message), failure -> {}));
  }

  // Its end.

  /// Lets nothing begin any more, stops the running calls, and waits for their ends.
  ///
  /// @return whether all have ended in time
  boolean close(Duration limit) throws InterruptedException {
    for (ThreadPoolExecutor queue : List.of(inOrder, threads)) {
      queue.getQueue().clear();
      queue.shutdown();
    }
    calls.forEach(CliCall::cancel);
    return threads.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Kills the running calls; none that waits begins any more.
  void kill() {
    calls.forEach(CliCall::kill);
  }
}
