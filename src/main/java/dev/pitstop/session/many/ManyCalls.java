package dev.pitstop.session.many;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Tasks;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.bridge.EraBridge;
import dev.pitstop.session.front.OutsideTurns;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Speaker;
import dev.pitstop.session.front.Tracker;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Owners;
import dev.pitstop.session.told.Answers;
import dev.pitstop.session.told.SessionServer;
import dev.pitstop.session.told.Stale;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Takes a request to one of many servers and its answer back. The request is adapted to the era of
/// the run that gets it. The answer is adapted to the client's era (E4). Called in turns of the
/// monitor.
record ManyCalls(Tracker tracker, Owners owners, Bridge bridge, OutsideTurns outside) {
  private static final byte[] NOTHING = {};

  /// Gives a request of the client to the server that owns what the request is about.
  ///
  /// @param at the position of the client's name, URI or id, which becomes the server's;
  ///   [Span#NONE] if it is the same
  void submit(Owners.Owned what, Span at, Message.Request r, RequestFacts f, Reply reply) {
    submit(what, at, r, f, Links.Asked.NOTHING, reply);
  }

  /// The same for a resource.
  void submit(
      Owners.Owned what,
      Span at,
      Message.Request r,
      RequestFacts f,
      Links.Asked asked,
      Reply reply) {
    Member m = what.member();
    Backend server = m.backend();
    String tool = tool(r, what.inner());
    Reply to = bridge.noticing(server, r, f, tool, reply);
    WayBack back = new WayBack(m, asked, to);
    Optional<Run> run = server.serving();
    boolean across = run.isPresent() && run.get().needsBridge(f.modern());
    WayThere way = new WayThere(m, at, what.inner(), f, Optional.of(back));
    way.across = across;
    Call call = new Call(Call.Kind.REQUEST, r, f, tool, way, back);
    if (!bridge.resumes(server, r, f, tool, across, to, back)) {
      tracker.open(server, call, to);
      bridge.submit(server, call);
    }
  }

  private static String tool(Message.Request r, String inner) {
    return r.method().equals(Methods.TOOLS_CALL) ? inner : "";
  }

  private final class WayThere implements Call.RequestEdits {
    private final Member member;
    private final Span at;
    private final byte[] inner;
    private final RequestFacts facts;
    private final Optional<WayBack> back;
    private boolean across; // it is known to be for a run of the other era

    /// @param back of a request that goes to this server only
    WayThere(Member m, Span at, String inner, RequestFacts facts, Optional<WayBack> back) {
      this.member = m;
      this.at = at;
      this.inner = at.present() ? Json.quote(inner).getBytes(StandardCharsets.UTF_8) : NOTHING;
      this.facts = facts;
      this.back = back;
    }

    /// Refuses what cannot be, and decides what {@link #submit} has decided for a run of the
    /// client's era, or for none.
    @Override
    public boolean diverts(Call call, Run to) {
      if (Bridge.refusesTask(member.backend(), call, to)) {
        return true;
      }
      if (across || !to.needsBridge(facts.modern())) {
        return false;
      }
      across = true;
      return back.isPresent()
          && bridge.diverts(member.backend(), call, () -> false, back.get().to, back.get());
    }

    @Override
    public void into(Splice splice, Call call, Run to) {
      if (at.present()) {
        splice.replace(place(call), inner);
      }
      if (to.needsBridge(facts.modern())) {
        bridge.request(splice, call);
      } else {
        Tasks.takeOut(splice, call.request(), call.facts());
      }
    }

    /// The position in the request that the call has now: it may have become the answer to another.
    private Span place(Call call) {
      if (call.request().method().equals(Methods.RESOURCES_READ)) {
        return call.request().param("uri");
      }
      return call.facts().equals(facts) ? at : call.facts().name();
    }
  }

  private final class WayBack implements Stale.CallReporter, Answers.AnswerEdits {
    private final Member member;
    private final Links.Asked asked;
    private final Reply to;
    private List<Links.Link> links = List.of();

    WayBack(Member member, Links.Asked asked, Reply to) {
      this.member = member;
      this.asked = asked;
      this.to = to;
    }

    @Override
    public void ended(Call call, Call.Ending ending) {
      if (bridge.goesOn(
          member.backend(), call, ending, Speaker.inQuestion(member.name()), to, this)) {
        return;
      }
      if (ending instanceof Call.Ending.Answered) {
        tell(call, ending);
      } else {
        SessionServer server = member.server();
        server.stale().look(call, ending, outside, server.monitor(), this);
      }
    }

    /// Sends the client's response: in this turn, or in a later one if it is long.
    @Override
    public void tell(Call call, Call.Ending ending) {
      if (ending instanceof Call.Ending.Answered a
          && a.message() instanceof Message.Result r
          && owners.several()
          && Links.mayBeIn(call.request().method())) {
        if (r.bytes().length > Links.SHORT) {
          LongResult found = new LongResult(this, call, a, r);
          outside.run(found, List.of(), found);
          return;
        }
        links = Links.in(r);
      }
      send(call, ending);
    }

    void send(Call call, Call.Ending ending) {
      Outgoing answer = answer(call, ending);
      if (!call.cancelled()) { // cancelled during the search
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
      Links.lead(splice, links, asked, member, owners);
      if (answer instanceof Message.Result result) {
        Speaker.inQuestions(splice, result, member.name());
      }
      if (by.needsBridge(call.facts().modern())) {
        EraBridge.answer(splice, call, answer);
      }
    }
  }

  /// A result whose links are searched outside turns.
  private record LongResult(
      WayBack back, Call call, Call.Ending.Answered ending, Message.Result result)
      implements Supplier<List<Links.Link>>, Consumer<List<Links.Link>> {
    @Override
    public List<Links.Link> get() {
      return Links.in(result);
    }

    @Override
    public void accept(List<Links.Link> links) {
      back.links = links;
      back.send(call, ending);
    }
  }

  /// A request of the client to one of several servers that get the same request.
  record Asked(Member member, Call call, Reply log) {
    void submit() {
      member.backend().submit(call);
    }

    /// The call has ended.
    void over() {
      log.none();
    }

    /// The client cancelled the call.
    void cancel(Message.Notification n, Span id) {
      log.none();
      member.backend().cancel(call, n, id);
    }

    /// The answer no longer matters, although the client has not cancelled the call. The server is
    /// told.
    void withdraw() {
      log.none();
      if (!call.ended()) {
        member.backend().withdraw(call, "");
      }
    }
  }

  /// The same request for one of several servers; the caller submits it.
  Asked ask(Owners.Owned what, Span at, Message.Request r, RequestFacts f, Call.Ender ender) {
    Reply log = bridge.noticing(what.member().backend(), r, f, "", NOBODY);
    WayThere way = new WayThere(what.member(), at, what.inner(), f, Optional.empty());
    Call call = new Call(Call.Kind.REQUEST, r, f, tool(r, what.inner()), way, ender);
    return new Asked(what.member(), call, log);
  }

  private static final Reply NOBODY = response -> {};

  /// Passes on the client's response for the end of such a call. A long one goes in a later turn,
  /// any other in this turn.
  ///
  /// @param asked the resource that was asked for
  void answer(Member m, Call c, Call.Ending ending, Links.Asked asked, Reply to) {
    new WayBack(m, asked, to).ended(c, ending);
  }
}
