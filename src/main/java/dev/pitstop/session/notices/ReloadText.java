package dev.pitstop.session.notices;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Reload;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.OpenCall;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Channel;
import dev.pitstop.session.texts.Advice;
import dev.pitstop.session.texts.DaemonWords;
import dev.pitstop.session.texts.EndWords;
import dev.pitstop.session.texts.HungCalls;
import dev.pitstop.session.texts.Naming;
import dev.pitstop.session.texts.NextSteps;
import dev.pitstop.session.texts.RunWords;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The texts about a reload, whoever asked for it, and about a restart. They describe the moment in
/// which they are made. Called in turns of the monitor.
///
/// @param told what the agent has been told of the server
/// @param known what was found out about the server
public record ReloadText(Backend backend, Told told, Naming naming, KnownCauses known) {
  /// Lines of a diff; its JSON form has as many changes.
  public static final int DIFF_LINES = 25;

  private static final int MOST_NAMED = 40;

  /// The result of a reload; without Pitstop's mark.
  public String of(Reload.Result r) {
    String server = "server `" + backend.name() + "`";
    return switch (r.outcome()) {
      case RELOADED -> reloaded(server, r);
      case BUILD_FAILED ->
          switch (backend.kind()) {
                case PROCESS, SCHEMA -> "The build of " + server;
                case SESSION -> DaemonWords.failed(backend, server, r.build());
              }
              + " failed after "
              + Words.duration(r.build().map(Builder.Result::millis).orElse(0L))
              + ". "
              + still()
              + r.build()
                  .map(b -> Advice.held(naming.tools(), backend, b) + "\n" + b.report())
                  .orElse("");
      case START_FAILED -> startFailed(server, r);
      case CANCELLED -> "The reload of " + server + " was cancelled. " + still();
      case STOPPED ->
          "The reload of "
              + server
              + (backend.kind().isDaemons()
                  ? " was given up. "
                  : " was given up: the server was stopped meanwhile. ")
              + NextSteps.of(naming.tools(), backend, backend.snapshot());
    };
  }

  private String reloaded(String server, Reload.Result r) {
    StringBuilder out = new StringBuilder();
    boolean built = r.build().isPresent();
    boolean first = r.run().filter(run -> run.number() == 1).isPresent();
    String took = built ? Words.duration(r.build().get().millis()) : "";
    String rebuilt = (first ? "Built " : "Rebuilt ") + server + " in " + took;
    String started = first ? "started" : "restarted";
    out.append(
            switch (backend.kind()) {
              case PROCESS ->
                  built
                      ? rebuilt + " and " + started + " it"
                      : (first ? "Started " : "Restarted ") + server;
              case SESSION -> DaemonWords.reloaded(backend, r.build()) + server;
              case SCHEMA ->
                  built
                      ? rebuilt + " and read its tools again"
                      : "Read the tools of " + server + " again";
            })
        .append(": ");
    if (r.run().isPresent()) {
      about(r.run().get(), known.stale().newestLine(), out);
    }
    if (r.secondTry()) {
      out.append(
          "\nThe new server needs something that the old server held, so Pitstop stopped the old"
              + " server first; `--order stop-first` always does so.");
    }
    if (backend.kind().isDaemons()) {
      out.append(DaemonWords.notRestarted(backend, r.build()));
    }
    ends(false, out);
    out.append(known.stale().line(backend, naming.tools()));
    left(out);
    changes(r.run().flatMap(told::news), out);
    return out.toString();
  }

  /// The calls that the old run had not answered when it was replaced.
  private void left(StringBuilder out) {
    int before = backend.snapshot().previousServed();
    List<OpenCall> calls = backend.leftBy(before);
    if (!calls.isEmpty()) {
      String run = RunWords.numbered(backend.kind(), before);
      out.append(Words.fill("\n{} had not answered {}.", run, HungCalls.howLong(naming, calls)));
      out.append(HungCalls.wrote(backend, calls));
    }
  }

  private String startFailed(String server, Reload.Result r) {
    Channel tried = r.recipe().channel();
    if (tried.kind().isDaemons() && r.failure().isEmpty()) {
      return DaemonWords.notReached(backend, naming.tools(), r);
    }
    StringBuilder out = new StringBuilder();
    out.append(
        r.build()
            .map(b ->
                backend.kind().isDaemons()
                    ? DaemonWords.done(backend, b)
                    : "Built in " + Words.duration(b.millis()))
            .map(did -> did + ", but t")
            .orElse("T"));
    String failed =
        switch (tried.kind()) {
          case PROCESS -> "he new process of {} did not start";
          case SESSION -> "he new session with {} did not open";
          case SCHEMA -> "he schema of {} could not be read";
        };
    out.append(Words.fill(failed, server));
    out.append(
        r.failure()
            .map(f -> ": " + Words.sentence(EndWords.reason(f)) + EndWords.lastWords(f))
            .orElse("."));
    if (r.secondTry()) {
      out.append(
          "\nThis was the second try: the first one, beside the old server, reported something in"
              + " use, so Pitstop stopped the old server.");
    }
    StdoutWords stdout = known.stdoutWords();
    r.failure().ifPresent(f -> out.append(stdout.remark(backend, f.number())));
    r.failure().ifPresent(f -> out.append(Advice.held(naming.tools(), backend, f)));
    out.append(known.selfRestart().remark());
    out.append(WhyDown.place(tried, out));
    out.append(known.stale().line(backend, naming.tools()));
    return out.append('\n').append(still()).toString();
  }

