package dev.pitstop.session.many;

import dev.pitstop.backend.BackendListener;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.Recipe;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.ClientPort;
import dev.pitstop.session.front.ListChanged;
import dev.pitstop.session.front.ProgressRelay;
import dev.pitstop.session.front.ServerRequests;
import dev.pitstop.session.front.Speaker;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.told.SessionServer;
import dev.pitstop.session.words.Refusals;
import java.util.Optional;
import java.util.function.Supplier;

/// Takes what one of many servers reports, and tells the server about the session. Called in turns
/// of the monitor.
///
/// @param self whose events these are
record MemberEvents(
    Supplier<Member> self,
    ClientPort client,
    Wiring wiring,
    Membership membership,
    ManyMemory memory,
    ManyInstructions instructions,
    ManyHandshake handshake,
    ManySubscriptions subscriptions,
    ManyRequests requests)
    implements BackendListener {
  /// How many bytes may be queued for the client up to this server's last message. Other servers'
  /// messages wait behind them (M7).
  private static final long SHARE = 256L * 1024;

  private Member member() {
    return self.get();
  }

  @Override
  public Said said() {
    return new Said(
        Optional.empty(),
        false,
        false,
        wiring.facts().said().level(),
        subscriptions.of(member()),
        Optional.empty(),
        "{}",
        false,
        handshake.ownNow());
  }

  @Override
  public void initializeAnswered(Run from, Message.Result answer) {
    instructions.said(member(), answer);
  }

  @Override
  public void discoverAnswered(Run from, Message.Result answer) {
    instructions.said(member(), answer);
  }

  /// Pitstop greets the servers itself, so a refusal is a failed start.
  @Override
  public boolean initializeRefused(Message.Failure answer) {
    return false;
  }

  @Override
  public void serverRequest(Run from, Message.Request r, Optional<Call> during) {
    if (from.legacy() && !member().removed()) {
      ServerRequests.QuestionEdits edits = Speaker.inQuestion(member().name());
      if (handshake.legacy()) {
        wiring.serverRequests().ask(member().backend(), from, r, edits);
      } else {
        requests.bridge().ask(member().backend(), from, r, during, edits);
      }
      return;
    }
    byte[] answer =
        r.method().equals(Methods.PING)
            ? Messages.result(r.id(), "{}")
            : Messages.error(
                r.id(),
                Messages.METHOD_NOT_FOUND,
                member().removed()
                    ? Refusals.removedServer(r.method())
                    : Refusals.noServerRequests(Revisions.MODERN, r.method()));
    member().backend().tell(from, Outgoing.of(answer));
  }

  @Override
  public void serverNotification(Run from, Message.Notification n) {
    switch (n.method()) {
      case Methods.PROGRESS -> ProgressRelay.pass(client, member().backend(), from, n);
      case Methods.CANCELLED -> cancelled(from, n);
      case Methods.TOOLS_CHANGED, Methods.PROMPTS_CHANGED, Methods.RESOURCES_CHANGED ->
          member().backend().listChanged(from, ListChanged.kind(n.method()));
      case Methods.ACKNOWLEDGED -> member().listens().acknowledged(from, n);
      case Methods.UPDATED -> {
        if (speaks(from)) {
          subscriptions.updated(member(), from, n);
        }
      }
      default -> {
        if (speaks(from) && requests.passes(member(), from, n)) {
          pass(n);
        }
      }
    }
  }

  /// Whether this run speaks to the client. A run that starts beside a serving one does not speak
  /// yet. A run that drains still speaks.
  private boolean speaks(Run from) {
    return !member().removed()
        && (from.serving() || from.leaving() || member().backend().serving().isEmpty());
  }

  private void pass(Message.Notification n) {
    Splice splice = new Splice(n.bytes());
    if (n.method().equals(Methods.MESSAGE)) {
      Speaker.inLog(splice, n, member().name());
    }
    client.send(splice.outgoing());
  }

  private void cancelled(Run from, Message.Notification n) {
    Span id = n.param("requestId");
    if (id.present()) {
      RequestId request = new RequestId(id.text(n.bytes()));
      if (!requests.bridge().withdrawn(from, request)) {
        wiring.serverRequests().cancel(from, request, n, id);
      }
    }
  }

  @Override
  public void strayWords(Run from) {
    member().server().strayWords(from);
  }

  @Override
  public void waitsBehind(Run at, Call call) {
    member().server().waits(call, client);
  }

  @Override
  public boolean hears(Run to) {
    return to.legacy();
  }

  @Override
  public void resendListens(Run to) {
    subscriptions.resend(member(), to);
  }

  @Override
  public void serving(Run now) {
    SessionServer server = member().server();
    server.serving(now);
    membership.serving(member());
  }

  @Override
  public void recipeChanged(Recipe now) {
    membership.runsBy(member(), now);
  }

  @Override
  public Optional<Catalog> baseline() {
    return member().server().told().baseline();
  }

  @Override
  public void catalogChanged(CatalogChange change) {
    member().server().catalogChanged(change);
    memory.keep(member(), change);
    membership.listed(member(), change);
  }

  @Override
  public void lost(Run gone, RunEnd how) {
    SessionServer server = member().server();
    server.lost(gone, how);
    requests.bridge().lost(gone);
    wiring.serverRequests().lost(gone);
    member().listens().lost(gone);
  }

  @Override
  public void stateChanged(State before, State after) {
    membership.stateChanged(member(), after);
  }

  @Override
  public void awaitRoom() throws InterruptedException {
    client.awaitMine(SHARE);
  }
}
