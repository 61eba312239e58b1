package dev.pitstop.session;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the agent has not been told yet about the server's restarts (A1, C3). The first complete
/// `tools/call` answer of the new incarnation takes it along, spliced in as one text block in front
/// of its `content`, or at the end of a JSON-RPC error's message. In turns.
final class Notices {
  /// Something to be told. It is composed when it is told: the server may have changed again by
  /// then.
  interface News {
    /// With our mark; empty if it is no news any more.
    String text();

    /// It is on its way.
    default void told() {}
  }

  private record Notice(String tag, int fromGen, News news) {}

  private record Beside(String text, Runnable told) {}

  private Optional<Beside> beside = Optional.empty();
  private final List<Notice> pending = new ArrayList<>();

  /// Posts a notice in place of an earlier one of the same tag: only the newest is news.
  ///
  /// @param fromGen the oldest incarnation whose answers may carry it
  void post(String tag, int fromGen, News news) {
    pending.removeIf(n -> n.tag().equals(tag));
    pending.add(new Notice(tag, fromGen, news));
  }

  void post(String tag, int fromGen, String text) {
    post(tag, fromGen, () -> text);
  }

  /// Something that goes along with the next notice, but makes none by itself.
  ///
  /// @param told run when it is on its way
  void beside(String text, Runnable told) {
    beside = Optional.of(new Beside(text, told));
  }

  /// What waits to go along with a text of ours: it is on its way with this. Empty if nothing does.
  String takeBeside() {
    Optional<Beside> now = beside;
    beside = Optional.empty();
    now.ifPresent(b -> b.told().run());
    return now.map(Beside::text).orElse("");
  }

  /// The agent has been told otherwise, or it is true no more.
  ///
  /// @param tag the tag, or what several begin with
  void drop(String tag) {
    pending.removeIf(n -> n.tag().startsWith(tag));
  }

  boolean isEmpty() {
    return pending.isEmpty();
  }

  /// Whether an answer of this incarnation takes along what is pending.
  boolean mayGo(int gen) {
    for (Notice n : pending) {
      if (n.fromGen() > gen) {
        return false;
      }
    }
    return !pending.isEmpty();
  }

  /// Puts what is pending into an answer to a `tools/call`, if it can carry it.
  ///
  /// @param aside what only this answer needs besides, or empty
  void into(Splice splice, Message.Response answer, int gen, String aside) {
    boolean go = mayGo(gen);
    if (!go && aside.isEmpty()) {
      return;
    }
    if (answer instanceof Message.Result r) { // no pattern switch: the first one costs 20 ms
      intoResult(splice, r, go, aside);
    } else if (answer instanceof Message.Failure f) {
      intoError(splice, f, go, aside);
    }
  }

  private void intoResult(Splice splice, Message.Result r, boolean go, String aside) {
    byte[] b = r.bytes();
    Span type = r.member("resultType");
    if (type.present() && !Json.string(b, type).equals("complete")) {
      return; // an interim result has no content to be read (MRTR)
    }
    Span content = r.member("content");
    if (!Json.isArray(b, content)) {
      return; // not a finished tool result, such as a task's handle
    }
    String text = text(go, aside);
    if (!text.isEmpty()) {
      String block = Messages.textBlock(text);
      boolean empty = Json.isEmptyArray(b, content);
      splice.insert(content.from() + 1, Messages.utf8(empty ? block : block + ","));
    }
  }

  private void intoError(Splice splice, Message.Failure f, boolean go, String aside) {
    byte[] b = f.bytes();
    Span message = f.member("message");
    if (!Json.isString(b, message)) {
      return;
    }
    String text = text(go, aside);
    if (!text.isEmpty()) {
      String quoted = Json.quote("\n" + text);
      splice.insert(message.to() - 1, Messages.utf8(quoted.substring(1, quoted.length() - 1)));
    }
  }

  private String text(boolean go, String aside) {
    StringBuilder out = new StringBuilder();
    if (go) {
      for (Notice n : pending) {
        add(out, n.news().text());
      }
      pending.forEach(n -> n.news().told());
      pending.clear();
    }
    add(out, aside);
    if (!out.isEmpty()) {
      add(out, takeBeside());
    }
    return out.toString();
  }

  private static void add(StringBuilder out, String text) {
    out.append(out.isEmpty() || text.isEmpty() ? "" : "\n").append(text);
  }
}
