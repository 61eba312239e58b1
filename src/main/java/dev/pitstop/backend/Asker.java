package dev.pitstop.backend;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import java.util.Optional;

/// Sends Pitstop's own requests and notifications to one run. Called in turns of the monitor.
final class Asker {
  private final Run run;
  private final InFlight calls;
  private final BackendListener session;

  Asker(Run run, InFlight calls, BackendListener session) {
    this.run = run;
    this.calls = calls;
    this.session = session;
  }

  /// Sends a request in the era of the run: a modern one needs `_meta`.
  ///
  /// @param members further members of its parameters, without braces
  void ask(String method, String members, Call.Ender ender) {
    Optional<String> meta = run.legacy() ? Optional.empty() : session.said().metaOfOurs();
    String comma = meta.isEmpty() || members.isEmpty() ? "" : ",";
    String last = meta.isPresent() ? comma + "\"_meta\":" + meta.get() : "";
    askVerbatim(method, "{" + members + last + "}", ender);
  }

  /// Sends a request with these parameters.
  ///
  /// @return the call, which the caller may cancel
  Call askVerbatim(String method, String params, Call.Ender ender) {
    return ask(Call.Kind.BOUND, method, params, ender);
  }

  /// Opens a subscription of Pitstop's own at a modern run. It ends silently with the run.
  ///
  /// @param filter the wanted `notifications`, a JSON object
  Call listen(String filter) {
    String meta = session.said().metaOfOurs().orElse("{}");
    String params = "{\"notifications\":" + filter + ",\"_meta\":" + meta + "}";
    return ask(Call.Kind.RESENT_LISTEN, Methods.LISTEN, params, (call, ending) -> {});
  }

  private Call ask(Call.Kind kind, String method, String params, Call.Ender ender) {
    byte[] request = Messages.request(calls.fresh(), method, params);
    if (Codec.parse(request) instanceof Message.Request r) {
      Call call = new Call(kind, r, RequestFacts.of(r), "", ender);
      calls.give(call);
      return call;
    }
    throw new IllegalStateException("not a request: " + method);
  }

  /// Sends a notification.
  ///
  /// @param params a JSON object, or empty for none
  void notify(String method, String params) {
    run.send(Outgoing.of(Messages.notification(method, params)));
  }

  /// The oldest request that the run has not answered, for people: method and id.
  Optional<String> owed() {
    return calls.owes();
  }
}
