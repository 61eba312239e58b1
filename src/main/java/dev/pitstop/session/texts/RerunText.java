package dev.pitstop.session.texts;

/// The texts about calls that are made again; without Pitstop's mark.
public final class RerunText {
  /// How calls are named.
  public static final String CALLS =
      "\"failed\", \"last\", or call numbers such as [3,5], 20 at most";

  public static final String HEAD = "\nMade again on the new build:";
  public static final String NO_BUILD = "\nNo call was made again.";
  public static final String NO_FAILED =
      "\nNothing to make again: no call has failed without working since.";
  public static final String NO_LAST = "\nNothing to make again: there was no call yet.";

  // Why a call is not sent.

  public static final String UNKNOWN = "the journal has no such call";
  public static final String CUT = "its request was too long for the journal";
  public static final String PENDING = "it has no answer yet";
  public static final String NO_TOOL_CALL = "it is no call of a server's tool";
  public static final String CANCELLED = "cancelled";

  // What became of a call whose answers cannot be compared.

  /// It had no answer in time.
  public static final String HUNG = "no answer within 30 s, so Pitstop cancelled it";

  public static final String UNCOMPARED = "the journal does not have its earlier answer";

  private RerunText() {}

  /// @param byAgent whether an agent reads it, or a person
  public static String unsafe(long number, boolean byAgent) {
    return "not read-only; name it: "
        + (byAgent ? "rerun [" + number + "]" : "`pitstop rerun " + number + "`");
  }

  /// A line of the list.
  public static String line(long call, String name, String text) {
    return "call " + call + (name.isEmpty() ? "" : " `" + name + "`") + ": " + text;
  }
}
