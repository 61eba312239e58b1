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
import dev.pitstop.rpc.Message;
import dev.pitstop.session.front.ClientPort;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.FromServer;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.Subscriptions;
import dev.pitstop.session.told.SessionServer;
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
    Subscriptions subscriptions,
    FromServer fromServers)
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
    fromServers.asks(member(), from, r, during);
  }

  @Override
  public void serverNotification(Run from, Message.Notification n) {
    fromServers.says(member(), from, n);
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
    member().server().lost(gone, how);
    fromServers.lost(member(), gone);
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
