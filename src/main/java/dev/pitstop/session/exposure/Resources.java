package dev.pitstop.session.exposure;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Calls;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.members.Offer;
import dev.pitstop.session.members.Owners;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.texts.Refusals;
import dev.pitstop.text.Words;
import java.util.Optional;
import java.util.Set;

/// Handles the client's requests about resources and templates of many servers. They go to the
/// owner; a read without one is tried at each server. Called in turns of the monitor.
record Resources(
    Wiring wiring, Owners owners, Calls calls, Bridge bridge, Members members, OwnToolNames tools) {
  private static final int RESOURCE_NOT_FOUND = -32002; // legacy; -32602 in revision 2026-07-28

  void read(Message.Request r, RequestFacts f, Reply reply) {
    Optional<String> uri = uri(r, reply);
    if (uri.isEmpty()) {
      return;
    }
    Owners.Readers readers = owners.readers(uri.get());
    if (readers.all().size() == 1) {
      Member only = readers.all().getFirst();
      calls.submit(new Owners.Owned(only, uri.get()), Span.NONE, r, f, reply);
    } else {
      new ResourceSearch(this, r, f, uri.get(), readers, reply).begin();
    }
  }

  /// A URI that nobody is known to have may be one of a server that is starting, which is told when
  /// it has listed it.
  void subscribe(Message.Request r, RequestFacts f, Reply reply) {
    Optional<String> uri = uri(r, reply);
    if (uri.isEmpty()) {
      return;
    }
    boolean coming = members.all().stream().anyMatch(m -> m.offer().isComing());
    reply.send(
        coming || owners.resource(uri.get()).isPresent()
            ? bridge.subscribe(r)
            : notFound(r, f, uri.get(), why(Set.of())));
  }

  private static Optional<String> uri(Message.Request r, Reply reply) {
    Span at = r.param("uri");
    if (!Json.isString(r.bytes(), at)) {
      reply.send(Messages.error(r.id(), Messages.INVALID_PARAMS, Refusals.NO_URI));
      return Optional.empty();
    }
    return Optional.of(Json.string(r.bytes(), at));
  }

  /// `completion/complete` of a variable of a template.
  ///
  /// @param at the position of the template
  void complete(Message.Request r, RequestFacts f, Span at, Reply reply) {
    String template = Json.string(r.bytes(), at);
    Optional<Member> owner = owners.template(template);
    if (owner.isPresent()) {
      calls.submit(new Owners.Owned(owner.get(), template), Span.NONE, r, f, reply);
    } else {
      String text =
          Words.MARK
              + Words.fill("No server lists the resource template `{}`.", template)
              + why(Set.of());
      reply.send(Messages.error(r.id(), Messages.INVALID_PARAMS, text));
    }
  }

  /// The response if no server has the resource.
  ///
  /// @param why sentences, each with a space before it
  byte[] notFound(Message.Request r, RequestFacts f, String uri, String why) {
    int code = f.modern() ? Messages.INVALID_PARAMS : RESOURCE_NOT_FOUND;
    String text = Words.MARK + "Resource not found: " + uri + (why.isEmpty() ? "" : "." + why);
    return Messages.error(r.id(), code, text, "{\"uri\":" + Json.quote(uri) + "}");
  }

  /// Sentences about the servers that may have it and have not said that they do not. Empty if
  /// there are none.
  ///
  /// @param silent those that were asked and did not answer
  String why(Set<Member> silent) {
    StringBuilder out = new StringBuilder();
    for (Member m : members.all()) {
      Offer offer = m.offer();
      if (offer.isComing()) {
        out.append(
            Words.fill(
                " Server `{}` is still {} and could not be asked.",
                m.name(),
                m.backend().state().word()));
      } else if (offer.isDown() && offer.mayHaveResources()) {
        out.append(Words.fill(" Server `{}` is down and could not be asked.", m.name()));
      } else if (silent.contains(m)) {
        out.append(Words.fill(" Server `{}` did not answer.", m.name()));
      }
    }
    return out.isEmpty() ? "" : out.append(tools.more("server_status")).toString();
  }
}
