package dev.pitstop.session.texts;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Trouble;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.channel.RunKind;
import dev.pitstop.digest.LastWords;
import dev.pitstop.process.Child;
import dev.pitstop.text.Words;
import java.util.List;

/// How a run ended, or why it did not start, in words.
public final class EndWords {
  /// What happened to a server that is no longer there.
  public static final String REMOVED = "was removed";

  /// Characters of foreign text within a clause.
  static final int CLAUSE = 500;

  private static final int LOOKED_AT = 200;

  private EndWords() {}

  /// How the run ended, as a clause without a subject: `crashed with exit code 3, 12 s after it
  /// started`.
  public static String end(RunEnd e) {
    boolean unread =
        e.kind().isDescribed()
            && e.trouble().filter(t -> t instanceof Trouble.NotOpened).isPresent();
    boolean failed = unread || e.stopped().filter(r -> r != StopReason.ABANDONED).isEmpty();
    if (e.trouble().isPresent() && failed) {
      return trouble(e.kind(), e.trouble().get());
    } else if (e.stopped().isPresent()) {
      return stopped(e.kind(), e.stopped().get());
    }
    boolean success = e.exit().filter(Child.Exit::success).isPresent();
    return (success ? "exited on its own with exit code 0" : "crashed with " + exit(e))
        + Words.fill(", {} after it started", Words.duration(e.uptimeMillis()));
  }

  /// Why the run ended, for a sentence that has said what was tried: `it crashed with exit code 3`,
  /// or why it could not be started.
  public static String reason(RunEnd e) {
    boolean unopened = e.byItself() && e.trouble().isPresent();
    return unopened && e.trouble().get() instanceof Trouble.NotOpened n
        ? Words.cut(n.problem(), CLAUSE)
        : "it " + end(e);
  }

  private static String exit(RunEnd e) {
    return e.exit().map(Child.Exit::words).orElse("unknown exit status");
  }

  /// {@link #end}, followed by the exit status if those words do not contain it.
  public static String endAndStatus(RunEnd e) {
    boolean said = e.exit().isEmpty() || (e.stopped().isEmpty() && e.trouble().isEmpty());
    return said ? end(e) : end(e) + " (" + exit(e) + ")";
  }

  /// {@link #end} with one line of its output that says why, for texts without room for more. It
  /// may be a line of a daemon that was started with `--start`.
  public static String endAndReason(RunEnd e) {
    if (!e.byItself()) {
      return end(e);
    }
    boolean crashed = e.kind().isProcess() && e.exit().filter(x -> !x.success()).isPresent();
    List<String> lines = crashed && !e.stderr().older() ? e.stderr().shown() : List.of();
    String last = lines.isEmpty() ? "" : Words.cut(lines.getLast().strip(), 200);
    return end(e)
        + e.stderr()
            .reason()
            .map(r -> ": `" + r + "`")
            .orElse(lines.isEmpty() ? "" : "; its last line was `" + last + "`");
  }

  /// The words for a stop. A daemon is not stopped. Only the session with it ends.
  private static String stopped(RunKind kind, StopReason why) {
    String stopped = kind.isDaemons() ? "was disconnected" : "was stopped";
    return switch (why) {
      case REPLACED -> "was replaced by a reload";
      case FOR_RELOAD -> stopped + " for a reload";
      case REQUESTED -> stopped + " by `stop_server`";
      case SHUT_DOWN -> stopped + " because Pitstop is shutting down";
      case REMOVED -> REMOVED;
      case ABANDONED -> "did not start";
    };
  }

  /// What was wrong, as a clause without a subject.
  public static String trouble(RunKind kind, Trouble t) {
    return switch (t) {
      case Trouble.NotOpened n ->
          (kind.isDescribed() ? "gave no usable schema: " : "could not be started: ")
              + Words.cut(n.problem(), CLAUSE);
      case Trouble.Silent s ->
          "did not answer "
              + s.owes().map(request -> request + " ").orElse("")
              + "within "
              + Words.duration(s.limitMillis())
              + (kind.isDaemons()
                  ? ", so Pitstop gave up the session"
                  : " of its start, so Pitstop stopped it");
      case Trouble.Elsewhere e ->
          "was started, and "
              + e.clause()
              + ": after "
              + Words.duration(e.limitMillis())
              + " Pitstop stopped it";
      case Trouble.RefusedHandshake r -> "refused the handshake: " + Words.cut(r.message(), CLAUSE);
      case Trouble.CannotList c -> "could not list its tools: " + Words.cut(c.message(), CLAUSE);
      case Trouble.Closed c ->
          switch (c.pipe()) {
            case CLOSED_STDOUT -> "closed its stdout but kept running, so Pitstop stopped it";
            case CLOSED_STDIN -> "closed its stdin but kept running, so Pitstop stopped it";
            case BACKGROUND ->
                "exited with exit code 0, but its URL still answers: it has put itself into the"
                    + " background. Run it in the foreground, so that Pitstop can restart it";
            case OURS -> "was stopped because of an internal error in Pitstop";
          };
      case Trouble.SessionLost l -> Words.cut(l.why(), CLAUSE);
      case Trouble.Unkillable u ->
          "did not exit even after SIGKILL: it may hang in the kernel, so Pitstop gave up on it";
    };
  }

  /// The last lines of its stderr as a paragraph, or nothing.
  public static String lastWords(RunEnd e) {
    boolean process = e.pid().isPresent(); // otherwise it never had one, or had one per call
    boolean silent = e.stderr().shown().isEmpty();
    return process && silent
        ? "\nIt wrote nothing to stderr."
        : process || e.kind().isDescribed() ? lastLines(e.stderr()) : "";
  }

  public static String lastLines(LastWords words) {
    return lastLines(
        words,
        words.older()
            ? "It wrote nothing to stderr after the call. Older lines"
            : words.shortened() ? "Its stderr, shortened" : "Last lines of its stderr");
  }

  /// What explains most in the output of a run so far. Few lines are searched, because it happens
  /// in turns, and for each waiting call.
  ///
  /// @param since a place in the output ([StderrRing#written]); 0 for all of it
  public static LastWords output(Backend b, int run, long since) {
    return LastWords.of(b.ring().since(since, run, LOOKED_AT), b.directory());
  }

  /// Output of a program as a paragraph, or nothing.
  public static String lastLines(LastWords words, String what) {
    List<String> lines = words.shown();
    return lines.isEmpty() ? "" : "\n" + what + ":\n  " + String.join("\n  ", lines);
  }
}
