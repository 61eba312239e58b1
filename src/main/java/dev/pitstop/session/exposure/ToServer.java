package dev.pitstop.session.exposure;

import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Tasks;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.members.Calls;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.notices.Departed;
import dev.pitstop.session.texts.Refusals;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;

/// Finds which server a request is for, and how it and its answer must be changed on the way. A
/// session's only server gets everything. Called in turns of the monitor.
record ToServer(Common common, Calls calls) {
  private static final int MOST_NEAR = 3;
  private static final int RESOURCE_NOT_FOUND = -32002; // legacy; -32602 in revision 2026-07-28

  private Members members() {
    return common.members();
  }

  void request(Message.Request r, RequestFacts f, String tool, Reply reply) {
    Optional<Member> only = members().only();
    if (only.isPresent()) {
      calls.submit(new Members.Owned(only.get(), tool), Span.NONE, r, f, reply);
      return;
    }
    switch (r.method()) {
      case Methods.TOOLS_CALL -> tool(r, f, tool, reply);
      case Methods.PROMPTS_GET -> prompt(r, f, f.name(), reply);
      case Methods.RESOURCES_READ -> read(r, f, reply);
      // a server is told of it when it lists the resource
      case Methods.SUBSCRIBE, Methods.UNSUBSCRIBE -> reply.send(common.bridge().subscribe(r));
      case Methods.COMPLETE -> complete(r, f, reply);
      case Methods.SET_LEVEL -> reply.send(common.bridge().setLevel(r));
      default -> other(r, reply);
    }
  }

  private static void refuse(Message.Request r, Reply reply, String text) {
    reply.send(Messages.error(r.id(), Messages.INVALID_PARAMS, text));
  }

  // Tools and prompts.

  private void tool(Message.Request r, RequestFacts f, String name, Reply reply) {
    Optional<Members.Owned> owner = members().named(Kind.TOOLS, name);
    if (owner.isEmpty()) {
      unknown(r, Kind.TOOLS, name, reply);
    } else if (owner.get().member().offer().shows(owner.get().inner())) {
      calls.submit(owner.get(), f.name(), r, f, reply);
    } else {
      String text =
          Words.fill(
              Words.MARK + "Unknown tool: {}. The configuration of server `{}` hides it (`tools`).",
              name,
              owner.get().member().name());
      refuse(r, reply, text);
    }
  }

  private void prompt(Message.Request r, RequestFacts f, Span at, Reply reply) {
    String name = Json.string(r.bytes(), at);
    Optional<Members.Owned> owner = members().named(Kind.PROMPTS, name);
    if (owner.isPresent()) {
      calls.submit(owner.get(), at, r, f, reply);
    } else {
      unknown(r, Kind.PROMPTS, name, reply);
    }
  }

  private void unknown(Message.Request r, Kind kind, String name, Reply reply) {
    List<String> servers = members().names();
    List<String> present =
        members().all().stream().flatMap(m -> m.offer().names(kind).stream()).toList();
    List<String> near = Nearest.names(name, present, MOST_NEAR);
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
            + common.management().names().more("list_servers", "search_tools");
    refuse(r, reply, text);
  }

  // Resources and their templates.

  private void read(Message.Request r, RequestFacts f, Reply reply) {
    Span at = r.param("uri");
    if (!Json.isString(r.bytes(), at)) {
      refuse(r, reply, Refusals.NO_URI);
      return;
    }
    String uri = Json.string(r.bytes(), at);
    new ResourceSearch(this, r, f, uri, members().readers(uri), reply).next();
  }

  private void complete(Message.Request r, RequestFacts f, Reply reply) {
    byte[] b = r.bytes();
    Span ref = r.param("ref");
    Span name = Json.member(b, ref, "name");
    if (Json.isString(b, name)) {
      prompt(r, f, name, reply);
      return;
    }
    String template = Json.string(b, Json.member(b, ref, "uri"));
    Optional<Member> owner = members().template(template);
    if (owner.isPresent()) {
      calls.submit(new Members.Owned(owner.get(), template), Span.NONE, r, f, reply);
    } else {
      String text =
          Words.MARK + Words.fill("No server lists the resource template `{}`.", template) + why();
      refuse(r, reply, text);
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

  /// Sentences about the servers that could not be asked. Empty if there are none.
  String why() {
    StringBuilder out = new StringBuilder();
    for (Member m : members().all()) {
      if (m.offer().isComing()) {
        out.append(
            Words.fill(
                " Server `{}` is still {} and could not be asked.",
                m.name(),
                m.backend().state().word()));
      } else if (m.backend().state().failed()) {
        out.append(Words.fill(" Server `{}` is down and could not be asked.", m.name()));
      }
    }
    String more = common.management().names().more("server_status");
    return out.isEmpty() ? "" : out.append(more).toString();
  }

  // All else.

  private static void other(Message.Request r, Reply reply) {
    reply.send(
        Tasks.concern(r.method())
            ? ModernRules.noTasks(r)
            : Messages.error(r.id(), Messages.METHOD_NOT_FOUND, Refusals.noMethod(r.method())));
  }
}
