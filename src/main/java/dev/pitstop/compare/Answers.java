package dev.pitstop.compare;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.catalog.Listing;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Words;
import java.util.Map;

/// The parts of an answer that are compared.
public final class Answers {
  private static final int SAID = 200; // characters

  /// Of longer answers there is no tree: it may need a hundred times as much memory.
  private static final long LONGEST = Runtime.getRuntime().maxMemory() / 64; // bytes

  private static final String NOTICE_URI = "pitstop://notice";

  private Answers() {}

  /// What a failed answer says, on one line; empty if it says nothing.
  public static String says(Message.Response answer) {
    String text =
        switch (answer) {
          case Message.Failure f -> withoutNotice(Json.string(f.bytes(), f.member("message")));
          case Message.Result r -> firstText(r);
        };
    String line = text.strip().replace("\r", "").replace('\n', ' ');
    return line.isEmpty() ? "" : Json.quote(Words.cutClose(line, SAID));
  }

  /// Of a text by Pitstop only if there is no other.
  private static String firstText(Message.Result r) {
    String own = "";
    for (Span block : Json.elements(r.bytes(), r.member("content"))) {
      String text = Json.string(r.bytes(), Json.member(r.bytes(), block, "text"));
      if (!text.isBlank() && !text.startsWith(Words.MARK)) {
        return text;
      }
      own = own.isEmpty() ? text : own;
    }
    return own;
  }

  static void walk(Message.Response was, Message.Response now, Walk walk) {
    String before = body(was);
    String after = body(now);
    if (was instanceof Message.Failure != now instanceof Message.Failure) {
      walk.differs("error", () -> says(was) + " → " + says(now));
    } else if (before.length() + after.length() <= LONGEST) {
      walk.compare("", tree(before), tree(after));
    } else if (!before.equals(after)) {
      walk.differs(
          "", () -> Words.groupedCount(before.length(), "character") + " → " + after.length());
    }
  }

  private static String body(Message.Response answer) {
    return switch (answer) {
      case Message.Failure f -> "{\"error\":" + f.error().text(f.bytes()) + "}";
      case Message.Result r -> r.result().text(r.bytes());
    };
  }

  /// An answer without what Pitstop added to it, and with what a missing member means.
  private static JsonElement tree(String body) {
    JsonElement tree = Listing.tree(body);
    if (!(tree instanceof JsonObject answer)) {
      return tree;
    }
    if (answer.get("error") instanceof JsonObject error && error.has("message")) {
      error.addProperty("message", withoutNotice(JsonTree.text(error, "message")));
      return answer;
    }
    Map.of(
            "content", new JsonArray(),
            "_meta", new JsonObject(),
            "isError", new JsonPrimitive(false),
            "resultType", new JsonPrimitive("complete"))
        .forEach((name, usual) -> answer.asMap().putIfAbsent(name, usual));
    if (answer.get("content") instanceof JsonArray content) {
      content.asList().removeIf(Answers::isNotice);
    }
    if (answer.get("structuredContent") instanceof JsonObject structure) {
      structure.remove("pitstop_notice");
    }
    if (answer.get("_meta") instanceof JsonObject meta) {
      meta.keySet().removeIf(name -> name.startsWith("dev.pitstop/"));
    }
    return answer;
  }

  /// Whether a block of content is a text by Pitstop.
  private static boolean isNotice(JsonElement block) {
    return block instanceof JsonObject b
        && (JsonTree.text(b, "text").startsWith(Words.MARK)
            || (b.get("resource") instanceof JsonObject r
                && JsonTree.text(r, "uri").equals(NOTICE_URI)));
  }

  /// The message of an error without what Pitstop added to it.
  private static String withoutNotice(String message) {
    int at = message.indexOf("\n" + Words.MARK);
    return at < 0 ? message : message.substring(0, at);
  }
}
