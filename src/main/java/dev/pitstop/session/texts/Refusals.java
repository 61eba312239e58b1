package dev.pitstop.session.texts;

/// The messages of errors about requests that do not fit the protocol or the session, which more
/// than one place sends. They have no mark: clients show them as they are.
public final class Refusals {
  public static final String NO_URI = "`uri` must be a string.";
  public static final String NO_CALL =
      "No call of the client is open. The client speaks revision 2026-07-28, in which a server can"
          + " only ask during a call.";

  private Refusals() {}

  public static String noMethod(String method) {
    return "Method not found: " + method;
  }
}
