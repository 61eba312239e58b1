package dev.pitstop.session;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Takes a request to one of many servers and its answer back. The request is adapted to the era of
/// the run that gets it, and its answer to the client's (E4). Called in turns of the monitor.
final class ManyCalls {
  private final Tracker tracker;
  private final Owners owners;
  private final EraBridge bridge;
  private final LogWishes logs;
  private final OutsideTurns outside;

  ManyCalls(
      Tracker tracker, Owners owners, EraBridge bridge, LogWishes logs, OutsideTurns outside) {
    this.outside = outside;
    this.owners = owners;
    this.tracker = tracker;
    this.bridge = bridge;
    this.logs = logs;
  }

  /// Gives a request of the client to this server.
  ///
  /// @param tool the server's name of the tool, if it is a tool call
  /// @param there further changes to the request
  /// @param back further changes to its answer
  void submit(
      Member m,
      Message.Request r,
      RequestFacts f,
      String tool,
      Call.Edits there,
      Answers.Edits back,
      Reply reply) {
    submit(m, r, f, tool, there, new Back(back, Links.Asked.NOTHING), reply);
  }

  /// The same for a resource.
  void submit(
      Member m,
      Message.Request r,
      RequestFacts f,
      Call.Edits there,
      Links.Asked asked,
      Reply reply) {
    submit(m, r, f, "", there, new Back(Answers.AS_IT_IS, asked), reply);
  }

  private void submit(
      Member m,
      Message.Request r,
      RequestFacts f,
      String tool,
      Call.Edits there,
      Back back,
      Reply reply) {
    Reply to = f.modern() ? logs.opened(m, r, f, reply) : reply;
    Call call = call(r, f, tool, there, new Answering(m, back, to));
    tracker.open(m.backend(), call, to);
    m.backend().submit(call);
  }

  /// Changes to an answer.
  private record Back(Answers.Edits more, Links.Asked asked) {}

  // No lambdas on the way of each call: see Monitor.

  private final class Answering implements Call.Ender, Stale.Teller, Consumer<Outgoing> {
    private final Member member;
    private final Back back;
    private final Reply to;
    private Optional<Call> over = Optional.empty();

    Answering(Member member, Back back, Reply to) {
      this.member = member;
      this.back = back;
      this.to = to;
    }

    @Override
    public void ended(Call call, Call.Ending ending) {
      SessionServer server = member.server();
      server.stale().look(call, ending, outside, server.monitor(), this);
    }

    @Override
    public void tell(Call call, Call.Ending ending) {
      over = Optional.of(call);
      answer(member, call, ending, back, this);
    }

    @Override
    public void accept(Outgoing answer) {
      if (!over.orElseThrow().cancelled()) { // while it was searched
        tracker.over(over.get());
        to.send(answer);
      }
    }
  }

  private record There(Call.Edits more, EraBridge bridge, RequestFacts f) implements Call.Edits {
    @Override
    public void into(Splice splice, Message.Request request, Run to) {
      more.into(splice, request, to);
      bridge.request(splice, request, f, to);
    }
  }

  private final class Edited implements Answers.Edits {
    private final Member member;
    private final Call call;
    private final Back back;
    private final List<Links.Link> links;

    Edited(Member member, Call call, Back back, List<Links.Link> links) {
      this.member = member;
      this.call = call;
      this.back = back;
      this.links = links;
    }

    @Override
    public void into(Splice splice, Run by, Message.Response answer) {
      back.more().into(splice, by, answer);
      Links.lead(splice, links, back.asked(), member, owners);
      if (answer instanceof Message.Result result) {
        Speaker.inQuestions(splice, result, member.name());
      }
      EraBridge.answer(splice, call, by, answer);
    }
  }

  /// A request of the client to one of several servers that are asked the same.
  record Asked(Member member, Call call, Reply log) {
    void submit() {
      member.backend().submit(call);
    }

    /// It has ended.
    void over() {
      log.none();
    }

    /// The client cancelled it.
    void cancel(Message.Notification n, Span id) {
      log.none();
      member.backend().cancel(call, n, id);
    }

    /// The answer no longer matters, although the client has not cancelled it: the server is told.
    void withdraw() {
      log.none();
      if (!call.ended()) {
        member.backend().withdraw(call, "");
      }
    }
  }

  /// The same request for one of several servers; the caller submits it.
  Asked ask(Member m, Message.Request r, RequestFacts f, Call.Edits there, Call.Ender ender) {
    Reply log = f.modern() ? logs.opened(m, r, f, NOBODY) : NOBODY;
    return new Asked(m, call(r, f, "", there, ender), log);
  }

  private static final Reply NOBODY = response -> {};

  /// A request with its changes on the way to the server.
  Call call(Message.Request r, RequestFacts f, String tool, Call.Edits there, Call.Ender ender) {
    return new Call(Call.Kind.REQUEST, r, f, tool, new There(there, bridge, f), ender);
  }

  /// Passes on the client's response: in this turn, or in a later one if it is long.
  ///
  /// @param asked the resource that was asked for
  void answer(Member m, Call c, Call.Ending ending, Links.Asked asked, Consumer<Outgoing> then) {
    SessionServer server = m.server();
    Told told = new Told(m, new Back(Answers.AS_IT_IS, asked), then);
    server.stale().look(c, ending, outside, server.monitor(), told);
  }

  private final class Told implements Stale.Teller {
    private final Member member;
    private final Back back;
    private final Consumer<Outgoing> then;

    Told(Member member, Back back, Consumer<Outgoing> then) {
      this.member = member;
      this.back = back;
      this.then = then;
    }

    @Override
    public void tell(Call call, Call.Ending ending) {
      answer(member, call, ending, back, then);
    }
  }

  private void answer(Member m, Call c, Call.Ending ending, Back back, Consumer<Outgoing> then) {
    if (!(ending instanceof Call.Ending.Answered a)
        || !(a.message() instanceof Message.Result r)
        || !owners.several()
        || !Links.mayBeIn(c.request().method())) {
      then.accept(answer(m, c, ending, back, List.of()));
    } else if (r.bytes().length <= Links.SHORT) {
      then.accept(answer(m, c, ending, back, Links.in(r)));
    } else {
      LongResult found = new LongResult(m, c, a, r, back, then);
      outside.run(found, List.of(), found);
    }
  }

  /// A result whose links are searched outside turns.
  private final class LongResult implements Supplier<List<Links.Link>>, Consumer<List<Links.Link>> {
    private final Member member;
    private final Call call;
    private final Call.Ending.Answered ending;
    private final Message.Result result;
    private final Back back;
    private final Consumer<Outgoing> then;

    LongResult(
        Member member,
        Call call,
        Call.Ending.Answered ending,
        Message.Result result,
        Back back,
        Consumer<Outgoing> then) {
      this.member = member;
      this.call = call;
      this.ending = ending;
      this.result = result;
      this.back = back;
      this.then = then;
    }

    @Override
    public List<Links.Link> get() {
      return Links.in(result);
    }

    @Override
    public void accept(List<Links.Link> links) {
      then.accept(answer(member, call, ending, back, links));
    }
  }

  private Outgoing answer(Member m, Call c, Call.Ending ending, Back back, List<Links.Link> links) {
    if (ending instanceof Call.Ending.Answered a) {
      Optional<String> refusal = EraBridge.refusal(c, a.by(), a.message());
      if (refusal.isPresent()) {
        return Outgoing.of(Answers.failure(c, refusal.get()));
      }
    }
    return m.answers().to(c, ending, new Edited(m, c, back, links));
  }
}
