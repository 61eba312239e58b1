package dev.pitstop.session.members;

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
import java.util.Optional;
import java.util.function.Supplier;

/// Takes what a server reports, and tells the server about the session. Called in turns of the
/// monitor.
///
/// @param self whose events these are; it exists before there can be any
record MemberEvents(
    Membership membership, Membership.Follower follower, ClientPort client, Supplier<Member> self)
    implements BackendListener {
  private Member member() {
    return self.get();
  }

  @Override
  public Said said() {
    return follower.said(member());
  }

  @Override
  public void introduced(Run from, Message.Result answer, boolean modern) {
    follower.introduced(member(), answer, modern);
  }

  @Override
  public boolean initializeRefused(Message.Failure answer) {
    return follower.refused(answer);
  }

  @Override
  public void serverRequest(Run from, Message.Request r, Optional<Call> during) {
    follower.fromServers().asks(member(), from, r, during);
  }

  @Override
  public void serverNotification(Run from, Message.Notification n) {
    follower.fromServers().says(member(), from, n);
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
    return follower.hears(to);
  }

  @Override
  public void resendListens(Run to) {
    follower.subscriptions().resend(member(), to);
    follower.greeted(to);
  }

  @Override
  public void serving(Run now) {
    follower.subscriptions().settle();
    member().server().serving(now);
    membership.serving(member());
    follower.serving(now);
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
    follower.listed(member(), change);
    membership.listed(member(), change);
  }

  @Override
  public void lost(Run gone, RunEnd how) {
    member().server().lost(gone, how);
    follower.fromServers().lost(member(), gone);
  }

  @Override
  public void stateChanged(State before, State after) {
    follower.stateChanged(before, after);
    membership.stateChanged(member(), after);
  }

  @Override
  public void awaitRoom() throws InterruptedException {
    follower.awaitRoom();
  }
}
