package dev.pitstop.session.texts;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.text.Words;

/// Why a call did not get beyond the questions of its server (docs/design/bridge.md). Without
/// Pitstop's mark. Called in turns of the monitor.
public final class RoundText {
  private RoundText() {}

  /// Whether the call has no effect, as far as is known.
  public static boolean reads(Snapshot s, Call c) {
    return c.tool().isEmpty()
        || s.catalog().tool(c.tool()).filter(t -> t.readOnlyHint()).isPresent();
  }

  public static String of(Naming naming, Backend b, Snapshot s, Call c, Failure.Unfinished how) {
    String began = Words.fill("{} did not finish: server `{}` ", naming.what(c), b.name());
    return began
        + switch (how.why()) {
          case GONE ->
              Words.fill(
                      "(spawn #{}) asked the client something and ended before it got the answer.",
                      how.by().number())
                  + " Only the run that asked can go on, so Pitstop sent the answer to no other."
                  + (reads(s, c) ? "" : " The call may have taken effect.")
                  + '\n'
                  + NextSteps.of(naming.tools(), b, s);
          case CANNOT_ANSWER ->
              Words.fill("asked `{}`, which this client does not support.", how.detail());
          case REFUSED ->
              "asked the client something, and the client refused: " + Words.sentence(how.detail());
          case TOO_MANY -> "asked the client ten times, and then again.";
          case NOTHING -> "answered `input_required` without a question and without a state.";
          case TOO_LARGE ->
              "asked the client something. The call was too large to be kept until the answer, and"
                  + " there was no memory for it.";
        };
  }
}
