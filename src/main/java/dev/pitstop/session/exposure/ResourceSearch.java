package dev.pitstop.session.exposure;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// One `resources/read`. Servers are asked one after the other until one has the resource, which is
/// safe because reading changes nothing. Those that are starting are waited for as long as a list
/// waits for them all, unless one seems to have the resource; a build has no limit of its own. If
/// all refuse, the client gets the first refusal, which is that of the likeliest server. Called in
/// turns of the monitor.
final class ResourceSearch implements Reply {
  private final ToServer asks;
  private final Message.Request request;
  private final RequestFacts facts;
  private final String uri;
  private final Deque<Member> left;
  private final Reply reply;
  private final long untilMillis;
  private boolean found;
  private Optional<Outgoing> refusal = Optional.empty();

  ResourceSearch(
      ToServer asks,
      Message.Request request,
      RequestFacts facts,
      String uri,
      List<Member> servers,
      Reply reply) {
    this.asks = asks;
    this.request = request;
    this.facts = facts;
    this.uri = uri;
    this.left = new ArrayDeque<>(servers);
    this.reply = reply;
    this.untilMillis = asks.common().wiring().timers().nowMillis() + limitMillis();
  }

  void next() {
    left.removeIf(Member::removed);
    Member m = left.poll();
    if (m == null) {
      reply.send(refusal());
      return;
    }
    Call call = asks.calls().submit(new Members.Owned(m, uri), Span.NONE, request, facts, this);
    if (call.at().isEmpty() && asks.common().members().resource(uri).filter(m::equals).isEmpty()) {
      long left = untilMillis - asks.common().wiring().timers().nowMillis();
      asks.common().wiring().after(Math.max(1, left), () -> pass(m, call));
    }
  }

  private long limitMillis() {
    return asks.common().membership().parts().listMillis();
  }

  /// A server that starts and need not have the resource was waited for long enough.
  private void pass(Member m, Call call) {
    if (m.backend().state() instanceof State.Building && !call.ended() && !call.cancelled()) {
      asks.common().wiring().after(limitMillis(), () -> pass(m, call));
    } else if (m.backend().calls().giveUp(call)) {
      next();
      asks.common().wiring().tracker().over(call);
    }
  }

  /// The first refusal, if that is of the server that should have had it, or if all could be asked.
  private Outgoing refusal() {
    String why = asks.why();
    return refusal
        .filter(r -> why.isEmpty() || asks.common().members().resource(uri).isPresent())
        .orElseGet(() -> Outgoing.of(asks.notFound(request, facts, uri, why)));
  }

  @Override
  public String by() {
    return reply.by();
  }

  @Override
  public void ended(String server, Call call, Call.Ending how) {
    found = how instanceof Call.Ending.Answered a && a.message() instanceof Message.Result;
    reply.ended(server, call, how);
  }

  @Override
  public void send(Outgoing response) {
    if (found) {
      reply.send(response);
    } else {
      refusal = refusal.or(() -> Optional.of(response));
      next();
    }
  }

  @Override
  public void none() {
    reply.none();
  }
}
