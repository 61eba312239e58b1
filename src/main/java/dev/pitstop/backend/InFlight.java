package dev.pitstop.backend;

import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.CallTable;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The calls that a run was given and has not answered, how long they wait, and the memory they
/// take. A cancelled call keeps only its place, since its answer may still come. Called in turns of
/// the monitor.
final class InFlight {
  private final Run run;
  private final CallTable<Call> calls;
  private final CallWatch watch;

  private long bytes;

  /// @param ids ids for Pitstop's own requests, shared by all runs of a server
  /// @param observer learns how long its calls wait
  InFlight(Run run, FreshIds ids, BackendParts parts, CallWatch.Observer observer) {
    this.run = run;
    this.calls = new CallTable<>(ids);
    this.watch = new CallWatch(run, calls, parts, observer);
  }

  /// An id that is not in use here.
  RequestId fresh() {
    return calls.fresh();
  }

  /// Gives the run a request. If Pitstop fails to send it, the call ends: it would wait for ever
  /// otherwise.
  void give(Call call) {
    RequestId wanted = call.kind() == Call.Kind.ROUND ? fresh() : call.request().id();
    RequestId id = calls.add(wanted, call);
    try {
      call.sent(run, id, run.give(call.message(run, id)));
      sent(call);
      watch.given(call);
    } catch (RuntimeException | Error e) {
      take(id);
      call.end(new Call.Ending.Failed(new Failure.Defect(e.toString())));
      throw e;
    }
  }

  /// The call that the run knows by this id.
  Optional<Call> find(RequestId id) {
    return calls.find(id);
  }

  /// Whether the run was given nothing but a `server/discover` of the client.
  boolean onlyProbed() {
    List<Call> all = calls.all();
    return !all.isEmpty() && all.stream().allMatch(Call::isProbe);
  }

  /// The only request that the run has not answered, if there is just one.
  Optional<RequestId> only() {
    List<Call> all = calls.all();
    return all.size() == 1 ? Optional.of(all.getFirst().sentAs()) : Optional.empty();
  }

  /// How many bytes its calls keep, or the run has not read, which are mostly the same.
  long kept() {
    return Math.max(bytes, run.pending());
  }

  private void sent(Call call) {
    bytes += call.size();
    Span token = call.facts().progressToken();
    if (token.present()) {
      call.token(token.text(call.request().bytes()));
    }
  }

  /// Takes the call to which a response belongs. Only the first response finds it.
  Optional<Call> answered(RequestId id) {
    Optional<Call> call = take(id);
    if (call.isPresent()) {
      watch.answered(call.get());
      run.link().answered(call.get().sent());
    }
    return call;
  }

  private Optional<Call> take(RequestId id) {
    Optional<Call> call = calls.take(id);
    if (call.isPresent()) {
      bytes -= call.get().size();
    }
    return call;
  }

  /// The client no longer waits for the answer of this call.
  void cancelled(Call call) {
    bytes -= call.size();
    call.giveUpBytes();
    bytes += call.size();
    watch.cancelled(call);
  }

  /// The client's calls in flight that may make the run ask something. A run may not have heard of
  /// a cancellation yet, or work on.
  List<Call> mayAsk() {
    return calls.all().stream()
        .filter(c -> c.ofClient() && Methods.mayAsk(c.request().method()))
        .toList();
  }

  /// The call becomes the answer to another request of the client.
  void continues(Call call, Message.Request by, RequestFacts facts, Call.Ender then) {
    boolean here = calls.find(call.sentAs()).filter(call::equals).isPresent();
    bytes -= here ? call.size() : 0;
    call.continues(by, facts, then);
    bytes += here ? call.size() : 0;
  }

  // How long they wait.

  CallWatch watch() {
    return watch;
  }

  /// The run reports progress.
  ///
  /// @return the newest call in flight that issued this token
  Optional<Call> progressed(String lexeme) {
    Map<RequestId, Call> tokens = new HashMap<>(); // a client may use one twice
    for (Call c : calls.all()) {
      if (!c.cancelled() && !c.token().isEmpty()) {
        tokens.put(new RequestId(c.token()).normalized(), c);
      }
    }
    Optional<Call> issuer = Optional.ofNullable(tokens.get(new RequestId(lexeme).keyIn(tokens)));
    issuer.ifPresent(watch::progressed);
    return issuer;
  }

  /// The method and id of the oldest request that the run has not answered, for people.
  Optional<String> owes() {
    return calls.all().stream()
        .filter(c -> !c.cancelled())
        .findFirst()
        .map(c -> "`" + c.request().method() + "` (id " + c.sentAs() + ")");
  }

  /// Whether nobody waits for the answer to any of the calls. Listens do not count.
  boolean idle() {
    return !watch.asking() && calls.all().stream().allMatch(Call::mayBeDropped);
  }

  /// How many calls of the client there are, without listens.
  int requests() {
    return (int) calls.all().stream().filter(c -> c.ofClient() && !c.cancelled()).count();
  }

  /// Takes all calls: the run will never answer them. Marks the calls of which no byte was written.
  List<Call> orphans() {
    List<Call> all = calls.drain();
    bytes = 0;
    for (Call c : all) {
      if (!run.mayHaveRun(c.sent())) {
        c.notDelivered();
      }
    }
    return all;
  }
}
