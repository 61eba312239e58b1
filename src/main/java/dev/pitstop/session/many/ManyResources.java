package dev.pitstop.session.many;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Calls;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.members.Owners;
import dev.pitstop.session.words.OwnToolNames;
import dev.pitstop.session.words.Refusals;
import dev.pitstop.session.words.UnknownText;
import java.util.Optional;

/// Handles the client's requests about resources and templates of many servers (M3). They go to the
/// owner, and wait while a possible owner is starting (L3). Called in turns of the monitor.
record ManyResources(
    Wiring wiring,
    Owners owners,
    Arrivals arrivals,
    ManySubscriptions subscriptions,
    Calls calls,
    Members members,
    OwnToolNames tools) {
  void read(Message.Request r, RequestFacts f, Reply reply) {
    Span at = r.param("uri");
    if (!Json.isString(r.bytes(), at)) {
      reply.send(Messages.error(r.id(), Messages.INVALID_PARAMS, Refusals.NO_URI));
      return;
    }
    String uri = Json.string(r.bytes(), at);
    Owners.Whose whose = owners.whose(uri);
    if (whose.sure()) {
      Owners.Owned owner = whose.owners().getFirst();
      calls.submit(owner, ResourceSearch.unlessSame(at, r, owner), r, f, reply);
    } else {
      new ResourceSearch(wiring, owners, arrivals, tools, calls, members, r, f, reply).begin();
    }
  }

  void subscribe(Message.Request r, RequestFacts f, boolean on, Reply reply) {
    String uri = Json.string(r.bytes(), r.param("uri"));
    subscriptions.subscribe(uri, on); // at once, as an unsubscribe may come during the wait
    if (!on) {
      reply.send(Messages.result(r.id(), "{}"));
      return;
    }
    owned(
        r,
        reply,
        new OwnerWait.Wish() {
          @Override
          public Optional<Owners.Owned> whose() {
            return owners.resource(uri);
          }

          @Override
          public void known(Owners.Owned owner) {
            reply.send(Messages.result(r.id(), "{}"));
          }

          @Override
          public byte[] notFound(String why) {
            return ResourceSearch.notFound(r, f, uri, why);
          }

          @Override
          public void inVain() {
            subscriptions.subscribe(uri, false);
          }
        });
  }

  private void owned(Message.Request r, Reply reply, OwnerWait.Wish wish) {
    new OwnerWait(wiring.tracker(), arrivals, tools, r, reply, wish).begin();
  }

  /// `completion/complete` of a variable of a template.
  ///
  /// @param at the position of the template
  void complete(Message.Request r, RequestFacts f, Span at, Reply reply) {
    String template = Json.string(r.bytes(), at);
    owned(
        r,
        reply,
        new OwnerWait.Wish() {
          @Override
          public Optional<Owners.Owned> whose() {
            return owners.template(template);
          }

          @Override
          public void known(Owners.Owned owner) {
            calls.submit(owner, ResourceSearch.unlessSame(at, r, owner), r, f, reply);
          }

          @Override
          public byte[] notFound(String why) {
            String text = UnknownText.template(template, why);
            return Messages.error(r.id(), Messages.INVALID_PARAMS, text);
          }
        });
  }
}
