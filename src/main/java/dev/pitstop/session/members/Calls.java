package dev.pitstop.session.members;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
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
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Speaker;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.notices.Answers;
import dev.pitstop.text.Words;

/// Takes requests of the client to their servers, and the answers back. A request and its answer
/// are adapted to the other era if the run that gets the request does not speak the client's.
/// Called in turns of the monitor.
///
/// @param prefixed whether names and questions carry the server's name
public record Calls(Wiring wiring, Bridge bridge, boolean prefixed) {
  /// Gives a request to the server that owns what the request is about.
  ///
  /// @param at the position of the client's name, which becomes the server's; [Span#NONE] if it is
  ///   the same
  public Call submit(Members.Owned what, Span at, Message.Request r, RequestFacts f, Reply reply) {
    Backend server = what.member().backend();
    String tool = tool(r, what);
    Way way = new Way(this, what, at, f, reply);
    Call call = new Call(Call.Kind.REQUEST, r, f, tool, way, way);
    if (!bridge.questions().goOn(server, r, f, tool, reply, way)) {
      wiring.tracker().open(server, call, reply);
      server.calls().submit(call);
    }
    return call;
  }

  private static String tool(Message.Request r, Members.Owned what) {
    return r.method().equals(Methods.TOOLS_CALL) ? what.inner() : "";
  }

  /// The way of a request to its server, and of the answer.
  ///
  /// @param at the position of the client's name
  private record Way(Calls calls, Members.Owned what, Span at, RequestFacts facts, Reply reply)
      implements Call.RequestEdits, Call.Ender, Answers.AnswerEdits {
    private Member member() {
      return what.member();
    }

    // There.

    private boolean between(Call call, Run by) {
      return calls.bridge.between(call.facts().modern(), by);
    }

    @Override
    public boolean diverts(Call call, Run to) {
      return calls.bridge.diverts(call, to);
    }

    @Override
    public void into(Splice splice, Call call, Run to) {
      if (at.present()) {
        // the call may have become the answer to another request
        Span place = call.facts().equals(facts) ? at : call.facts().name();
        splice.replace(place, Messages.utf8(Json.quote(what.inner())));
      }
      if (calls.prefixed && !between(call, to)) {
        Tasks.takeOut(splice, call.request(), call.facts());
      }
      calls.bridge.into(splice, call, to);
    }

    // Back.

    @Override
    public void ended(Call call, Call.Ending ending) {
      if (calls.bridge.goesOn(member().backend(), call, ending, reply, this)) {
        return;
      }
      reply.ended(member().name(), call, ending);
      reply.send(safely(call, ending));
      calls.wiring.tracker().over(call); // at last: the reply may ask the next server
    }

    /// A bug of Pitstop's must not cost the client its answer.
    private Outgoing safely(Call call, Call.Ending ending) {
      try {
        return answer(call, ending);
      } catch (RuntimeException e) {
        calls.wiring.log().error("answer-failed", "server", member().name(), "why", e.toString());
        return Outgoing.of(Answers.failure(call, Words.MARK + "internal error: " + e));
      }
    }

    private Outgoing answer(Call call, Call.Ending ending) {
      return member().answers().to(call, ending, reply, this);
    }

    @Override
    public void into(Splice splice, Call call, Run by, Message.Response answer) {
      if (calls.prefixed && answer instanceof Message.Result result) {
        Speaker.inQuestions(splice, result, member().name());
      }
      if (between(call, by)) {
        EraBridge.answer(splice, call, answer);
      }
    }
  }
}
