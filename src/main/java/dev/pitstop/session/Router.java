package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides where each message of the client goes: one switch for requests, one for notifications.
/// In turns.
final class Router {
  /// The requests of the client that have no answer yet.
  interface Tracker {
    void open(Call call, Reply reply);

    void over(Call call);
  }

  private final Backend backend;
  private final SessionFacts facts;
  private final HandshakeAnswers handshake;
  private final Lists lists;
  private final Subscriptions subscriptions;
  private final ServerRequests serverRequests;
  private final Management management;
  private final Answers answers;
  private final Monitor monitor;
  private final ClientPort client;
  private final OpenRequests open = new OpenRequests();
  private Runnable whenIdle = () -> {};
  private final List<Runnable> whenAnswered = new ArrayList<>();

  Router(
      Backend backend,
      SessionFacts facts,
      HandshakeAnswers handshake,
      Lists lists,
      Subscriptions subscriptions,
      ServerRequests serverRequests,
      Management management,
      Answers answers,
      Monitor monitor,
      ClientPort client) {
    this.backend = backend;
    this.facts = facts;
    this.handshake = handshake;
    this.lists = lists;
    this.subscriptions = subscriptions;
    this.serverRequests = serverRequests;
    this.management = management;
    this.answers = answers;
    this.monitor = monitor;
    this.client = client;
  }

  /// Runs `task` in the turn in which the last open request is answered whose answer is worth
  /// waiting for, or now. Open subscriptions do not count, they have no end; nor does
  /// `server/discover`: clients start a server only to ask that, and leave without reading the
  /// answer (F6a).
  void whenIdle(Runnable task) {
    whenIdle = task;
    checkIdle();
  }

  /// Runs `task` in the turn in which no request is open any more, or now.
  void whenAnswered(Runnable task) {
    whenAnswered.add(task);
    checkIdle();
  }

  void request(Message.Request r, Reply reply) {
    RequestFacts f = RequestFacts.of(r);
    if (f.modern()) {
      speaksModern(r, f);
    }
    switch (r.method()) {
      case Methods.INITIALIZE -> handshake.initialize(r, once(r, reply));
      case Methods.PING -> ping(r, f, reply);
      case Methods.TOOLS_LIST -> lists.request(Kind.TOOLS, r, f, reply, tracker);
      case Methods.PROMPTS_LIST -> lists.request(Kind.PROMPTS, r, f, reply, tracker);
      case Methods.RESOURCES_LIST -> lists.request(Kind.RESOURCES, r, f, reply, tracker);
      case Methods.TEMPLATES_LIST -> lists.request(Kind.TEMPLATES, r, f, reply, tracker);
      case Methods.TOOLS_CALL -> toolCall(r, f, reply);
      case Methods.DISCOVER -> discover(r, f, reply);
      case Methods.LISTEN -> subscriptions.open(r, f, reply);
      default -> forward(r, f, "", reply);
    }
  }

  /// Ours to answer, at once (F4), in the legacy revisions. The modern one has no `ping`, which is
  /// the server's to say; without one that could, it is said in its place and none is started.
  private void ping(Message.Request r, RequestFacts f, Reply reply) {
    if (!f.modern()) {
      reply.send(Messages.result(r.id(), "{}"));
    } else if (backend.serving().isPresent()) {
      forward(r, f, "", reply);
    } else {
      reply.send(Messages.error(r.id(), Messages.METHOD_NOT_FOUND, "Method not found: ping"));
    }
  }

  private void speaksModern(Message.Request r, RequestFacts f) {
    boolean probe = r.method().equals(Methods.DISCOVER);
    if (facts.modernMeta().isPresent() && (probe || facts.modern())) {
      return;
    }
    byte[] meta = Meta.ofClient(r.bytes(), f.meta());
    facts.modern(new Span(0, meta.length).text(meta), probe);
    if (!probe) {
      backend.eraKnown();
    }
  }

  private void toolCall(Message.Request r, RequestFacts f, Reply reply) {
    String tool = Json.isString(r.bytes(), f.name()) ? Json.string(r.bytes(), f.name()) : "";
    Optional<Management.Tool> ours = management.find(tool);
    if (ours.isEmpty()) {
      forward(r, f, tool, reply);
      return;
    }
    Optional<CallToolTool.Onward> onward = management.onward(ours.get(), r);
    if (onward.isPresent()) {
      callThrough(r, f, onward.get(), reply);
      return;
    }
    Span arguments = r.param("arguments");
    if (arguments.length() > Management.MOST_ARGUMENTS) {
      String text = Words.MARK + "`arguments` of `" + tool + "` are too long.";
      reply.send(Messages.result(r.id(), Messages.toolResult(text, true, f.modern())));
      return;
    }
    String given = arguments.present() ? arguments.text(r.bytes()) : "{}";
    ManagedCall call =
        new ManagedCall(
            monitor,
            client,
            f.progressToken().present()
                ? Optional.of(f.progressToken().text(r.bytes()))
                : Optional.empty(),
            f.modern(),
            result -> {
              over(r.id(), r);
              reply.send(Messages.result(r.id(), result));
            });
    open.add(
        r.id(),
        r,
        true,
        (n, span) -> {
          call.cancel();
          reply.none();
        });
    management.call(ours.get(), given, call);
  }

