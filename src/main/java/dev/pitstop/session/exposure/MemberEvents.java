package dev.pitstop.session.exposure;

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
import dev.pitstop.session.members.Member;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Takes what a server reports, and tells the server about the session. Called in turns of the
/// monitor.
///
/// @param self whose events these are; it exists before there can be any
record MemberEvents(Face face, Supplier<Member> self) implements BackendListener {
  /// How much may be queued for the client before Pitstop stops reading the only server.
  private static final long BACKLOG = 8L * 1024 * 1024;

  /// The same with several servers: the messages of the others wait behind them.
  private static final long SHARE = 256L * 1024;

  private Member member() {
    return self.get();
  }

  @Override
  public Said said() {
    return face.common.wiring().facts();
  }

  @Override
  public Set<String> subscriptions() {
    return face.common.subscriptions().of(member());
  }

  @Override
  public void introduced(Run from, Message.Result answer, boolean modern) {
    face.handshake.introduced(member(), answer, modern);
  }

  @Override
  public boolean initializeRefused(Message.Failure answer) {
    return face.handshake.refused(answer);
  }

  @Override
  public void serverRequest(Run from, Message.Request r, Optional<Call> during) {
    face.fromServers.asks(member(), from, r, during);
  }

  @Override
  public void serverNotification(Run from, Message.Notification n) {
    face.fromServers.says(member(), from, n);
  }

  @Override
  public void strayWords(Run from) {
    member().server().strayWords(from);
  }

  @Override
  public boolean hears(Run to) {
    return face.only().isEmpty()
        ? to.legacy()
        : !to.needsBridge(false) || face.common.wiring().facts().onlyModern();
  }

  @Override
  public void resendListens(Run to) {
    face.common.subscriptions().resend(member(), to);
  }

  @Override
  public void serving(Run now) {
    member().server().serving(now);
    face.common.membership().serving(member());
  }

  @Override
  public void recipeChanged(Recipe now) {
    face.common.membership().runsBy(member());
  }

  @Override
  public Optional<Catalog> baseline() {
    return member().server().told().baseline();
  }

  @Override
  public void catalogChanged(CatalogChange change) {
    member().server().catalogChanged(change);
    face.lists.listed(member(), change); // before the tables
    face.common.membership().listed(member(), change);
    face.common.changes().listed(member(), change);
  }

  @Override
  public void listsAsked() {
    face.common.changes().compare();
  }

  @Override
  public void lost(Run gone, RunEnd how) {
    member().server().lost(gone, how);
    face.fromServers.lost(member(), gone);
  }

  @Override
  public void stateChanged(State before, State after) {
    face.handshake.stateChanged(after);
    face.common.membership().stateChanged(member(), before, after);
  }

  @Override
  public void awaitRoom() throws InterruptedException {
    face.common.wiring().client().awaitRoom(face.only().isPresent() ? BACKLOG : SHARE);
  }
}
