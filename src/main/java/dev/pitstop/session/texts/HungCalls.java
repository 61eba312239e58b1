package dev.pitstop.session.texts;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure;
import dev.pitstop.text.Words;
import java.util.List;

/// Texts about calls that a server has not answered. They appear where a call was given up, in
/// `server_status` and after a reload. Called in turns of the monitor.
public final class HungCalls {
  /// A call that waits longer than this is reported.
  public static final long LONG_MILLIS = 10_000;

  private static final int MOST_TOLD = 5;

  private HungCalls() {}

  /// A call and how long it has waited: `` `echo` for 42 s (cancelled) ``.
  private static String howLong(Naming w, Backend b, Call c) {
    return w.what(c)
        + " for "
        + Words.duration(b.calls().waitedMillis(c))
        + (!c.cancelled() ? "" : c.ended() ? " (timed out)" : " (cancelled)");
  }

  /// A sentence with these calls, or nothing: at most five, and how many more there are.
  public static String open(Naming w, Backend b, List<Call> calls) {
    List<String> told = calls.stream().limit(MOST_TOLD).map(c -> howLong(w, b, c)).toList();
    return calls.isEmpty()
        ? ""
        : "No answer yet: " + Words.some(told, MOST_TOLD, calls.size()) + ".";
  }

  /// What the run has written since it was given the oldest of these calls, as a paragraph, or
  /// nothing.
  public static String wrote(Backend b, List<Call> calls) {
    return calls.stream()
        .findFirst()
        .flatMap(c -> c.at().map(run -> EndWords.output(b, run.number(), c.written())))
        .map(words -> EndWords.lastLines(words, "Its output since the call was sent"))
        .orElse("");
  }

  /// Why a call was given up, and the state of the server; without Pitstop's mark.
  public static String failure(Naming w, Backend b, Call c, Failure.Unanswered u) {
    String others = u.others() == 0 ? "nothing" : Words.count(u.others(), "other request");
    String restarts =
        switch (b.kind()) {
          case PROCESS -> b.builds() ? "{} rebuilds and restarts it." : "{} restarts it.";
          case SESSION ->
              "{} "
                  + DaemonWords.reloads(b)
                  + (b.restarts()
                      ? "."
                      : " but does not restart " + (b.builds() ? "it." : "the server."));
          case SCHEMA -> "{} reads its tools again.";
        };
    return w.what(c)
        + " timed out"
        + (u.progressed() ? " after " + Words.duration(u.waitedMillis()) : "")
        + Words.fill(
            ": server `{}` ({}{}) {} {} (the call timeout).\n",
            b.name(),
            RunWords.who(u.at()),
            u.at().replaced() ? ", since replaced" : "",
            u.progressed() ? "showed no progress for" : "did not answer within",
            Words.duration(u.limitMillis()))
        + (u.delivered()
            ? "The call was sent to the server and may still take effect; Pitstop sent a"
                + " cancellation."
            : "The server does not read, so the call has not left Pitstop yet; it may still be"
                + " delivered, followed by its cancellation.")
        + Words.fill(" The server has answered {} since the call.", others)
        + wrote(b, List.of(c))
        + w.tools().call("recompile", "\n" + restarts, "")
        + w.tools().more(b, "server_status", "server_stderr");
  }
}
