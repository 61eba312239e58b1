package dev.pitstop.session.tools;

import dev.pitstop.backend.facts.Said;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/// A call of a tool that the agent has not asked for, in the era of the session. So no news for the
/// agent comes with its response. Any thread may call its methods.
///
/// @param answer its response; empty if it was cancelled
public record OwnCall(
    Wiring wiring,
    Management management,
    RequestId id,
    CompletableFuture<Optional<byte[]>> answer) {
  /// Makes a call. Parses its arguments: do not call it in a turn.
  ///
  /// @param by who makes it, as the journal says it
  /// @throws IllegalArgumentException if the arguments nest too deeply
  public static OwnCall make(
      Wiring wiring, Management management, String by, String tool, String arguments) {
    OwnCall call =
        new OwnCall(
            wiring,
            management,
            RequestId.of("pitstop-" + UUID.randomUUID()),
            new CompletableFuture<>());
    Message.Request request = call.request(tool, arguments);
    Reply reply = new Taken(by, call.answer);
    wiring.monitor().turn(() -> management.route().request(request, reply));
    return call;
  }

  private Message.Request request(String tool, String arguments) {
    Said facts = wiring.facts();
    Optional<String> meta =
        wiring.monitor().inTurn(() -> facts.modern() ? facts.modernMeta() : Optional.empty());
    String params =
        "{\"name\":"
            + Json.quote(tool)
            + ",\"arguments\":"
            + arguments
            + meta.map(m -> ",\"_meta\":" + m).orElse("")
            + "}";
    if (Codec.parse(Messages.request(id, Methods.TOOLS_CALL, params))
        instanceof Message.Request r) {
      return r;
    }
    throw new IllegalArgumentException("the arguments nest too deeply");
  }

  /// Cancels it, unless it is over. Nobody knows of it before the server does, so that a call that
  /// follows is sent later.
  public void cancel() {
    wiring
        .monitor()
        .turn(() -> {
          byte[] notice =
              Messages.notification(Methods.CANCELLED, "{\"requestId\":" + id.lexeme() + "}");
          if (!answer.isDone() && Codec.parse(notice) instanceof Message.Notification n) {
            management.route().notification(n);
            answer.complete(Optional.empty());
          }
        });
  }

  private record Taken(String by, CompletableFuture<Optional<byte[]>> answer) implements Reply {
    @Override
    public void send(Outgoing response) {
      answer.complete(Optional.of(response.bytes()));
    }

    @Override
    public void none() {
      answer.complete(Optional.empty());
    }
  }
}
