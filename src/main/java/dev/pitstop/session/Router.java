package dev.pitstop.session;

import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.exposure.Face;
import dev.pitstop.session.front.ListAnswer;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.ReplyBy;
import dev.pitstop.session.front.Route;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.texts.Refusals;
import dev.pitstop.session.tools.ManagedCall;
import dev.pitstop.session.tools.Management;
import dev.pitstop.session.tools.Refused;
import java.util.Optional;

/// Decides what each message of the client is: one switch for requests, one for notifications.
/// Messages that the session does not handle itself go to its {@link Face}. Called in turns of the
/// monitor.
record Router(Face face, Wiring wiring, Management management) implements Route {
  @Override
  public void request(Message.Request r, Reply to) {
    RequestFacts f = RequestFacts.of(r);
    Reply reply = isCall(r.method()) ? wiring.client().recorded(r, f, to) : to;
    if (f.modern()) {
      Optional<byte[]> refusal = face.refusal(r, f);
      if (refusal.isPresent()) {
        reply.send(refusal.get());
        return;
      }
      speaksModern(r, f);
    }
    switch (r.method()) {
      case Methods.INITIALIZE -> {
        if (f.modern()) { // not a handshake: the modern era has none
          face.request(r, f, "", reply);
        } else {
          face.initialize(r, once(r, reply));
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
      case Methods.TOOLS_CALL -> toolCall(r, f, reply.by().isEmpty() ? face.telling(reply) : reply);
      case Methods.DISCOVER -> face.discover(r, f, reply);
      case Methods.LISTEN -> face.listen(r, f, reply);
      default -> face.request(r, f, "", reply);
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
    if (wiring.facts().modernMeta().isPresent() && (probe || wiring.facts().modern())) {
      return;
    }
    wiring.facts().modern(r, f, probe);
    if (!probe) {
      face.eraKnown();
    }
  }

  private void list(Kind kind, Message.Request r, RequestFacts f, Reply reply) {
    ListAnswer.furtherPage(r).ifPresentOrElse(reply::send, () -> face.list(kind, r, f, reply));
  }

  private void toolCall(Message.Request r, RequestFacts f, Reply reply) {
    String tool = Json.string(r.bytes(), f.name());
    Optional<Management.Tool> ours = management.find(tool);
    if (ours.isEmpty()) {
      face.request(r, f, tool, reply);
      return;
    }
    try {
      Optional<Message.Request> onward = management.onward(ours.get(), r);
      if (onward.isPresent()) { // as if the client had sent that
        toolCall(onward.get(), RequestFacts.of(onward.get()), reply);
      } else {
        own(ours.get(), r, f, reply);
      }
    } catch (Refused no) {
      reply.send(Messages.result(r.id(), Messages.toolResult(no.text(), true, f.modern())));
    }
  }

  private void own(Management.Tool tool, Message.Request r, RequestFacts f, Reply reply) {
    Span arguments = r.param("arguments");
    if (arguments.length() > Management.MOST_ARGUMENTS) {
      String name = Json.string(r.bytes(), f.name());
      throw new Refused("`arguments` of `" + name + "` are too long.");
    }
    String given = arguments.present() ? arguments.text(r.bytes()) : "{}";
    ManagedCall call =
        new ManagedCall(
            wiring,
            Optional.of(f.progressToken()).filter(Span::present).map(t -> t.text(r.bytes())),
            reply.by().isEmpty(),
            answer -> {
              wiring.tracker().over(r);
              reply.send(Messages.result(r.id(), answer.result(f.modern())));
            });
    wiring
        .tracker()
        .open(
            r,
            (n, span) -> {
              call.cancel();
              reply.none();
            });
    management.call(tool, given, call);
  }

  @Override
  public void notification(Message.Notification n) {
    switch (n.method()) {
      case Methods.INITIALIZED -> {
        wiring.facts().clientInitialized();
        face.clientInitialized();
      }
      case Methods.CANCELLED -> cancelled(n);
      case Methods.PROGRESS -> {
        Span token = n.param("progressToken");
        if (token.present()) {
          wiring.serverRequests().progress(token, n.bytes());
        }
      }
      default -> face.notification(n);
    }
  }

  private void cancelled(Message.Notification n) {
    Span id = n.param("requestId");
    if (!id.present()) {
      return; // malformed notifications are ignored (cancellation, "Error Handling")
    }
    RequestId request = new RequestId(id.text(n.bytes()));
    if (!wiring.tracker().cancel(request, n, id)) {
      face.cancelListen(request);
    }
  }

  private Reply once(Message.Request r, Reply reply) {
    wiring.tracker().open(r, (n, span) -> {}); // an initialize must not be cancelled (lifecycle)
    return ReplyBy.after(() -> wiring.tracker().over(r), reply);
  }
}
