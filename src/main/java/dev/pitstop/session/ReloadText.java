package dev.pitstop.session;

import dev.pitstop.backend.Builder;
import dev.pitstop.backend.OpenCall;
import dev.pitstop.backend.Reload;
import dev.pitstop.backend.ReplayFailure;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.RunEnd;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.catalog.Diff;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.RunKind;
import dev.pitstop.project.BinaryInfo;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The texts about a reload, whoever asked for it, and about a restart (R1, R2, A1). They describe
/// the moment in which they are made. Called in turns of the monitor.
final class ReloadText {
  /// Lines of a diff; its JSON form has as many changes.
  static final int DIFF_LINES = 25;

  private static final int MOST_NAMED = 40;

  private ReloadText() {}

  /// The result of a reload; without Pitstop's mark.
  static String of(SessionServer to, Reload.Result r) {
    String server = "server `" + to.backend().name() + "`";
    return switch (r.outcome()) {
      case RELOADED -> reloaded(to, server, r);
      case BUILD_FAILED ->
          switch (to.backend().kind()) {
                case PROCESS, SCHEMA -> "The build of " + server;
                case SESSION -> DaemonWords.failed(to.backend(), server, r.build());
              }
              + " failed after "
              + Words.duration(r.build().map(Builder.Result::millis).orElse(0L))
              + ". "
              + still(to)
              + r.build()
                  .map(b -> Advice.held(to.wording().tools(), to.backend(), b) + "\n" + b.report())
                  .orElse("");
      case START_FAILED -> startFailed(to, server, r);
      case CANCELLED -> "The reload of " + server + " was cancelled. " + still(to);
      case STOPPED ->
          "The reload of "
              + server
              + (to.backend().kind() == RunKind.SESSION
                  ? " was given up. "
                  : " was given up: the server was stopped meanwhile. ")
              + to.wording().next(to.backend(), to.backend().snapshot());
    };
  }

  private static String reloaded(SessionServer to, String server, Reload.Result r) {
    StringBuilder out = new StringBuilder();
    boolean built = r.build().isPresent();
    String took = built ? Words.duration(r.build().get().millis()) : "";
    String rebuilt = "Rebuilt " + server + " in " + took;
    out.append(
            switch (to.backend().kind()) {
              case PROCESS -> built ? rebuilt + " and restarted it" : "Restarted " + server;
              case SESSION -> DaemonWords.reloaded(to.backend(), r.build()) + server;
              case SCHEMA ->
                  built
                      ? rebuilt + " and read its tools again"
                      : "Read the tools of " + server + " again";
            })
        .append(": ");
    if (r.run().isPresent()) {
      about(r.run().get(), to.stale().newestLine(), out);
    }
    if (r.secondTry()) {
      out.append(
          "\nThe new server needs something that the old server held, so Pitstop stopped the old"
              + " server first; `--order stop-first` always does so.");
    }
    if (to.backend().kind() == RunKind.SESSION) {
      out.append(DaemonWords.notRestarted(to.backend(), r.build()));
    }
    ends(to, false, out);
    out.append(to.stale().line(to.backend(), to.wording().tools()));
    left(to, out);
    changes(to, r.run().flatMap(to.told()::news), out);
    return out.toString();
  }

  /// The calls that the old run had not answered when it was replaced.
  private static void left(SessionServer to, StringBuilder out) {
    int before = to.backend().snapshot().previousServed();
    List<OpenCall> calls = to.backend().leftBy(before);
    if (!calls.isEmpty()) {
      out.append('\n').append(numbered(to.backend().kind(), before)).append(" had not answered ");
      out.append(HungCalls.howLong(to.wording(), calls)).append('.');
    }
  }

  private static String startFailed(SessionServer to, String server, Reload.Result r) {
    Channel tried = r.recipe().channel();
    if (tried.kind() == RunKind.SESSION && r.failure().isEmpty()) {
      return DaemonWords.notReached(to, r);
    }
    StringBuilder out = new StringBuilder();
    out.append(
        r.build()
            .map(b ->
                to.backend().kind() == RunKind.SESSION
                    ? DaemonWords.done(to.backend(), b)
                    : "Built in " + Words.duration(b.millis()))
            .map(did -> did + ", but t")
            .orElse("T"));
    out.append(
            switch (tried.kind()) {
              case PROCESS -> "he new process of ";
              case SESSION -> "he new session with ";
              case SCHEMA -> "he schema of ";
            })
        .append(server)
        .append(
            switch (tried.kind()) {
              case PROCESS -> " did not start";
              case SESSION -> " did not open";
              case SCHEMA -> " could not be read";
            });
    out.append(
        r.failure()
            .map(f -> ": " + Words.sentence(Wording.reason(f)) + Wording.lastWords(f))
            .orElse("."));
    if (r.secondTry()) {
      out.append(
          "\nThis was the second try: the first one, beside the old server, reported something in"
              + " use, so Pitstop stopped the old server.");
    }
    StdoutWords stdout = to.wording().stdoutWords();
    r.failure().ifPresent(f -> out.append(stdout.remark(to.backend(), f.number())));
    r.failure().ifPresent(f -> out.append(Advice.held(to.wording().tools(), to.backend(), f)));
    out.append(to.wording().selfRestart().remark(to.backend()));
    out.append(Wording.place(tried, out));
    out.append(to.stale().line(to.backend(), to.wording().tools()));
    return out.append('\n').append(still(to)).toString();
  }

