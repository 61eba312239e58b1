package dev.pitstop.session.exposure;

import dev.pitstop.backend.Call;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// One `resources/read` of a URI that no server lists. Servers are asked one after the other until
/// one has it, which is safe because reading changes nothing. At a server that is starting, the
/// request waits as any call does. If all refuse, the client gets the first refusal, which is that
/// of the likeliest server. Called in turns of the monitor.
final class ResourceSearch {
  /// How long a server is asked that has no better claim than others: one that is silent must not
  /// keep the next ones from being asked.
  private static final long GUESS_MILLIS = 10_000;

  private final Requests requests;
  private final Message.Request request;
  private final RequestFacts facts;
  private final String uri;
  private final Members.Readers readers;
  private final Deque<Member> left;
  private final Reply reply;
  private final Set<Member> silent = new HashSet<>();
  private Optional<Attempt> attempt = Optional.empty(); // the present one
  private Optional<Outgoing> refusal = Optional.empty();

  ResourceSearch(
      Requests requests,
      Message.Request request,
      RequestFacts facts,
      String uri,
      Members.Readers readers,
      Reply reply) {
    this.requests = requests;
    this.request = request;
    this.facts = facts;
    this.uri = uri;
    this.readers = readers;
    this.left = new ArrayDeque<>(readers.all());
    this.reply = reply;
  }

  /// The request is open until the last server has answered, also between two of them.
  void begin() {
    requests.common().wiring().tracker().open(request, (n, id) -> attempt.ifPresent(Attempt::none));
    next();
  }

  private void next() {
    left.removeIf(Member::removed);
    Member m = left.poll();
    if (m == null) {
      finish(answer());
      return;
    }
    Attempt asked = new Attempt(m);
    attempt = Optional.of(asked);
    Call call =
        requests.calls().submit(new Members.Owned(m, uri), Span.NONE, request, facts, asked);
    if (!asked.over && !readers.likely().contains(m)) {
      asked.limit =
          Optional.of(requests.common().wiring().after(GUESS_MILLIS, () -> asked.late(call)));
    }
  }

  /// The refusal of a server that should have had it, or of another if all could be asked.
  private Outgoing answer() {
    String why = requests.why(silent);
    return refusal
        .filter(r -> !readers.likely().isEmpty() || why.isEmpty())
        .orElseGet(() -> Outgoing.of(requests.notFound(request, facts, uri, why)));
  }

  private void finish(Outgoing response) {
    requests.common().wiring().tracker().over(request);
    reply.send(response);
  }

  /// Takes the answer of one server.
  private final class Attempt implements Reply {
    private final Member member;
    private Optional<Timers.Timer> limit = Optional.empty();
    private boolean found;
    private boolean over;

    Attempt(Member member) {
      this.member = member;
    }

    private boolean end() {
      boolean first = !over;
      over = true;
      limit.ifPresent(Timers.Timer::cancel);
      return first;
    }

    @Override
    public String by() {
      return reply.by();
    }

    @Override
    public void ended(String server, Call call, Call.Ending how) {
      found = how instanceof Call.Ending.Answered a && a.message() instanceof Message.Result;
      if (found) {
        reply.ended(server, call, how);
      } else if (!(how instanceof Call.Ending.Answered)) {
        silent.add(member);
      }
    }

    @Override
    public void send(Outgoing response) {
      if (!end()) {
        return;
      }
      if (found) {
        finish(response);
      } else {
        refusal = refusal.or(() -> Optional.of(response));
        next();
      }
    }

    /// The client cancelled the request.
    @Override
    public void none() {
      if (end()) {
        requests.common().wiring().tracker().over(request);
        reply.none();
      }
    }

    /// The server has used its time.
    void late(Call call) {
      if (end()) {
        silent.add(member);
        requests.calls().withdraw(member, call);
        next();
      }
    }
  }
}
