package dev.pitstop.session.many;

import dev.pitstop.backend.Call;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Calls;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.members.Owners;
import dev.pitstop.session.words.OwnToolNames;
import dev.pitstop.session.words.UnknownText;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One `resources/read` of a URI without a certain owner. Possible owners are asked one after the
/// other until one has it. Owners that are starting are asked when they are ready. It is safe to
/// ask several, because reading changes nothing. A silent server delays the others only for a short
/// time, and delays the client only for a limited time (M7). Called in turns of the monitor.
public final class ResourceSearch implements Arrivals.Waiter {
  /// How long a server may be silent before the next one is asked as well.
  public static final long PATIENCE_MILLIS = 2_000;

  /// How long to wait for silent servers when no server is left to ask.
  public static final long SILENCE_MILLIS = 10_000;

  private static final int RESOURCE_NOT_FOUND = -32002; // legacy; -32602 in revision 2026-07-28

  /// Why a server is asked.
  private enum Rank {
    /// It is the owner: its answer counts.
    SURE,
    /// It probably has it.
    LIKELY,
    /// No other server can be asked.
    ONLY,
    /// It has no better claim than others: it gets only a short time.
    ANY
  }

  private final Wiring wiring;
  private final Owners owners;
  private final Arrivals arrivals;
  private final OwnToolNames tools;
  private final Calls calls;
  private final Members members;
  private final Message.Request request;
  private final RequestFacts facts;
  private final Span at;
  private final String uri;
  private final Reply reply;
  private final Set<Owners.Owned> asked = new HashSet<>();
  private final Map<Call, Calls.Asked> open = new LinkedHashMap<>();
  private Optional<Call> thinking = Optional.empty(); // no other is asked before it is over
  private Optional<Timers.Timer> patience = Optional.empty(); // with the call in `thinking`
  private Optional<Outgoing> refusal = Optional.empty();
  private boolean named; // the refusal names the URI
  private boolean ofLikely; // the refusal comes from a likely owner
  private boolean waited; // the request has waited as long as it may
  private Optional<Timers.Timer> silence = Optional.empty();
  private boolean over;
  private boolean cancelled;

  ResourceSearch(
      Wiring wiring,
      Owners owners,
      Arrivals arrivals,
      OwnToolNames tools,
      Calls calls,
      Members members,
      Message.Request request,
      RequestFacts facts,
      Reply reply) {
    this.wiring = wiring;
    this.owners = owners;
    this.arrivals = arrivals;
    this.tools = tools;
    this.calls = calls;
    this.members = members;
    this.request = request;
    this.facts = facts;
    this.at = request.param("uri");
    this.uri = Json.string(request.bytes(), at);
    this.reply = reply;
  }

  void begin() {
    wiring
        .tracker()
        .open(
            request,
            (n, id) -> {
              cancelled = true;
              end();
              open.forEach((call, a) -> a.cancel(n, id));
              open.clear();
              reply.none();
            });
    next();
  }

  @Override
  public void look() {
    next();
  }

  @Override
  public void late() {
    waited = true;
    next();
  }

  /// Asks the next server, if there is one and no other is thinking.
  private void next() {
    if (thinking.isPresent()) {
      return;
    }
    Owners.Whose whose = owners.whose(uri);
    for (Owners.Owned owned : whose.owners()) {
      if (mayAsk(owned)) {
        ask(owned, whose.sure() ? Rank.SURE : Rank.LIKELY);
        return;
      }
    }
    Optional<Owners.Owned> prefixed = owners.prefixed(uri);
    if (prefixed.isPresent() && serves(prefixed.get().member()) && mayAsk(prefixed.get())) {
      ask(prefixed.get(), Rank.ANY);
      return;
    }
    for (Member m : members.all()) {
      Owners.Owned owned = new Owners.Owned(m, uri);
      if (serves(m) && mayAsk(owned)) {
        ask(owned, isOnlyOne(m) ? Rank.ONLY : Rank.ANY);
        return;
      }
    }
    rest();
  }

  private boolean mayAsk(Owners.Owned owned) {
    return !owned.member().removed() && !asked.contains(owned);
  }

  /// Whether to ask this server now. One that is coming and has not listed anything will soon say
  /// better whether it has the resource.
  private boolean serves(Member m) {
    return !arrivals.isComing(m)
        && m.backend().serving().filter(run -> run.offers("resources")).isPresent();
  }

  /// Whether no other server can be asked. This one then gets the time of a call.
  private boolean isOnlyOne(Member m) {
    return asked.isEmpty()
        && members.all().stream()
            .noneMatch(other -> !other.equals(m) && (serves(other) || arrivals.isComing(other)));
  }