  private static String still(SessionServer to) {
    Snapshot now = to.backend().snapshot();
    if (now.serving().isPresent()) {
      Run run = now.serving().get();
      String age = Words.duration(run.uptimeMillis());
      String still =
          switch (run.kind()) {
            case PROCESS ->
                "The old server keeps running ("
                    + who(run)
                    + ", up "
                    + age
                    + "), without the latest changes.";
            case SESSION -> "The old session continues (" + who(run) + ", open for " + age + ").";
            case SCHEMA -> // nothing of a command-line program runs that could be old
                "It keeps its old tool list ("
                    + who(run)
                    + ", read "
                    + age
                    + " ago); each call runs its current file.";
          };
      return still + unanswered(to);
    }
    StringBuilder out = new StringBuilder();
    out.append(
        switch (to.backend().kind()) {
          case PROCESS -> "The server is not running now. ";
          case SESSION -> "There is no session now. ";
          case SCHEMA -> "No tool list is known now. ";
        });
    out.append(to.wording().next(to.backend(), now));
    ends(to, false, out);
    return out.toString();
  }

  private static String unanswered(SessionServer to) {
    List<OpenCall> calls = to.backend().unanswered(HungCalls.LONG_MILLIS);
    return calls.isEmpty()
        ? ""
        : " It has not answered " + HungCalls.howLong(to.wording(), calls) + ".";
  }

  /// `spawn #3, pid 4711`, `session #3` or `schema #3`.
  static String who(Run run) {
    OptionalLong pid = run.facts().pid();
    return run.kind().word()
        + " #"
        + run.number()
        + (pid.isPresent() ? ", pid " + pid.getAsLong() : "");
  }

  /// The run, its file, and the calls replayed to it that failed.
  ///
  /// @param newest comes after the file
  private static void about(Run run, String newest, StringBuilder out) {
    out.append(who(run))
        .append(
            switch (run.kind()) {
              case PROCESS, SESSION -> ", ready in ";
              case SCHEMA -> ", read in ";
            })
        .append(Words.duration(run.readyAfterMillis()))
        .append('.');
    file(run, out);
    out.append(newest);
    replays(run, out);
  }

  /// Its file, if it is known, as a line.
  static void file(Run run, StringBuilder out) {
    if (run.facts().file().isPresent()) {
      BinaryInfo file = run.facts().file().get();
      out.append("\nFile: ").append(file.path());
      file.version().ifPresent(v -> out.append(", version ").append(v));
      long age = System.currentTimeMillis() - file.mtimeMillis();
      out.append(", changed ").append(Words.duration(age)).append(" ago");
    }
  }

  /// The calls replayed to it that failed, a line each.
  static void replays(Run run, StringBuilder out) {
    for (ReplayFailure f : run.replayFailures()) {
      out.append('\n').append(Wording.replay(f));
    }
  }

  /// How earlier runs ended: the one that served before the present one if `always`, and any crash
  /// that the agent was not told about (C3).
  static void ends(SessionServer to, boolean always, StringBuilder out) {
    Snapshot now = to.backend().snapshot();
    Optional<RunEnd> before = now.previousEnd();
    boolean told = false;
    for (RunEnd e : to.told().untoldCrashes(now)) {
      told = told || before.filter(b -> b.number() == e.number()).isPresent();
      end(e, Wording.endAndReason(e), out);
      out.append(to.wording().tools().more("server_stderr"));
    }
    if (always && !told) {
      before.ifPresent(e -> {
        boolean nobodyAsked = e.sessionLost() || !e.served();
        end(e, nobodyAsked ? Wording.endAndReason(e) : Wording.end(e), out);
      });
    }
  }

  private static void end(RunEnd e, String how, StringBuilder out) {
    out.append('\n').append(numbered(e.kind(), e.number())).append(' ');
    out.append(Words.sentence(how));
  }

  /// `Spawn #3`, at the beginning of a sentence; a session or a schema does nothing itself.
  private static String numbered(RunKind kind, int number) {
    return switch (kind) {
      case PROCESS -> "Spawn #" + number;
      case SESSION -> "The server (session #" + number + ")";
      case SCHEMA -> "The program (schema #" + number + ")";
    };
  }

  /// What changed since the agent was last told; nothing if no run has served before, as there is
  /// nothing to compare with.
  static void changes(SessionServer to, Optional<Diff> diff, StringBuilder out) {
    if (!to.backend().snapshot().servesFirst() || diff.isPresent()) {
      out.append('\n').append(change(to, diff));
    }
  }

  /// @param diff empty if it is not known
  private static String change(SessionServer to, Optional<Diff> diff) {
    if (diff.isEmpty()) {
      return "Changes in its tools are unknown: some of its lists were late or unusable, now or"
          + " before."
          + to.wording().tools().call("search_tools", " {} shows what is known.", "");
    }
    boolean whole = to.told().whole();
    if (diff.get().isEmpty()) {
      return whole
          ? "Its tools, prompts and resources did not change."
          : "Nothing changed in the lists that it sent. Some were late or unusable.";
    }
    String rest = "\nSome of its lists were late or unusable.";
    return "What changed:\n"
        + diff.get().text(DIFF_LINES)
        + (whole ? "" : rest)
        + callable(to, diff.get().newTools());
  }

  /// How to call new tools (A5, A9): many clients keep their first list.
  private static String callable(SessionServer to, List<String> tools) {
    if (tools.isEmpty()) {
      return "";
    }
    StringBuilder names = new StringBuilder();
    int named = Math.min(MOST_NAMED, tools.size());
    for (String tool : tools.subList(0, named)) {
      names.append(names.isEmpty() ? "`" : ", `").append(to.outside(tool)).append('`');
    }
    if (named < tools.size()) {
      names.append(" and ").append(tools.size() - named).append(" more");
    }
    return to.wording()
        .tools()
        .call(
            "call_tool",
            "\nIf your tool list does not show this yet, {} can call " + names + ".",
            "");
  }
}
