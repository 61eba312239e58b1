package dev.pitstop.session.notices;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.ClientTools;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.texts.FailureText;
import java.util.Optional;

/// Makes the client's response to a request that went to a server. It is the server's answer under
/// the client's id, with the waiting notices. If there is no answer, it is the text that says why.
/// Remembers the parts of successful answers that later runs must be told. Called in turns of the
/// monitor.
///
/// @param tools those on the client's list
public record Answers(SessionServer server, Said facts, ClientTools tools) {
  /// Further changes to an answer on its way to the client.
  public interface AnswerEdits {
    /// Edits the answer. Called in a turn: nothing whose cost grows with the message may happen
    /// here.
    void into(Splice splice, Call call, Run by, Message.Response answer);
  }

  /// The response to `c`, which ended like this.
  ///
  /// @param reader takes it
  public Outgoing to(Call c, Call.Ending ending, Reply reader, AnswerEdits edits) {
    boolean byAgent = reader.by().isEmpty();
    return ending instanceof Call.Ending.Answered a
        ? answer(c, a, byAgent, edits)
        : Outgoing.of(failure(c, ((Call.Ending.Failed) ending).why(), byAgent));
  }

  /// The response to a call that the server did not answer. A crash that the model reads about here
  /// is not reported again.
  public byte[] failure(Call c, Failure why, boolean byAgent) {
    byte[] response =
        failure(
            c, new FailedCalls(server.naming(), server.causes(), server.backend(), c).text(why));
    if (!byAgent) {
      return response;
    }
    if (c.request().method().equals(Methods.TOOLS_CALL)) {
      toldIn(why).filter(RunEnd::byItself).ifPresent(server.told()::toldCrash);
    }
    return response;
  }

  /// The end of a run that the text about this failure tells.
  private Optional<RunEnd> toldIn(Failure why) {
    return why instanceof Failure.Lost lost
        ? Optional.of(lost.end())
        : why instanceof Failure.Down
            ? server.backend().snapshot().lastEnd()
            : why instanceof Failure.Unfinished u && u.why() == Failure.Unfinished.Why.GONE
                ? u.by().end()
                : Optional.empty();
  }

  public static byte[] failure(Call c, String whole) {
    String text = FailureText.fit(whole);
    RequestId id = c.request().id();
    return c.request().method().equals(Methods.TOOLS_CALL)
        ? Messages.result(id, Messages.toolResult(text, true, c.facts().modern()))
        : Messages.error(id, Messages.INTERNAL_ERROR, text);
  }

  private Outgoing answer(Call c, Call.Ending.Answered a, boolean byAgent, AnswerEdits edits) {
    Message.Response m = a.message();
    boolean toolCall = c.request().method().equals(Methods.TOOLS_CALL);
    remember(c, a.by(), m);
    int gen = a.by().number();
    Splice splice = m.under(c.request().id());
    if (toolCall && byAgent) {
      tell(splice, c.tool(), m, gen);
    }
    edits.into(splice, c, a.by(), m);
    return splice.outgoing();
  }

  /// Puts the waiting news into the answer of a tool, and help with a refusal.
  private void tell(Splice splice, String tool, Message.Response m, int gen) {
    Notices notices = server.notices();
    Optional<ChangedTool> now =
        server
            .backend()
            .lists()
            .current()
            .tool(tool)
            .map(entry -> new ChangedTool(server.naming().outside(tool), entry));
    String help =
        now.isPresent()
            ? now.get().help(tools, m)
            : server
                .departed()
                .help(server.backend(), server.naming(), tool, m, notices.mayGo(gen));
    if (!(notices.isEmpty() && help.isEmpty())
        && notices.into(splice, m, gen, server.results().take(tool), help)
        && now.isPresent()
        && !help.isEmpty()) {
      tools.explained(now.get().name(), now.get().now());
    }
  }

  /// Remembers what a new run must be told again.
  private void remember(Call c, Run by, Message.Response m) {
    if (!(m instanceof Message.Result r)) {
      return;
    }
    Message.Request q = c.request();
    switch (q.method()) {
      case Methods.TOOLS_CALL -> {
        // `replays` comes first, because the search for `isError` takes time that grows with the
        // result
        if (server.backend().replayed().remembers(c.tool())
            && !Json.isTrue(r.bytes(), r.member("isError"))) {
          server.backend().replayed().remember(c);
        }
        return;
      }
      case Methods.SET_LEVEL -> facts.level(q.params().text(q.bytes()));
      case Methods.SUBSCRIBE -> facts.subscriptions().add(uri(q));
      case Methods.UNSUBSCRIBE -> facts.subscriptions().remove(uri(q));
      default -> {
        return;
      }
    }
    server.backend().joined(by);
  }

  private static String uri(Message.Request q) {
    return Json.string(q.bytes(), q.param("uri"));
  }
}
