package dev.pitstop.session.tools;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.session.texts.FailureText;
import dev.pitstop.session.texts.JsonFacts;

/// The answer to a call of one of Pitstop's own tools.
///
/// @param members of the result, as JSON
/// @param told runs in the turn in which it is sent, if the agent reads it
public record Answer(String text, boolean failed, String members, Runnable told) {
  static Answer of(String text) {
    return of(text, "", false);
  }

  /// @param facts the content of the text, for programs
  static Answer of(String text, JsonFacts facts) {
    return of(text, facts, false);
  }

  static Answer of(String text, JsonFacts facts, boolean failed) {
    return of(text, ",\"_meta\":{\"" + Meta.FACTS + "\":" + facts.json() + "}", failed);
  }

  static Answer failure(String text) {
    return of(text, "", true);
  }

  private static Answer of(String text, String meta, boolean failed) {
    String fit = failed ? FailureText.fit(text) : text;
    String error = failed ? ",\"isError\":true" : "";
    String members = "\"content\":[" + Messages.textBlock(fit) + "]" + meta + error;
    return new Answer(fit, failed, members, () -> {});
  }

  Answer telling(Runnable now) {
    return new Answer(text, failed, members, now);
  }

  public String result(boolean modern) {
    return "{" + members + (modern ? ",\"resultType\":\"complete\"}" : "}");
  }
}
