package dev.pitstop.session;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.text.Words;
import java.util.Optional;

/// Where in the answer to a `tools/call` a notice stands (A1): so that the model of each client
/// reads it, that it costs no client the result, and that everything of the server's stays as it
/// is. What the clients show of which shape was measured: docs/design/notices.md. In a turn.
sealed interface NoticePlace {
  /// Of a structured result, where its schema lets it be.
  String MEMBER = "pitstop_notice";

  /// Of what holds a notice where nothing else is seen by every reader.
  String URI = "pitstop://notice";

  /// A result with more characters waits for no notice: clients cut long results, and differently
  /// if there is a second block.
  int MOST_CHARACTERS = 16_000;

  /// Whether every kind of reader sees it there: those that show a structure if there is one, and
  /// those that show only the content.
  boolean seenByAll();

  /// Puts the text there.
  void put(Splice splice, String text);

  /// The place in this answer, if it has one.
  ///
  /// @param open whether the tool's structured results take a member of ours
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
  /// @param structured whether it has a structure, which is all that some clients show of it
  /// @param open whether that takes a member of ours
  /// @param first whether a block goes in front of the others
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
      boolean structured = structure.present() && b[structure.from()] != 'n'; // null is none
      boolean finished = Json.isArray(b, content) || (!content.present() && structured);
      if (!finished || ResultSize.exceeds(MOST_CHARACTERS, r)) {
        return Optional.empty(); // such as a task's handle
      }
      boolean takes =
          open && Json.isObject(b, structure) && !Json.member(b, structure, MEMBER).present();
      return Optional.of(new InResult(r, structured, takes, beginsWithText(b, content)));
    }

    /// A client may parse a first block that is JSON: that stays the first. Anything but text is
    /// looked at as the first thing, too.
    private static boolean beginsWithText(byte[] b, Span content) {
      boolean[] text = {false};
      Json.elements(
          b,
          content,
          block -> {
            String words = Json.string(b, Json.member(b, block, "text")).stripLeading();
            text[0] =
                Json.string(b, Json.member(b, block, "type")).equals("text")
                    && !words.startsWith("{")
                    && (!words.startsWith("[") || words.startsWith(Words.MARK)); // a text of ours
            return false;
          });
      return text[0];
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
        // readers of the content had nothing, and must not take the notice for the result: the
        // specification wants the structure there as text anyway ("Structured Content")
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

    /// Claude Code shows of a result with a structure no text beside it, but an embedded resource;
    /// of an error it shows the texts.
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
