package dev.pitstop.compare;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Words;

/// The parts of an answer that are compared.
public final class Answers {
  private static final int SAID = 200; // characters

  private Answers() {}

  /// Whether the answer is an error of either kind.
  public static boolean failed(Message.Response answer) {
    return switch (answer) {
      case Message.Failure f -> true;
      case Message.Result r -> Json.isTrue(r.bytes(), r.member("isError"));
    };
  }

  /// What a failed answer says, on one line; empty if it says nothing.
  public static String says(Message.Response answer) {
    String text =
        switch (answer) {
          case Message.Failure f -> Walk.withoutNotice(Json.string(f.bytes(), f.member("message")));
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
      if (!text.isBlank() && !Walk.isNotice(new Value(r.bytes(), block))) {
        return text;
      }
      own = own.isEmpty() ? text : own;
    }
    return own;
  }

  static void walk(Message.Response was, Message.Response now, Found found) {
    Walk walk = new Walk(found);
    if (was instanceof Message.Failure f && now instanceof Message.Failure g) {
      walk.compare(Place.of("error"), value(f.bytes(), f.error()), value(g.bytes(), g.error()));
    } else if (was instanceof Message.Result r && now instanceof Message.Result s) {
      walk.compare(Place.ALL, value(r.bytes(), r.result()), value(s.bytes(), s.result()));
    } else if (!found.leaveOut(Place.of("error"))) {
      found.differs(Place.of("error"), () -> says(was) + " → " + says(now));
    }
  }

  private static Value value(byte[] bytes, Span span) {
    return new Value(bytes, span);
  }
}
