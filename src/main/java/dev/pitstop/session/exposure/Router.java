package dev.pitstop.session.exposure;

import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.front.ListAnswer;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Route;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.texts.Refusals;
import dev.pitstop.session.tools.CallToolTool;
import dev.pitstop.session.tools.ManagedCall;
import dev.pitstop.session.tools.Management;
import dev.pitstop.session.tools.Refused;
import java.util.Optional;

/// Decides what each message of the client is, and who takes it: one switch for requests, one for
/// notifications. Called in turns of the monitor.
record Router(Common common, Handshake handshake, Lists lists, ToServer servers) implements Route {
  private Wiring wiring() {
    return common.wiring();
  }

  @Override
  public void request(Message.Request r, Reply to) {
    RequestFacts f = RequestFacts.of(r);
    boolean tool = r.method().equals(Methods.TOOLS_CALL);
    Reply telling = tool ? telling(to) : to; // before the journal, which has answers as they came
    Reply reply = isCall(r.method()) ? wiring().client().recorded(r, f, telling) : to;
    if (f.modern()) {
      Optional<byte[]> refusal = // the only server may be modern, and refuse by itself
          common.members().prefixed() ? ModernRules.refusal(r, f) : Optional.empty();
      if (refusal.isPresent()) {
        reply.send(refusal.get());
        return;
      }
      speaksModern(r, f);
    }
    switch (r.method()) {
      case Methods.INITIALIZE -> {
        if (f.modern()) { // not a handshake: the modern era has none
          servers.request(r, f, "", reply);
        } else {
          wiring().tracker().open(r, (n, span) -> {}); // it must not be cancelled (lifecycle)
          handshake.initialize(r, reply);
        }
      }
      case Methods.PING -> // the modern era has none
          reply.send(
              f.modern()
                  ? Messages.error(
                      r.id(), Messages.METHOD_NOT_FOUND, Refusals.noMethod(Methods.PING))
                  : Messages.result(r.id(), "{}"));
      case Methods.TOOLS_LIST -> list(Kind.TOOLS, r, f, reply);
      case Methods.PROMPTS_LIST -> list(Kind.PROMPTS, r, f, reply);
      case Methods.RESOURCES_LIST -> list(Kind.RESOURCES, r, f, reply);
      case Methods.TEMPLATES_LIST -> list(Kind.TEMPLATES, r, f, reply);
      case Methods.TOOLS_CALL -> toolCall(r, f, reply);
      case Methods.DISCOVER -> handshake.discover(r, f, reply);
      case Methods.LISTEN -> listen(r, f, reply);
      default -> servers.request(r, f, "", reply);
    }
  }

  /// Whether the journal calls it a call: a request with an end that is about the server.
  private static boolean isCall(String method) {
    return switch (method) {
      case Methods.INITIALIZE, Methods.PING, Methods.DISCOVER, Methods.LISTEN -> false;
      default -> true;
    };
  }

  private void speaksModern(Message.Request r, RequestFacts f) {
    boolean probe = r.method().equals(Methods.DISCOVER);
    if (wiring().facts().modernMeta().isPresent() && (probe || wiring().facts().modern())) {
      return;
    }
    wiring().facts().modern(r, f, probe);
    if (!probe) {
      handshake.eraKnown();
      common.members().present().forEach(m -> m.backend().eraKnown());
      lists.changed();
    }
  }

  private void listen(Message.Request r, RequestFacts f, Reply reply) {
    if (f.modern()) {
      common.subscriptions().listen(r, reply);
      common.changes().compare();
    } else {
      servers.request(r, f, "", reply); // in the legacy era it is a method like any other
    }
    if (common.members().closed()) {
      common.subscriptions().close();
    }
  }

  /// The agent reads news about the session with the results of tools.
  private Reply telling(Reply to) {
    boolean told = common.members().prefixed() && to.by().isEmpty();
    return told ? common.membership().mistakes().telling(to) : to;
  }

  private void list(Kind kind, Message.Request r, RequestFacts f, Reply reply) {
    ListAnswer.furtherPage(r).ifPresentOrElse(reply::send, () -> lists.request(kind, r, f, reply));
  }

  private void toolCall(Message.Request r, RequestFacts f, Reply reply) {
    String tool = Json.string(r.bytes(), f.name());
    Optional<Management.Tool> ours = common.management().find(tool);
    if (ours.isEmpty()) {
      servers.request(r, f, tool, reply);
      return;
    }
    try {
      Optional<Message.Request> onward = common.management().onward(ours.get(), r);
      if (onward.isPresent()) { // as if the client had sent that
        permit(ours.get(), CallToolTool.toolOf(onward.get()), reply);
        toolCall(onward.get(), RequestFacts.of(onward.get()), reply);
      } else {
        own(ours.get(), r, f, reply);
      }
    } catch (Refused no) {
      reply.send(Messages.result(r.id(), Messages.toolResult(no.text(), true, f.modern())));
    }
  }

  /// A person beside the agent may call everything.
  private void permit(Management.Tool through, String name, Reply reply) {
    if (!reply.by().isEmpty()) {
      return;
    }
    Optional<Management.Tool> own = common.management().find(name);
    Optional<Entry> now =
        common.members().tool(name).flatMap(o -> o.member().offer().tool(o.inner()));
    boolean has =
        own.isPresent()
            ? wiring().tools().hasOwn(name)
            : now.filter(wiring().tools()::has).isPresent();
    boolean reads =
        own.isPresent() ? own.get().spec().reads() : now.filter(Entry::readOnlyHint).isPresent();
    CallToolTool.permit(through, name, has, reads, common.management().names());
  }

  private void own(Management.Tool tool, Message.Request r, RequestFacts f, Reply reply) {
    Span arguments = r.param("arguments");
    String given = arguments.present() ? arguments.text(r.bytes()) : "{}";
    ManagedCall call =
        new ManagedCall(
            wiring(),
            Optional.of(f.progressToken()).filter(Span::present).map(t -> t.text(r.bytes())),
            reply.by().isEmpty(),
            answer -> {
              wiring().tracker().over(r);
              reply.send(Messages.result(r.id(), answer.result(f.modern())));
            });
    wiring()
        .tracker()
        .open(
            r,
            (n, span) -> {
              call.cancel();
              reply.none();
            });
    common.management().call(tool, given, call);
  }

  @Override
  public void notification(Message.Notification n) {
    switch (n.method()) {
      case Methods.INITIALIZED -> {
        wiring().facts().clientInitialized();
        common.members().only().ifPresent(m -> m.backend().clientInitialized());
        common.changes().compare();
      }
      case Methods.CANCELLED -> cancelled(n);
      default -> notify(n);
    }
  }

  /// A notification such as changed roots belongs to none of many servers in particular, so all get
  /// it that hear it now; for the only server it waits as a call does.
  private void notify(Message.Notification n) {
    common.members().present().stream()
        .map(Member::backend)
        .filter(b -> !common.members().prefixed() || b.serving().filter(Run::legacy).isPresent())
        .forEach(b -> b.calls().submit(n));
  }

  private void cancelled(Message.Notification n) {
    Span id = n.param("requestId");
    if (!id.present()) {
      return; // malformed notifications are ignored (cancellation, "Error Handling")
    }
    RequestId request = new RequestId(id.text(n.bytes()));
    if (!wiring().tracker().cancel(request, n, id)) {
      common.subscriptions().cancel(request);
    }
  }
}