  /// All present servers have been asked.
  private void rest() {
    if (!waited && arrivals.any()) {
      Optional<String> full = arrivals.add(this, request);
      waited = full.isPresent();
      if (waited && open.isEmpty()) {
        settle(Outgoing.of(OwnerWait.cannotWait(request, full.get())));
        return;
      }
    }
    if (waited || !arrivals.any()) {
      if (open.isEmpty()) {
        nobodyHasIt();
      } else if (silence.isEmpty()) {
        silence = Optional.of(after(SILENCE_MILLIS, this::silent));
      }
    }
  }

  private Timers.Timer after(long millis, Runnable then) {
    return wiring.after(
        millis,
        () -> {
          if (!over) {
            then.run();
          }
        });
  }

  private void ask(Owners.Owned owned, Rank rank) {
    asked.add(owned);
    Span changed = unlessSame(at, request, owned);
    Calls.Asked call =
        calls.ask(owned, changed, request, facts, (c, ending) -> ended(owned, rank, c, ending));
    open.put(call.call(), call);
    thinking = Optional.of(call.call());
    if (rank == Rank.ANY) {
      patience = Optional.of(after(PATIENCE_MILLIS, () -> goOn(call.call())));
    }
    call.submit();
  }

  /// This server has used its time, or has refused.
  private void goOn(Call c) {
    if (thinking.filter(c::equals).isPresent()) {
      thinking = Optional.empty();
      patience.ifPresent(Timers.Timer::cancel);
    }
    next();
  }

  private void ended(Owners.Owned owned, Rank rank, Call c, Call.Ending ending) {
    Optional.ofNullable(open.remove(c)).ifPresent(Calls.Asked::over);
    boolean found =
        ending instanceof Call.Ending.Answered a && a.message() instanceof Message.Result;
    if (found) {
      owners.shown(uri, owned);
    }
    if (found || rank == Rank.SURE) {
      stop();
      calls.answer(owned.member(), c, ending, this::answer);
    } else {
      calls.answer(owned.member(), c, ending, answer -> refused(c, rank, names(ending), answer));
    }
  }

  /// Whether a refusal names the resource, as it should (2026-07-28, resources, "Error Handling").
  private static boolean names(Call.Ending ending) {
    return ending instanceof Call.Ending.Answered a
        && a.message() instanceof Message.Failure f
        && Json.member(f.bytes(), f.member("data"), "uri").present();
  }

  private void refused(Call c, Rank rank, boolean names, Outgoing answer) {
    if (over) {
      return;
    }
    // the first refusal of a likely owner, else the last of the others, best one with the URI
    if (!ofLikely && (names || !named || rank == Rank.LIKELY)) {
      refusal = Optional.of(answer);
      named = names;
      ofLikely = rank == Rank.LIKELY;
    }
    goOn(c);
  }

  private void silent() {
    StringBuilder why = new StringBuilder();
    for (Calls.Asked a : open.values()) {
      why.append(UnknownText.silent(a.member().name()));
    }
    settle(ofLikely ? refusal.orElseThrow() : notFound(why.toString()));
  }

  /// Answers with the refusal of a server that was asked, or says why others were not asked.
  private void nobodyHasIt() {
    Optional<Owners.Owned> down = owners.down(uri).filter(this::mayAsk);
    if (down.isPresent() && !ofLikely) {
      ask(down.get(), Rank.SURE); // its answer says why it is down, as for any call
      return;
    }
    String why = arrivals.why(tools);
    settle(refusal.filter(r -> ofLikely || why.isEmpty()).orElseGet(() -> notFound(why)));
  }

  private void settle(Outgoing answer) {
    stop();
    answer(answer);
  }

  /// Stops asking and waiting.
  private void stop() {
    end();
    open.values().forEach(Calls.Asked::withdraw);
    open.clear();
  }

  private void end() {
    over = true;
    patience.ifPresent(Timers.Timer::cancel);
    silence.ifPresent(Timers.Timer::cancel);
    arrivals.leave(this);
  }

  private void answer(Outgoing answer) {
    if (!cancelled) {
      wiring.tracker().over(request);
      reply.send(answer);
    }
  }

  private Outgoing notFound(String why) {
    return Outgoing.of(notFound(request, facts, uri, why));
  }

  /// The response if no server has the resource.
  ///
  /// @param why sentences, each with a space before it
  static byte[] notFound(Message.Request r, RequestFacts f, String uri, String why) {
    int code = f.modern() ? Messages.INVALID_PARAMS : RESOURCE_NOT_FOUND;
    return Messages.error(
        r.id(), code, UnknownText.resource(uri, why), "{\"uri\":" + Json.quote(uri) + "}");
  }

  /// The position of the client's URI if the server has another; otherwise [Span#NONE]. A URI that
  /// is the same keeps its spelling.
  static Span unlessSame(Span at, Message.Request r, Owners.Owned owner) {
    return Json.string(r.bytes(), at).equals(owner.inner()) ? Span.NONE : at;
  }
}
