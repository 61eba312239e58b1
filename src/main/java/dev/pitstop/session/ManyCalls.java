package dev.pitstop.session;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Splice;
import dev.pitstop.text.Words;
import java.util.Optional;

/// The way of a request to one of many servers and of its answer back: whatever it is, it is made
/// fit for the era of the run that gets it, and its answer for the client's (E4). In turns.
final class ManyCalls {
  private final Tracker tracker;
  private final EraBridge bridge;
  private final LogWishes logs;
  private final OutsideTurns outside;

  ManyCalls(Tracker tracker, EraBridge bridge, LogWishes logs, OutsideTurns outside) {
    this.outside = outside;
    this.tracker = tracker;
    this.bridge = bridge;
    this.logs = logs;
  }

  /// Gives a request of the client to this server.
  ///
  /// @param tool by which the server knows the tool, if it is one
  /// @param there what else is changed in it
  /// @param back what else is changed in its answer
  void submit(
      Member m,
      Message.Request r,
      RequestFacts f,
      String tool,
      Call.Edits there,
      Answers.Edits back,
      Reply reply) {
    Reply to = f.modern() ? logs.opened(m, r, f, reply) : reply;
    Call call = call(r, f, tool, there, new Answering(m, back, to));
    tracker.open(m.backend(), call, to);
    m.backend().submit(call);
  }

  // No lambdas on the way of each call: see Monitor.

  private final class Answering implements Call.Ender, Stale.Teller {
    private final Member member;
    private final Answers.Edits back;
    private final Reply to;

    Answering(Member member, Answers.Edits back, Reply to) {
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
      tracker.over(call);
      to.send(ManyCalls.this.answer(member, call, ending, back));
    }
  }

  private record There(Call.Edits more, EraBridge bridge, RequestFacts f) implements Call.Edits {
    @Override
    public void into(Splice splice, Message.Request request, Run to) {
      more.into(splice, request, to);
      bridge.request(splice, request, f, to);
    }
  }

  private record Back(Answers.Edits more, Call call, String server) implements Answers.Edits {
    @Override
    public void into(Splice splice, Run by, Message.Response answer) {
      more.into(splice, by, answer);
      if (answer instanceof Message.Result result) {
        Speaker.inQuestions(splice, result, server);
      }
      EraBridge.answer(splice, call, by, answer);
    }
  }

  /// A request, as far as its way there goes.
  Call call(Message.Request r, RequestFacts f, String tool, Call.Edits there, Call.Ender ender) {
    return new Call(Call.Kind.REQUEST, r, f, tool, new There(there, bridge, f), ender);
  }

  /// What the client gets for it.
  Outgoing answer(Member m, Call c, Call.Ending ending, Answers.Edits back) {
    if (ending instanceof Call.Ending.Answered a) {
      Optional<String> refusal = EraBridge.refusal(c, a.by(), a.message());
      if (refusal.isPresent()) {
        return Outgoing.of(Answers.failure(c, Words.MARK + refusal.get()));
      }
    }
    return m.answers().to(c, ending, new Back(back, c, m.name()));
  }
}
