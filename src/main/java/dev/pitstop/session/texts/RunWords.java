package dev.pitstop.session.texts;

import dev.pitstop.backend.Run;
import dev.pitstop.backend.facts.ReplayFailure;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.channel.RunKind;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// One run in words: its number and process, its file, and the calls replayed to it. Called in
/// turns of the monitor.
public final class RunWords {
  private RunWords() {}

  /// `spawn #3, pid 4711`, `session #3` or `schema #3`.
  public static String who(Run run) {
    return who(run.kind(), run.number(), run.facts().pid());
  }

  public static String who(RunEnd end) {
    return who(end.kind(), end.number(), end.pid());
  }

  private static String who(RunKind kind, int number, OptionalLong pid) {
    return kind.word() + " #" + number + pid(pid);
  }

  /// `, pid 4711`, or nothing.
  public static String pid(OptionalLong pid) {
    return pid.isPresent() ? ", pid " + pid.getAsLong() : "";
  }

  /// `Spawn #3`, for the beginning of a sentence. A session or a schema does nothing itself.
  public static String numbered(RunKind kind, int number) {
    String run = kind.words("Spawn #{}", "The server (session #{})", "The program (schema #{})");
    return Words.fill(run, number);
  }

  /// How long ago it began, in words that fit its kind.
  public static String age(Run run) {
    String age = Words.duration(run.uptimeMillis());
    return run.kind()
        .words(
            "up " + age,
            (run.readyAfterMillis() < 0 ? "opening for " : "open for ") + age,
            "read " + age + " ago"); // nothing runs between calls
  }

  /// `pid 12, pid 34`.
  public static String pids(List<Long> pids) {
    return pids.stream().map(pid -> "pid " + pid).collect(Collectors.joining(", "));
  }

  /// The end of a sentence about processes that are still there.
  public static String survived(List<Long> pids) {
    return pids(pids) + " did not exit even after SIGKILL; it may hang in the kernel.";
  }

  /// Its file, if it is known, as a line.
  public static String file(Run run) {
    long now = System.currentTimeMillis();
    return run.facts()
        .file()
        .map(file ->
            "\nFile: "
                + file.path()
                + file.version().map(v -> ", version " + v).orElse("")
                + Words.fill(", changed {} ago", Words.duration(now - file.mtimeMillis())))
        .orElse("");
  }

  /// The calls replayed to it that failed, a line each.
  public static String replays(Run run) {
    return run.replayFailures().stream().map(RunWords::replay).collect(Collectors.joining());
  }

  private static String replay(ReplayFailure f) {
    String how =
        f.limitMillis().isPresent()
            ? "timed out after " + Words.duration(f.limitMillis().get())
            : f.why()
                .filter(w -> !w.isEmpty())
                .map(w -> "failed: " + Words.cut(w, EndWords.CLAUSE))
                .orElse("failed");
    return "\nThe replayed call of `" + f.tool() + "` " + how + " (--replay).";
  }
}
