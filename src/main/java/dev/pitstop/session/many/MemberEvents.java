package dev.pitstop.session.many;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.Recipe;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.log.Log;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.ClientPort;
import dev.pitstop.session.front.ProgressRelay;
import dev.pitstop.session.front.ServerRequests;
import dev.pitstop.session.front.Speaker;
import dev.pitstop.session.front.TaskIds;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.told.SessionServer;
import dev.pitstop.session.words.Refusals;
import java.util.Optional;

/// Takes what one of many servers reports, and tells the server about the session. Called in turns
/// of the monitor.
final class MemberEvents implements Membership.Events {
  /// How many bytes may be queued for the client up to this server's last message. Other servers'
  /// messages wait behind them (M7).
  private static final long SHARE = 256L * 1024;

  private final ClientPort client;
  private final ServerRequests serverRequests;
  private final Log log;
  private final Membership membership;
  private final ManyMemory memory;
  private final ManyInstructions instructions;
  private final ManyHandshake handshake;
  private final ManySubscriptions subscriptions;
  private final ManyRequests requests;
  private final ProgressRelay progress;
  private Optional<Member> member = Optional.empty();

  MemberEvents(
      Wiring wiring,
      Membership membership,
      ManyMemory memory,
      ManyInstructions instructions,
      ManyHandshake handshake,
      ManySubscriptions subscriptions,
      ManyRequests requests) {
    this.client = wiring.client();
    this.serverRequests = wiring.serverRequests();
    this.log = wiring.log();
    this.membership = membership;
    this.memory = memory;
    this.instructions = instructions;
    this.handshake = handshake;
    this.subscriptions = subscriptions;
    this.requests = requests;
    this.progress =
        new ProgressRelay(client, (splice, n) -> TaskIds.said(splice, n, member().name()));
  }

  @Override
  public void of(Member whose) {
    member = Optional.of(whose);
  }

  private Member member() {
    return member.orElseThrow();
  }

  @Override
  public Said said() {
    return new Said(
        Optional.empty(),
        false,
        false,
        requests.level(),
        subscriptions.of(member()),
        Optional.empty(),
        false,
        handshake.own());
  }

  @Override
  public void initializeAnswered(Run from, Message.Result answer) {
    instructions(answer);
  }

  @Override
  public void discoverAnswered(Run from, Message.Result answer) {
    instructions(answer);
  }

  private void instructions(Message.Result answer) {
    Span text = answer.member("instructions");
    boolean said = Json.isString(answer.bytes(), text);
    instructions.said(member(), said ? Json.string(answer.bytes(), text).strip() : "");
  }

  /// Pitstop greets the servers itself, so a refusal is a failed start.
  @Override
  public boolean initializeRefused(Message.Failure answer) {
    return false;
  }

  @Override
  public void serverRequest(Run from, Message.Request r) {
    if (handshake.legacy() && from.legacy() && !member().removed()) {
      serverRequests.ask(member().backend(), from, r, new OfServer(member().name()));
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
                    : Refusals.noServerRequests(from.legacy(), Revisions.MODERN, r.method()));
    member().backend().tell(from, Outgoing.of(answer));
  }

  /// Changes a server's request to the client, and the client's answer. It changes the ids of the
  /// server's tasks, and adds the name of the server.
  private record OfServer(String server) implements ServerRequests.QuestionEdits {
    @Override
    public void into(Splice splice, Message.Request r) {
      TaskIds.wanted(splice, r, server);
      Speaker.inQuestion(splice, r, server);
    }

    @Override
    public void back(Splice splice, Message.Result answer) {
      TaskIds.answered(splice, answer, server);
    }
  }

  @Override
  public void serverNotification(Run from, Message.Notification n) {
    switch (n.method()) {
      case Methods.PROGRESS -> progress.take(member().backend(), from, n);
      case Methods.CANCELLED -> cancelled(from, n);
      case Methods.TOOLS_CHANGED, Methods.PROMPTS_CHANGED, Methods.RESOURCES_CHANGED ->
          member().backend().listChanged(from);
      case Methods.ACKNOWLEDGED -> subscriptions.acknowledged(member(), from, n);
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
    TaskIds.said(splice, n, member().name());
    if (n.method().equals(Methods.MESSAGE)) {
      Speaker.inLog(splice, n, member().name());
    }
    client.send(splice.outgoing());
  }

  private void cancelled(Run from, Message.Notification n) {
    Span id = n.param("requestId");
    if (id.present()) {
      serverRequests.cancel(from, new RequestId(id.text(n.bytes())), n, id);
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
  public void resendListens(Run to) {
    subscriptions.resend(member(), to);
  }

  @Override
  public void serving(Run now) {
    SessionServer server = member().server();
    server.hear(now, log);
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
    server.hear(gone, log);
    serverRequests.lost(gone);
    member().lost(gone);
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
