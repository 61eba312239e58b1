package dev.pitstop.session.words;

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
  public static final String NO_BATCHES = "Only protocol revision 2025-03-26 has batches.";

  private Refusals() {}

  public static String noMethod(String method) {
    return "Method not found: " + method;
  }

  public static String noTask(String id) {
    return "Task not found: " + id;
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
  ///
  /// @param legacy whether the server speaks a legacy revision, and the client the modern one
  public static String noServerRequests(boolean legacy, String revision, String method) {
    String text = "{} speaks revision {}, in which servers do not send requests: {}";
    return Words.fill(text, legacy ? "The client" : "This server", revision, method);
  }

  public static String removedServer(String method) {
    return "The server was removed, so its requests no longer reach a client: " + method;
  }

  /// The client owes a server too many answers.
  public static String tooManyRequests(int open) {
    String text = "The client has not answered {} requests of this server; ";
    return Words.fill(text, open) + "Pitstop keeps no more (the limit).";
  }

  public static String unusableAnswer(String why) {
    return "The client's answer is unusable: " + why;
  }

  /// In the question of a server to the client's model.
  public static String asks(String server) {
    return "The MCP server `" + server + "` asks this.";
  }
}
