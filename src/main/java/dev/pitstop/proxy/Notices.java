package dev.pitstop.proxy;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.ArrayList;
import java.util.List;

/// What the agent has not been told yet about the server's restarts (A1, C3). The first complete
/// `tools/call` answer of the new incarnation takes it along, spliced in as one text block in front
/// of its `content`, or at the end of a JSON-RPC error's message. In turns.
final class Notices {
  private record Notice(String tag, int fromGen, String text) {}

  private final List<Notice> pending = new ArrayList<>();

  /// Posts a notice in place of an earlier one of the same tag: only the newest is news.
  ///
  /// @param fromGen the oldest incarnation whose answers may carry it
  void post(String tag, int fromGen, String text) {
    pending.removeIf(n -> n.tag().equals(tag));
    pending.add(new Notice(tag, fromGen, text));
  }

  private boolean mayGo(int gen) {
    for (Notice n : pending) {
      if (n.fromGen() > gen) {
        return false;
      }
    }
    return !pending.isEmpty();
  }

  /// The agent has been told otherwise.
  void clear() {
    pending.clear();
  }

  boolean isEmpty() {
    return pending.isEmpty();
  }

  /// Puts what is pending into an answer to a `tools/call`, if it can carry it.
  void into(Splice splice, Message answer, int gen) {
    if (!mayGo(gen)) {
      return;
    }
    switch (answer) {
      case Message.Result r -> intoResult(splice, r);
      case Message.Failure f -> intoError(splice, f);
      case Message.Request r -> {}
      case Message.Notification n -> {}
      case Message.Batch b -> {}
      case Message.Malformed m -> {}
    }
  }

  private void intoResult(Splice splice, Message.Result r) {
    byte[] b = r.bytes();
    Span type = Json.member(b, r.result(), "resultType");
    if (type.present() && !Json.string(b, type).equals("complete")) {
      return; // an interim result has no content to be read (MRTR)
    }
    Span content = Json.member(b, r.result(), "content");
    if (!Json.isArray(b, content)) {
      return; // not a finished tool result, such as a task's handle
    }
    String block = Messages.textBlock(take());
    boolean empty = Json.elements(b, content).isEmpty();
    splice.insert(content.from() + 1, Messages.utf8(empty ? block : block + ","));
  }

  private void intoError(Splice splice, Message.Failure f) {
    byte[] b = f.bytes();
    Span message = Json.member(b, f.error(), "message");
    if (!Json.isString(b, message)) {
      return;
    }
    String quoted = Json.quote("\n" + take());
    splice.insert(message.to() - 1, Messages.utf8(quoted.substring(1, quoted.length() - 1)));
  }

  private String take() {
    StringBuilder out = new StringBuilder();
    for (Notice n : pending) {
      out.append(out.isEmpty() ? "" : "\n").append(n.text());
    }
    pending.clear();
    return out.toString();
  }
}
