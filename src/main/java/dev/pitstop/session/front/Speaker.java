package dev.pitstop.session.front;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;

/// Adds a server's name where the server speaks to the user. For the client, all of many servers
/// are Pitstop. Called in turns of the monitor.
public final class Speaker {
  /// Longer requests pass unchanged, because they would be searched in a turn.
  private static final int MOST_QUESTIONS = 64 * 1024;

  private Speaker() {}

  /// Names the server in a log message: as the logger, before the logger that the message names.
  public static void inLog(Splice splice, Message.Notification n, String server) {
    Span logger = n.param("logger");
    if (Json.isString(n.bytes(), logger)) {
      splice.insert(logger.from() + 1, Messages.inString(server + "/"));
    } else if (!logger.present() && Json.isObject(n.bytes(), n.params())) {
      splice.prepend(n.params(), "logger", Messages.utf8(Json.quote(server)));
    }
  }

  /// Names the server in the requests of a result that wants input first (2026-07-28, "Multi
  /// Round-Trip Requests").
  public static void inQuestions(Splice splice, Message.Result answer, String server) {
    byte[] b = answer.bytes();
    Span questions = answer.member("inputRequests");
    if (questions.length() <= MOST_QUESTIONS) {
      Json.members(
          b,
          questions,
          (key, each) -> {
            String method = Json.string(b, Json.member(b, each, "method"));
            inQuestion(splice, b, method, Json.member(b, each, "params"), server);
          });
    }
  }

  /// Names the server in its request to the client. The user reads the message of an elicitation.
  /// In a sampling, the model's messages stay unchanged, and the name goes into the system prompt.
  public static void inQuestion(
      Splice splice, byte[] b, String method, Span params, String server) {
    Span message = Json.member(b, params, "message");
    if (method.equals(Methods.ELICIT) && Json.isString(b, message)) {
      splice.insert(message.from() + 1, Messages.inString("[" + server + "] "));
    } else if (method.equals(Methods.SAMPLE) && Json.isObject(b, params)) {
      Span prompt = Json.member(b, params, "systemPrompt");
      String asks = "The MCP server `" + server + "` asks this.";
      if (Json.isString(b, prompt)) {
        splice.insert(prompt.from() + 1, Messages.inString(asks + "\n\n"));
      } else if (!prompt.present()) {
        splice.prepend(params, "systemPrompt", Messages.utf8(Json.quote(asks)));
      }
    }
  }
}
