package dev.pitstop.proxy;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Builder;
import dev.pitstop.backend.Incarnation;
import dev.pitstop.backend.Obituary;
import dev.pitstop.backend.Reload;
import dev.pitstop.backend.Words;
import dev.pitstop.catalog.Diff;
import java.util.Optional;

/// What an agent reads of a reload, whoever asked for it, and of a restart (R1, R2, A1). Says how
/// things are at the moment in which it is composed. In turns.
final class ReloadText {
  /// Lines of a difference; its JSON form has as many changes.
  static final int DIFF_LINES = 25;

  private ReloadText() {}

  /// What came of a reload; without the mark.
  static String of(Backend backend, Reload.Result r) {
    String server = "server `" + backend.name() + "`";
    return switch (r.outcome()) {
      case RELOADED -> reloaded(backend, server, r);
      case BUILD_FAILED ->
          "The build of "
              + server
              + " failed after "
              + Words.duration(r.build().map(Builder.Result::millis).orElse(0L))
              + ". "
              + still(backend)
              + r.build().map(b -> "\n" + b.report()).orElse("");
      case START_FAILED -> startFailed(backend, server, r);
      case CANCELLED -> "The reload of " + server + " was cancelled. " + still(backend);
      case STOPPED ->
          "The reload of "
              + server
              + " was given up: it was stopped meanwhile. "
              + backend.advice();
    };
  }

  private static String reloaded(Backend backend, String server, Reload.Result r) {
    StringBuilder out = new StringBuilder();
    out.append(
        r.build().map(b -> "Rebuilt in " + Words.duration(b.millis()) + " and r").orElse("R"));
    out.append("estarted ").append(server).append(": ");
    backend.incarnation(r.gen()).ifPresent(i -> out.append(about(i)));
    if (r.secondTry()) {
      out.append(
          "\nIt could not start beside the old one (something was held by it), so the old one was"
              + " stopped first; `--order stop-first` does that at once.");
    }
    ends(backend, r.gen(), false, out);
    changes(backend, r.diff(), out);
    return out.toString();
  }

  private static String startFailed(Backend backend, String server, Reload.Result r) {
    StringBuilder out = new StringBuilder();
    out.append(
        r.build().map(b -> "Built in " + Words.duration(b.millis()) + ", but t").orElse("T"));
    out.append("he new process of ").append(server).append(" did not come up");
    out.append(
        r.failure().map(f -> ": it " + Words.sentence(f.words()) + f.lastWords()).orElse("."));
    if (r.secondTry()) {
      out.append(
          "\nThat was the second try: beside the old one it failed too and complained of something"
              + " in use, so Pitstop stopped the old one to make room.");
    }
    return out.append('\n').append(still(backend)).toString();
  }

  private static String still(Backend backend) {
    return backend
        .serving()
        .map(i ->
            "The old one still serves (spawn #"
                + i.gen()
                + ", pid "
                + i.child().pid()
                + ", up "
                + Words.duration((System.nanoTime() - i.child().startedNanos()) / 1_000_000)
                + ").")
        .orElseGet(() -> {
          StringBuilder out = new StringBuilder("Nothing serves now. ").append(backend.advice());
          ends(backend, 0, false, out);
          return out.toString();
        });
  }

  /// `spawn #3, pid 4711, up in 340 ms`.
  static String about(Incarnation i) {
    return "spawn #"
        + i.gen()
        + ", pid "
        + i.child().pid()
        + ", up in "
        + Words.duration(i.readyAfterMillis())
        + i.file()
            .map(f ->
                "\nFile: "
                    + f.path()
                    + f.version().map(v -> ", version " + v).orElse("")
                    + ", changed "
                    + Words.duration(System.currentTimeMillis() - f.mtimeMillis())
                    + " ago")
            .orElse("")
        + remarks(i);
  }

  private static String remarks(Incarnation i) {
    StringBuilder out = new StringBuilder();
    for (String line : i.remarks()) {
      out.append('\n').append(line);
    }
    return out.toString();
  }

  /// How those before ended: the last to serve before the present one if `always`, and any that
  /// ended by itself and of which the agent was not told (C3).
  ///
  /// @param gen the present one, or 0 if nothing serves
  static void ends(Backend backend, int gen, boolean always, StringBuilder out) {
    int before = backend.previousEnd().map(Obituary::gen).orElse(0);
    boolean told = false;
    for (Obituary e : backend.untoldCrashes()) {
      told = told || e.gen() == before;
      end(e, gen, out);
      out.append(backend.hints().more("server_stderr"));
    }
    if (always && !told) {
      backend.previousEnd().ifPresent(e -> end(e, gen, out));
    }
  }

  private static void end(Obituary e, int gen, StringBuilder out) {
    out.append(
            e.gen() == gen - 1
                ? "\nThe one before (#"
                : gen > 0 ? "\nAn earlier one (#" : "\nThe old one (#")
        .append(e.gen())
        .append(") ")
        .append(Words.sentence(e.words()));
  }

  /// What changed since the agent was last told; nothing if nobody has served before, as there is
  /// nothing to compare with then.
  static void changes(Backend backend, Optional<Diff> diff, StringBuilder out) {
    if (!backend.servesFirst() || diff.isPresent()) {
      out.append('\n').append(change(backend, diff));
    }
  }

  /// @param diff empty if it is not known
  private static String change(Backend backend, Optional<Diff> diff) {
    if (diff.isEmpty()) {
      return "What changed in its tools is not known: they were not listed in time, now or before."
          + backend.hints().call("search_tools", " {} shows what is known.", "");
    }
    return diff.get().isEmpty()
        ? "Its tools, prompts and resources are the same as before."
        : "What changed:\n" + diff.get().text(DIFF_LINES);
  }
}
