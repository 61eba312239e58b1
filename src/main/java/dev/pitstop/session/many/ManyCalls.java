package dev.pitstop.session.many;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.bridge.EraBridge;
import dev.pitstop.session.bridge.TaskRequest;
import dev.pitstop.session.front.OutsideTurns;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Speaker;
import dev.pitstop.session.front.TaskIds;
import dev.pitstop.session.front.Tracker;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Owners;
import dev.pitstop.session.told.Answers;
import dev.pitstop.session.told.SessionServer;
import dev.pitstop.session.told.Stale;
import dev.pitstop.session.words.Refusals;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Takes a request to one of many servers and its answer back. The request is adapted to the era of
/// the run that gets it. The answer is adapted to the client's era (E4). Called in turns of the
/// monitor.
record ManyCalls(Tracker tracker, Bridge bridge, OutsideTurns outside) {
  private static final byte[] NOTHING = {};

  /// Gives a request of the client to the server that owns what the request is about.
  ///
  /// @param at the position of the client's name or id, which becomes the server's; [Span#NONE] if
  ///   it is the same
  Call submit(Owners.Owned what, Span at, Message.Request r, RequestFacts f, Reply reply) {
    Member m = what.member();
    Backend server = m.backend();
    String tool = tool(r, what.inner());
    Reply to = bridge.noticing(server, r, f, tool, reply);
    WayBack back = new WayBack(m, to);
    Optional<Run> run = server.serving();
    boolean across = run.isPresent() && run.get().needsBridge(f.modern());
    WayThere way = new WayThere(m, at, what.inner(), f, Optional.of(back));
    way.across = across;
    Call call = new Call(Call.Kind.REQUEST, r, f, tool, way, back);
    if (!bridge.resumes(server, r, f, tool, across, to, back)
        && !(across && bridge.takesTask(run.get(), asked(m, r, f, what.inner(), back)))) {
      tracker.open(server, call, to);
      bridge.submit(server, call);
    }
    return call;
  }

  /// The answer of this server to a call of the client no longer matters, although the client has
  /// not cancelled it. The server is told.
  void withdraw(Member m, Call call) {
    Optional<Reply> open = tracker.reply(call);
    tracker.over(call);
    open.ifPresent(Reply::none);
    if (!call.ended()) {
      m.backend().withdraw(call, "");
    }
  }

  private static TaskRequest asked(
      Member m, Message.Request r, RequestFacts f, String inner, WayBack back) {
    OfMember edits = new OfMember(m.name());
    return new TaskRequest(m.backend(), r, f, inner, edits, back.to, back);
  }

  private static String tool(Message.Request r, String inner) {
    return r.method().equals(Methods.TOOLS_CALL) ? inner : "";
  }

  /// A request that goes to several servers as it is.
  Call call(Member m, Message.Request r, RequestFacts f, Call.Ender ender) {
    WayThere way = new WayThere(m, Span.NONE, "", f, Optional.empty());
    return new Call(Call.Kind.REQUEST, r, f, "", way, ender);
  }

  private final class WayThere implements Call.RequestEdits {
    private final Member member;
    private final Span at;
    private final String name;
    private final byte[] inner;
    private final RequestFacts facts;
    private final Optional<WayBack> back;
    private boolean across; // it is known to be for a run of the other era

    /// @param back of a request that goes to this server only
    WayThere(Member m, Span at, String inner, RequestFacts facts, Optional<WayBack> back) {
      this.member = m;
      this.at = at;
      this.name = inner;
      this.inner = at.present() ? Json.quote(inner).getBytes(StandardCharsets.UTF_8) : NOTHING;
      this.facts = facts;
      this.back = back;
    }

    /// What {@link #submit} has decided for a run of the client's era, or for none.
    @Override
    public boolean diverts(Call call, Run to) {
      if (across || !to.needsBridge(facts.modern())) {
        return false;
      }
      across = true;
      if (back.isPresent()) {
        TaskRequest t = asked(member, call.request(), call.facts(), name, back.get());
        return bridge.diverts(call, to, () -> false, t);
      }
      boolean none = call.request().method().equals(Methods.TASKS_LIST);
      if (none) { // repeated at a run of the modern era, which has no such list
        Bridge.answer(
            call,
            to,
            Messages.error(
                call.request().id(),
                Messages.METHOD_NOT_FOUND,
                Refusals.noMethod(Methods.TASKS_LIST)));
      }
      return none;
    }

    @Override
    public void into(Splice splice, Call call, Run to) {
      if (at.present()) {
        splice.replace(place(call), inner);
      }
      if (to.needsBridge(facts.modern())) {
        bridge.request(splice, member.backend(), call, to);
      }
    }

    /// The position in the request that the call has now: it may have become the answer to another.
    private Span place(Call call) {
      return call.facts().equals(facts) ? at : call.facts().name();
    }
  }

  private final class WayBack implements Stale.CallReporter, Answers.AnswerEdits {
    private final Member member;
    private final Reply to;

    WayBack(Member member, Reply to) {
      this.member = member;
      this.to = to;
    }

    @Override
    public void ended(Call call, Call.Ending ending) {
      if (bridge.mayGoOn(call, ending)
          && bridge.goesOn(member.backend(), call, ending, new OfMember(member.name()), to, this)) {
        return;
      }
      if (ending instanceof Call.Ending.Answered) {
        tell(call, ending);
      } else {
        SessionServer server = member.server();
        server.stale().look(call, ending, outside, server.monitor(), this);
      }
    }

    /// Sends the client's response.
    @Override
    public void tell(Call call, Call.Ending ending) {
      Outgoing answer = answer(call, ending);
      if (!call.cancelled()) { // cancelled meanwhile
        tracker.over(call);
        to.ended(member.name(), call, ending);
        to.send(answer);
      }
    }

    private Outgoing answer(Call call, Call.Ending ending) {
      if (ending instanceof Call.Ending.Answered a && a.by().needsBridge(call.facts().modern())) {
        Optional<String> told = EraBridge.told(call, a.message());
        if (told.isPresent()) {
          return Outgoing.of(Answers.failure(call, told.get()));
        }
      }
      return member.answers().to(call, ending, to, this);
    }

    @Override
    public void into(Splice splice, Call call, Run by, Message.Response answer) {
      if (answer instanceof Message.Result result) {
        TaskIds.inAnswer(splice, call.request().method(), result, member.name());
        Speaker.inQuestions(splice, result, member.name());
      }
      if (by.needsBridge(call.facts().modern())) {
        EraBridge.answer(splice, call, answer);
      }
    }
  }
}
