package dev.pitstop.session;

import dev.pitstop.backend.Call;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Timers;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// One `resources/read` of a URI of which nobody knows for sure whose it is: those that may have it
/// are asked, one after the other, until one has it, and those that start when they are there.
/// Reading changes nothing. One that is silent keeps the others waiting for a short time only, and
/// the client not for ever (M7). In turns.
final class ResourceSearch implements Arrivals.Waiter {
  /// How long a server may think before the next one is asked as well.
  static final long PATIENCE_MILLIS = 2_000;

  /// How long those that are silent may think when nobody is left to be asked.
  static final long SILENCE_MILLIS = 10_000;

  /// What a search needs of what is around it.
  interface Around {
    Collection<Member> all();

    /// Asks a server, which knows the resource by this URI.
    ManyCalls.Asked ask(Owners.Owned whom, Call.Ender ender);

    /// Tells what the client gets for the end of such a call: at once, unless it is a long result.
    void answer(Owners.Owned whom, Call c, Call.Ending ending, Consumer<Outgoing> then);

    /// What it gets if nobody has it.
    ///
    /// @param why sentences, each with a blank before it
    Outgoing notFound(String why);

    /// What it gets if it cannot wait.
    ///
    /// @param why a sentence
    Outgoing refused(String why);
  }

  /// Why one is asked.
  private enum Rank {
    /// It is the owner: what it says is the answer.
    SURE,
    /// It may well be.
    LIKELY,
    /// Nobody else can be asked.
    ONLY,
    /// It may be as well as any other: it is waited for a short time only.
    ANY
  }

  private final Wiring wiring;
  private final Owners owners;
  private final Arrivals arrivals;
  private final OwnToolNames tools;
  private final Around around;
  private final Message.Request request;
  private final String uri;
  private final Reply reply;
  private final Set<Owners.Owned> asked = new HashSet<>();
  private final Map<Call, ManyCalls.Asked> open = new LinkedHashMap<>();
  private Optional<Call> thinking = Optional.empty(); // nobody else is asked before it is over
  private Optional<Timers.Timer> patience = Optional.empty(); // with that
  private Optional<Outgoing> refusal = Optional.empty();
  private boolean ofLikely; // the refusal
  private boolean waited; // for as long as may be
  private Optional<Timers.Timer> silence = Optional.empty();
  private boolean over;
  private boolean cancelled;

  ResourceSearch(
      Wiring wiring,
      Owners owners,
      Arrivals arrivals,
      OwnToolNames tools,
      Around around,
      Message.Request request,
      String uri,
      Reply reply) {
    this.wiring = wiring;
    this.owners = owners;
    this.arrivals = arrivals;
    this.tools = tools;
    this.around = around;
    this.request = request;
    this.uri = uri;
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

  /// Asks the next one, if there is one, and none is thinking.
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
    for (Member m : around.all()) {
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

  /// One that has not listed anything is about to say better whether it has it.
  private boolean serves(Member m) {
    return !arrivals.isComing(m)
        && m.backend().serving().filter(run -> run.offers("resources")).isPresent();
  }

  /// Whether nobody else can be asked: then it has all the time that a call has.
  private boolean isOnlyOne(Member m) {
    for (Member other : around.all()) {
      if (!other.equals(m) && (serves(other) || arrivals.isComing(other))) {
        return false;
      }
    }
    return asked.isEmpty();
  }

  /// All that are there have been asked.
  private void rest() {
    if (!waited && arrivals.any()) {
      Optional<String> full = arrivals.add(this, request);
      waited = full.isPresent();
      if (waited && open.isEmpty()) {
        settle(around.refused(full.get()));
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
    return wiring
        .timers()
        .after(
            millis,
            () ->
                wiring
                    .monitor()
                    .turn(
                        Monitor.By.OTHER,
                        () -> {
                          if (!over) {
                            then.run();
                          }
                        }));
  }

  private void ask(Owners.Owned owned, Rank rank) {
    asked.add(owned);
    ManyCalls.Asked call = around.ask(owned, (c, ending) -> ended(owned, rank, c, ending));
    open.put(call.call(), call);
    thinking = Optional.of(call.call());
    if (rank == Rank.ANY) {
      patience = Optional.of(after(PATIENCE_MILLIS, () -> goOn(call.call())));
    }
    call.submit();
  }

  /// This one has had its time, or has refused.
  private void goOn(Call c) {
    if (thinking.filter(c::equals).isPresent()) {
      thinking = Optional.empty();
      patience.ifPresent(Timers.Timer::cancel);
    }
    next();
  }

  private void ended(Owners.Owned owned, Rank rank, Call c, Call.Ending ending) {
    Optional.ofNullable(open.remove(c)).ifPresent(ManyCalls.Asked::over);
    boolean found =
        ending instanceof Call.Ending.Answered a && a.message() instanceof Message.Result;
    if (found) {
      owners.shown(uri, owned);
    }
    if (found || rank == Rank.SURE) {
      stop();
      around.answer(owned, c, ending, this::answer);
    } else {
      around.answer(owned, c, ending, answer -> refused(c, rank, answer));
    }
  }

  private void refused(Call c, Rank rank, Outgoing answer) {
    if (over) {
      return;
    }
    if (!ofLikely) { // of several likely ones the first, of the others the last
      refusal = Optional.of(answer);
      ofLikely = rank == Rank.LIKELY;
    }
    goOn(c);
  }

  private void silent() {
    StringBuilder why = new StringBuilder();
    for (ManyCalls.Asked a : open.values()) {
      why.append(" Server `").append(a.member().name()).append("` did not answer.");
    }
    settle(ofLikely ? refusal.orElseThrow() : around.notFound(why.toString()));
  }

  /// What those say that were asked, or why others were not.
  private void nobodyHasIt() {
    Optional<Owners.Owned> down = owners.down(uri).filter(this::mayAsk);
    if (down.isPresent() && !ofLikely) {
      ask(down.get(), Rank.SURE); // it says why it is down, as to any call
      return;
    }
    String why = arrivals.why(tools);
    settle(refusal.filter(r -> ofLikely || why.isEmpty()).orElseGet(() -> around.notFound(why)));
  }

  private void settle(Outgoing answer) {
    stop();
    answer(answer);
  }

  /// Nobody is asked, and nothing is waited for, any more.
  private void stop() {
    end();
    open.values().forEach(ManyCalls.Asked::withdraw);
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
}
