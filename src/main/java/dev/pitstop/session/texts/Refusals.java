package dev.pitstop.session.texts;

import dev.pitstop.text.Words;

/// The messages of errors about requests that do not fit the protocol, or the session. They have no
/// mark: clients show them as they are.

public final class Refusals {
  public static final String UNKNOWN_CURSOR = "Unknown cursor: this list has only one page.";
  public static final String BAD_LEVEL = "Invalid log level.";
  public static final String NO_URI = "`uri` must be a string.";
  public static final String NO_NOTIFICATIONS = "`notifications` must be an object.";
  public static final String LISTEN_TAKEN = "An open `subscriptions/listen` already has this id.";
  public static final String SUPERSEDED = "Superseded by a later `initialize`.";
  public static final String BAD_CALL = "call_tool: bad arguments";
  public static final String ASKER_GONE = "the server that asked is gone";
  public static final String NO_CALL =
      "No call of the client is open. The client speaks revision 2026-07-28, in which a server can"
          + " only ask during a call.";
  public static final String NOT_ANSWERED = "The client did not answer within five minutes.";
  public static final String NO_STATE =
      "Nothing waits for this `requestState`: it was used before, it has expired (after five"
          + " minutes), or the server that asked is gone. Call again without it.";

  private static final String TASKS =
      "Pitstop passes tasks on only with one server of the client's era.";

  private Refusals() {}

  /// Several calls may have led to a question of a server.
  public static String severalCalls(int calls) {
    return Words.fill(
        "This question cannot be assigned to a call: {} calls are open (a cancelled one counts for"
            + " five seconds). The client speaks revision 2026-07-28, in which a question is part of"
            + " one call. Call one after the other, or move the server to revision 2026-07-28.",
        calls);
  }

  public static String noMethod(String method) {
    return "Method not found: " + method;
  }

  /// The method is about a task.
  public static String noTasks(String method) {
    return noMethod(method) + ". " + TASKS;
  }

  public static String noMetaText(String key) {
    return noMeta(key, "a string");
  }

  public static String noMetaObject(String key) {
    return noMeta(key, "an object");
  }

  private static String noMeta(String key, String what) {
    return "`_meta` must have `" + key + "`, " + what + ".";
  }

  public static String tooLong(long bytes, long limit) {
    return "The message has " + bytes + " bytes; the limit is " + limit + " (--max-message).";
  }

  /// A server that may not ask the client anything did so.
  public static String noServerRequests(String revision, String method) {
    String text = "This server speaks revision {}, in which servers do not send requests: {}";
    return Words.fill(text, revision, method);
  }

  public static String removedServer(String method) {
    return "The server was removed, so its requests no longer reach a client: " + method;
  }

  /// The client owes a server too many answers.
  public static String tooManyRequests(long open, int longest) {
    return Words.fill(
        "The client has not answered {} requests of this server, or the id and the progress token of"
            + " this one have more than {} characters: Pitstop keeps no more (the limit).",
        open,
        longest);
  }

  public static String unusableAnswer(String why) {
    return "The client's answer is unusable: " + why;
  }

  /// In the question of a server to the client's model.
  public static String asks(String server) {
    return "The MCP server `" + server + "` asks this.";
  }
}
