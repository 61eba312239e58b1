package dev.pitstop.backend;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import java.util.Optional;
import java.util.function.Supplier;

/// Sends Pitstop's own requests and notifications to a run. Called in turns of the monitor.
final class Asker {
  private final Supplier<Said> said;

  Asker(Supplier<Said> said) {
    this.said = said;
  }

  /// Sends a request with the `_meta` that a modern server needs.
  ///
  /// @param members further members of its parameters, without braces
  void ask(Run run, boolean legacy, String method, String members, Call.Ender ender) {
    Optional<String> meta = legacy ? Optional.empty() : said.get().metaOfOurs();
    String comma = meta.isEmpty() || members.isEmpty() ? "" : ",";
    String last = meta.isPresent() ? comma + "\"_meta\":" + meta.get() : "";
    askVerbatim(run, method, "{" + members + last + "}", ender);
  }

  /// Sends a request with these parameters.
  ///
  /// @return the call, which the caller may cancel
  Call askVerbatim(Run run, String method, String params, Call.Ender ender) {
    byte[] request = Messages.request(run.inFlight().fresh(), method, params);
    if (Codec.parse(request) instanceof Message.Request r) {
      Call call = new Call(Call.Kind.BOUND, r, RequestFacts.of(r), "", ender);
      run.give(call);
      return call;
    }
    throw new IllegalStateException("not a request: " + method);
  }

  /// Sends a notification.
  ///
  /// @param params a JSON object, or empty for none
  void notify(Run run, String method, String params) {
    run.send(Outgoing.of(Messages.notification(method, params)));
  }

  /// Opens a subscription of Pitstop's own at a modern run. It ends silently with the run.
  ///
  /// @param filter the wanted `notifications`, a JSON object
  Call listen(Run at, String filter) {
    String meta = said.get().metaOfOurs().orElse("{}");
    byte[] request =
        Messages.request(
            at.inFlight().fresh(),
            Methods.LISTEN,
            "{\"notifications\":" + filter + ",\"_meta\":" + meta + "}");
    if (Codec.parse(request) instanceof Message.Request r) {
      Call call = new Call(Call.Kind.RESENT_LISTEN, r, RequestFacts.of(r), "", (c, ending) -> {});
      at.give(call);
      return call;
    }
    throw new IllegalStateException("not a request: " + Methods.LISTEN);
  }
}