  /// `call_tool`: as if the client had sent the request that it stands for (A5).
  private void callThrough(
      Message.Request r, RequestFacts f, CallToolTool.Onward onward, Reply reply) {
    switch (onward) {
      case CallToolTool.Onward.Refused no ->
          reply.send(Messages.result(r.id(), Messages.toolResult(no.text(), true, f.modern())));
      case CallToolTool.Onward.Direct to -> {
        if (Codec.parse(to.message()) instanceof Message.Request direct) {
          toolCall(direct, RequestFacts.of(direct), reply);
        } else { // arguments that came as text, nested deeper than a message may be
          reply.send(Messages.error(r.id(), Messages.INVALID_PARAMS, "call_tool: bad arguments"));
        }
      }
    }
  }

  private void discover(Message.Request r, RequestFacts f, Reply reply) {
    Call call =
        new Call(
            Call.Kind.REQUEST,
            r,
            f,
            "",
            (c, ending) -> {
              Reply over = over(c, reply);
              switch (ending) {
                case Call.Ending.Answered a -> over.send(handshake.discovered(c, a.message()));
                case Call.Ending.Failed failed ->
                    handshake.undiscovered(c, answers.failure(c, failed.why()), over);
              }
            });
    tracker.open(call, reply);
    backend.submit(call);
    handshake.discovering(call, over(call, reply));
  }

  private void forward(Message.Request r, RequestFacts f, String tool, Reply reply) {
    Call call =
        new Call(
            Call.Kind.REQUEST,
            r,
            f,
            tool,
            (c, ending) -> {
              tracker.over(c);
              reply.send(answers.to(c, ending));
            });
    tracker.open(call, reply);
    backend.submit(call);
  }

  void notification(Message.Notification n) {
    switch (n.method()) {
      case Methods.INITIALIZED -> {
        facts.clientInitialized();
        backend.clientInitialized();
      }
      case Methods.CANCELLED -> cancelled(n);
      case Methods.PROGRESS -> {
        Span token = n.param("progressToken");
        if (token.present()) {
          serverRequests.progress(token, n.bytes());
        }
      }
      default -> backend.submit(n);
    }
  }

  private void cancelled(Message.Notification n) {
    Span id = n.param("requestId");
    if (!id.present()) {
      return; // malformed notifications are ignored (cancellation, "Error Handling")
    }
    RequestId request = new RequestId(id.text(n.bytes()));
    Optional<OpenRequests.Open> found = open.takeNewest(request);
    if (found.isPresent()) {
      found.get().cancel(n, id);
      checkIdle();
    } else {
      subscriptions.cancel(request, n, id);
    }
  }

  /// The answer of the client to a request of a server.
  void answered(RequestId id, Span idSpan, byte[] bytes) {
    serverRequests.answer(id, idSpan, bytes);
  }

  private void over(RequestId id, Object key) {
    open.remove(id, key);
    checkIdle();
  }

  private Reply over(Call call, Reply reply) {
    return response -> {
      tracker.over(call);
      reply.send(response);
    };
  }

  private Reply once(Message.Request r, Reply reply) {
    open.add(r.id(), r, true, (n, span) -> {}); // an initialize must not be cancelled (lifecycle)
    return response -> {
      over(r.id(), r);
      reply.send(response);
    };
  }

  private void checkIdle() {
    if (open.awaited() == 0) {
      whenIdle.run();
    }
    if (open.isEmpty() && !whenAnswered.isEmpty()) {
      whenAnswered.forEach(Runnable::run);
      whenAnswered.clear();
    }
  }

  private final Tracker tracker =
      new Tracker() {
        @Override
        public void open(Call call, Reply reply) {
          open.add(
              call.request().id(),
              call,
              !call.request().method().equals(Methods.DISCOVER),
              (n, id) -> {
                backend.cancel(call, n, id);
                reply.none();
              });
        }

        @Override
        public void over(Call call) {
          Router.this.over(call.request().id(), call);
        }
      };
}
