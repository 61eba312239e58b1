package dev.pitstop.session.notices;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;

/// The place of a notice in the answer to a `tools/call`. Every client's model reads the notice
/// there. No client loses the result because of it. Everything from the server stays unchanged.
/// docs/design/notices.md has the measurements. Called in a turn.
public sealed interface NoticePlace {
  /// The member of a structured result, if its schema allows it.
  String MEMBER = "pitstop_notice";

  /// The URI of the resource that contains a notice if nothing else is seen by every reader.
  String URI = "pitstop://notice";

  /// Longer results, in characters without images and sounds, carry no notice. Clients cut long
  /// results, and they cut them differently if there is a second block.
  int MOST_CHARACTERS = 16_000;

  /// A result with more bytes counts as long and is not searched, because this runs in a turn.
  int MOST_SEARCHED = 512 * 1024;

  /// Whether every kind of reader sees the notice there. Some show the structure if there is one,
  /// others show only the content.
  boolean seenByAll();

  void put(Splice splice, String text);

  /// The place in this answer, if it has one.
  static Optional<NoticePlace> in(Message.Response answer, boolean open) {
    if (answer instanceof Message.Result r) { // no pattern switch: the first one costs 20 ms
      return InResult.of(r, open);
    }
    return answer instanceof Message.Failure f ? InError.of(f) : Optional.empty();
  }

  /// At the end of an error's message, which every client shows.
  record InError(Span message) implements NoticePlace {
    static Optional<NoticePlace> of(Message.Failure f) {
      Span message = f.member("message");
      return Json.isString(f.bytes(), message)
          ? Optional.of(new InError(message))
          : Optional.empty();
    }

    @Override
    public boolean seenByAll() {
      return true;
    }

    @Override
    public void put(Splice splice, String text) {
      splice.insert(message.to() - 1, Messages.inString("\n" + text));
    }
  }

  /// In a result.
  ///
  /// @param structured whether the result has a structure, which is all that some clients show
  /// @param open whether the structure may have a member of Pitstop's
  /// @param first whether the block goes before the others
  record InResult(Message.Result r, boolean structured, boolean open, boolean first)
      implements NoticePlace {
    static Optional<NoticePlace> of(Message.Result r, boolean open) {
      byte[] b = r.bytes();
      Span type = r.member("resultType");
      if (type.present() && !Json.string(b, type).equals("complete")) {
        return Optional.empty(); // an interim result has no content to be read (MRTR)
      }
      Span content = r.member("content");
      Span structure = r.member("structuredContent");
      boolean structured = structure.present() && b[structure.from()] != 'n'; // not null
      boolean finished = Json.isArray(b, content) || (!content.present() && structured);
      if (!finished || isLong(r)) {
        return Optional.empty(); // such as a task's handle
      }
      boolean takes =
          open && Json.isObject(b, structure) && !Json.member(b, structure, MEMBER).present();
      return Optional.of(new InResult(r, structured, takes, beginsWithText(b, content)));
    }

    private static boolean isLong(Message.Result r) {
      if (r.result().length() <= MOST_CHARACTERS || r.result().length() > MOST_SEARCHED) {
        return r.result().length() > MOST_CHARACTERS;
      }
      byte[] b = r.bytes();
      int read = r.result().text(b).length();
      for (Span block : Json.elements(b, r.member("content"))) {
        read -= Json.member(b, block, "data").length(); // of an image or a sound
      }
      return read > MOST_CHARACTERS;
    }

    /// A client may parse a first block that is JSON, so such a block stays first. A first block
    /// other than text stays first too.
    private static boolean beginsWithText(byte[] b, Span content) {
      List<Span> blocks = Json.elements(b, content);
      Span first = blocks.isEmpty() ? Span.NONE : blocks.getFirst();
      String words = Json.string(b, Json.member(b, first, "text")).stripLeading();
      return Json.string(b, Json.member(b, first, "type")).equals("text")
          && !words.startsWith("{")
          && (!words.startsWith("[") || words.startsWith(Words.MARK)); // Pitstop's text
    }

    @Override
    public boolean seenByAll() {
      return !structured || open;
    }

    @Override
    public void put(Splice splice, String text) {
      String block = block(text);
      byte[] b = r.bytes();
      Span content = r.member("content");
      boolean empty = !content.present() || Json.isEmptyArray(b, content);
      if (empty && structured) {
        // Readers of the content had nothing, and must not mistake the notice for the result. The
        // specification wants the structure as text there anyway ("Structured Content").
        block = Messages.textBlock(r.member("structuredContent").text(b)) + "," + block;
      }
      if (!content.present()) {
        splice.putMember(r.result(), "content", Messages.utf8("[" + block + "]"));
      } else if (first && !empty) {
        splice.insert(content.from() + 1, Messages.utf8(block + ","));
      } else {
        splice.insert(content.to() - 1, Messages.utf8((empty ? "" : ",") + block));
      }
      if (structured && open) {
        splice.putMember(r.member("structuredContent"), MEMBER, Messages.utf8(Json.quote(text)));
      }
    }

    /// Beside a structure, Claude Code shows no text, but it shows an embedded resource. In an
    /// error it shows the texts.
    private String block(String text) {
      boolean error = Json.isTrue(r.bytes(), r.member("isError"));
      return structured && !open && !error
          ? "{\"type\":\"resource\",\"resource\":{\"uri\":\""
              + URI
              + "\",\"mimeType\":\"text/plain\",\"text\":"
              + Json.quote(text)
              + "}}"
          : Messages.textBlock(text);
    }
  }
}
