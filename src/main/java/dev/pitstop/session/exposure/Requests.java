package dev.pitstop.session.exposure;

import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Tasks;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Calls;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.members.Owners;
import dev.pitstop.session.notices.Departed;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.texts.Refusals;
import dev.pitstop.text.Words;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Finds which server a request is for, and how it and its answer must be changed on the way. A
/// session's only server gets everything. Called in turns of the monitor.
final class Requests {
  private static final int MOST_NEAR = 3;

  private final Wiring wiring;
  private final Owners owners;
  private final Members members;
  private final OwnToolNames tools;
  private final Calls calls;
  private final Resources resources;
  private final Bridge bridge;
  private final Optional<Member> only;

  /// @param only the one server of a session that shows its server as it is; empty if there may be
  ///   many
  Requests(
      Wiring wiring,
      Owners owners,
      Bridge bridge,
      Members members,
      OwnToolNames tools,
      Optional<Member> only) {
    this.wiring = wiring;
    this.owners = owners;
    this.members = members;
    this.tools = tools;
    this.bridge = bridge;
    this.only = only;
    this.calls = new Calls(wiring, bridge, only.isEmpty());
    this.resources = new Resources(wiring, owners, calls, bridge, members, tools);
  }

  void request(Message.Request r, RequestFacts f, String tool, Reply reply) {
    if (only.isPresent()) {
      calls.submit(new Owners.Owned(only.get(), tool), Span.NONE, r, f, reply);
      return;
    }
    switch (r.method()) {
      case Methods.TOOLS_CALL -> tool(r, f, tool, reply);
      case Methods.PROMPTS_GET -> prompt(r, f, f.name(), reply);
      case Methods.RESOURCES_READ -> resources.read(r, f, reply);
      case Methods.SUBSCRIBE -> resources.subscribe(r, f, reply);
      case Methods.UNSUBSCRIBE -> reply.send(bridge.subscribe(r));
      case Methods.COMPLETE -> complete(r, f, reply);
      case Methods.SET_LEVEL -> reply.send(bridge.setLevel(r));
      default -> other(r, f, reply);
    }
  }

  // Tools and prompts.

  private void tool(Message.Request r, RequestFacts f, String name, Reply reply) {
    Optional<Owners.Owned> owner = owners.callable(name);
    if (owner.isPresent()) {
      calls.submit(owner.get(), f.name(), r, f, reply);
      return;
    }
    Optional<Owners.Owned> hidden = owners.named(Kind.TOOLS, name);
    if (hidden.isPresent()) {
      String text =
          Words.fill(
              Words.MARK + "Unknown tool: {}. The configuration of server `{}` hides it (`tools`).",
              name,
              hidden.get().member().name());
      reply.send(Messages.error(r.id(), Messages.INVALID_PARAMS, text));
    } else {
      unknown(r, Kind.TOOLS, name, reply);
    }
  }

  /// @param at the position of the prompt's name
  private void prompt(Message.Request r, RequestFacts f, Span at, Reply reply) {
    String name = Json.string(r.bytes(), at);
    Optional<Owners.Owned> owner = owners.named(Kind.PROMPTS, name);
    if (owner.isPresent()) {
      calls.submit(owner.get(), at, r, f, reply);
    } else {
      unknown(r, Kind.PROMPTS, name, reply);
    }
  }

  /// The names of all present entries of this kind, for use outside turns.
  private Supplier<List<String>> present(Kind kind) {
    List<Supplier<List<String>>> each =
        members.all().stream().map(m -> m.offer().names(kind)).toList();
    return () -> each.stream().flatMap(of -> of.get().stream()).toList();
  }

  /// Refuses a name that no server has. Finding similar names among thousands takes longer than a
  /// turn may.
  private void unknown(Message.Request r, Kind kind, String name, Reply reply) {
    List<String> servers = members.names();
    String more = tools.more("list_servers", "search_tools");
    Supplier<List<String>> present = present(kind);
    Function<List<String>, Outgoing> refusal =
        near -> {
          String text =
              Words.MARK
                  + Words.fill("Unknown {}: {}.", kind.noun(), name)
                  + (servers.isEmpty()
                      ? " There are no servers."
                      : Words.fill(
                          " Names have the form `server__{}`; the servers are {}.",
                          kind.noun(),
                          String.join(", ", servers)))
                  + (near.isEmpty() ? "" : " " + Departed.similar(near))
                  + more;
          return Outgoing.of(Messages.error(r.id(), Messages.INVALID_PARAMS, text));
        };
    wiring.sendLater(
        r,
        reply,
        () -> refusal.apply(Nearest.names(name, present.get(), MOST_NEAR)),
        refusal.apply(List.of()));
  }

  // Completion, logging, all else.

  private void complete(Message.Request r, RequestFacts f, Reply reply) {
    byte[] b = r.bytes();
    Span ref = r.param("ref");
    Span name = Json.isObject(b, ref) ? Json.member(b, ref, "name") : Span.NONE;
    if (Json.isString(b, name)) {
      prompt(r, f, name, reply);
    } else {
      resources.complete(
          r, f, Json.isObject(b, ref) ? Json.member(b, ref, "uri") : Span.NONE, reply);
    }
  }

  /// Handles an unknown method. Only a session with a single server can pass it on, unless it is
  /// about a task: no server has made one for this client.
  private void other(Message.Request r, RequestFacts f, Reply reply) {
    Collection<Member> there = members.all();
    if (Tasks.concern(r.method())) {
      reply.send(ModernRules.noTasks(r));
    } else if (there.size() == 1) {
      Owners.Owned only = new Owners.Owned(there.iterator().next(), "");
      calls.submit(only, Span.NONE, r, f, reply);
    } else {
      reply.send(Messages.error(r.id(), Messages.METHOD_NOT_FOUND, Refusals.noMethod(r.method())));
    }
  }
}
