package dev.pitstop.session.front;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.Optional;

/// Passes servers' progress to the client that issued the token. Progress of no open call is
/// dropped, unless it names its task, since the token of a task outlives the call that made it
/// (2025-11-25, tasks, "Task Progress Notifications"). Called in turns of the monitor.
public final class ProgressRelay {
  private ProgressRelay() {}

  /// @param of the server that the run belongs to
  public static void pass(ClientPort client, Backend of, Run from, Message.Notification n) {
    Span token = n.param("progressToken");
    if (!RequestFacts.isProgressToken(n.bytes(), token)) {
      return;
    }
    String said = token.text(n.bytes());
    Optional<Call> call = of.progressed(from, said);
    if (call.isEmpty() && !isOfTask(n)) {
      return;
    }
    String wanted = call.isPresent() ? call.get().clientToken() : said; // as the client spelt it
    if (wanted.isEmpty()) {
      return;
    }
    Splice splice = new Splice(n.bytes());
    if (!wanted.equals(said)) {
      splice.replace(token, Messages.utf8(wanted));
    }
    client.send(splice.outgoing());
  }

  /// Whether a notification names its task.
  private static boolean isOfTask(Message.Notification n) {
    return Json.member(n.bytes(), n.param("_meta"), Meta.RELATED_TASK).present();
  }
}