  private String still() {
    Snapshot now = backend.snapshot();
    if (now.serving().isPresent()) {
      Run run = now.serving().get();
      String still =
          switch (run.kind()) {
            case PROCESS -> "The old server keeps running ({}, up {}), without the latest changes.";
            case SESSION -> "The old session continues ({}, open for {}).";
            case SCHEMA -> // nothing of a command-line program runs that could be old
                "It keeps its old tool list ({}, read {} ago); each call runs its current file.";
          };
      String age = Words.duration(run.uptimeMillis());
      return Words.fill(still, RunWords.who(run), age) + unanswered(run);
    }
    StringBuilder out = new StringBuilder();
    out.append(
        switch (backend.kind()) {
          case PROCESS -> "The server is not running now. ";
          case SESSION -> "There is no session now. ";
          case SCHEMA -> "No tool list is known now. ";
        });
    out.append(NextSteps.of(naming.tools(), backend, now));
    ends(false, out);
    return out.toString();
  }

  /// The calls without an answer, said of the run that has them: an older one may still drain.
  private String unanswered(Run serving) {
    Map<Integer, List<OpenCall>> byRun = new TreeMap<>();
    for (OpenCall c : backend.unanswered(HungCalls.LONG_MILLIS)) {
      byRun.computeIfAbsent(c.run(), run -> new ArrayList<>()).add(c);
    }
    StringBuilder out = new StringBuilder();
    byRun.forEach((run, calls) -> {
      String who =
          run == serving.number()
              ? "It"
              : RunWords.numbered(backend.kind(), run) + ", which it replaced,";
      out.append(Words.fill(" {} has not answered {}.", who, HungCalls.howLong(naming, calls)));
      out.append(HungCalls.wrote(backend, calls));
    });
    return out.toString();
  }

  /// The run, its file, and the calls replayed to it that failed.
  ///
  /// @param newest comes after the file
  private static void about(Run run, String newest, StringBuilder out) {
    String how = run.kind().isDescribed() ? "read" : "ready";
    String took = Words.duration(run.readyAfterMillis());
    out.append(Words.fill("{}, {} in {}.", RunWords.who(run), how, took));
    RunWords.file(run, out);
    out.append(newest);
    RunWords.replays(run, out);
  }

  /// How earlier runs ended: the one that served before the present one if `always`, and any crash
  /// that the agent was not told about.
  void ends(boolean always, StringBuilder out) {
    Snapshot now = backend.snapshot();
    Optional<RunEnd> before = now.previousEnd();
    boolean said = false;
    for (RunEnd e : told.untoldCrashes(now)) {
      said = said || before.filter(b -> b.number() == e.number()).isPresent();
      end(e, EndWords.endAndReason(e), out);
      out.append(naming.tools().more(backend, "server_stderr"));
    }
    if (always && !said) {
      before.ifPresent(e -> {
        boolean nobodyAsked = e.sessionLost() || !e.served();
        end(e, nobodyAsked ? EndWords.endAndReason(e) : EndWords.end(e), out);
      });
    }
  }

  private static void end(RunEnd e, String how, StringBuilder out) {
    out.append('\n').append(RunWords.numbered(e.kind(), e.number())).append(' ');
    out.append(Words.sentence(how));
  }

  /// What changed since the agent was last told; nothing if no run has served before, as there is
  /// nothing to compare with.
  void changes(Optional<Diff> diff, StringBuilder out) {
    if (!backend.snapshot().servesFirst() || diff.isPresent()) {
      out.append('\n').append(change(diff));
    }
  }

  /// @param diff empty if it is not known
  private String change(Optional<Diff> diff) {
    if (diff.isEmpty()) {
      return "Changes in its tools are unknown: some of its lists were late or unusable, now or"
          + " before."
          + naming.tools().call("search_tools", " {} shows what is known.", "");
    }
    boolean whole = told.whole();
    if (diff.get().isEmpty()) {
      return whole
          ? "Its tools, prompts and resources did not change."
          : "Nothing changed in the lists that it sent. " + late();
    }
    String rest = "\n" + late();
    return "What changed:\n"
        + diff.get().text(DIFF_LINES)
        + (whole ? "" : rest)
        + callable(diff.get().newTools());
  }

  private String late() {
    List<String> kinds = told.unknown().stream().sorted().map(Kind::plural).toList();
    return kinds.isEmpty()
        ? "Its lists have changed again, and did not come in time."
        : "Its " + String.join(" and ", kinds) + " are not known: no answer came that can be used.";
  }

  /// How to call new tools: many clients keep their first list.
  private String callable(List<String> tools) {
    if (tools.isEmpty()) {
      return "";
    }
    String names =
        Words.some(
            tools.stream().map(tool -> "`" + naming.outside(tool) + "`").toList(),
            MOST_NAMED,
            tools.size());
    return naming
        .tools()
        .call(
            "call_tool",
            "\nIf your tool list does not show this yet, {} can call " + names + ".",
            "");
  }
}
