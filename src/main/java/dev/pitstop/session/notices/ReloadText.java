package dev.pitstop.session.notices;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.ReloadResult;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Channel;
import dev.pitstop.session.texts.Advice;
import dev.pitstop.session.texts.DaemonWords;
import dev.pitstop.session.texts.EndWords;
import dev.pitstop.session.texts.Naming;
import dev.pitstop.session.texts.NextSteps;
import dev.pitstop.session.texts.RunWords;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The texts about a reload, whoever asked for it, and about a restart. They describe the moment in
/// which they are made. Called in turns of the monitor.
public record ReloadText(Backend backend, Told told, Naming naming, KnownCauses known) {
  /// Lines of a diff; its JSON form has as many changes.
  public static final int DIFF_LINES = 25;

  private static final int MOST_NAMED = 40;

  /// The result of a reload; without Pitstop's mark.
  public String of(ReloadResult r) {
    String server = "server `" + backend.name() + "`";
    return switch (r.outcome()) {
      case RELOADED -> reloaded(server, r);
      case BUILD_FAILED ->
          (r.build().filter(Builder.Result::atRestart).isEmpty()
                  ? "The build of " + server
                  : backend.builds()
                      ? "The build of " + server + " succeeded, but its restart command"
                      : "The restart command of " + server)
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

  private String reloaded(String server, ReloadResult r) {
    Optional<Builder.Result> made = r.build();
    boolean first = r.run().filter(run -> run.number() == 1).isPresent();
    String took = made.map(b -> Words.duration(b.millis())).orElse("");
    String rebuilt = (first ? "Built " : "Rebuilt ") + server + " in " + took;
    String did =
        switch (backend.kind()) {
          case PROCESS ->
              made.isPresent()
                  ? rebuilt + " and " + (first ? "started" : "restarted") + " it"
                  : (first ? "Started " : "Restarted ") + server;
          case SESSION ->
              made.map(b -> DaemonWords.done(backend, b) + " and opened").orElse("Opened")
                  + " a new session with "
                  + server;
          case SCHEMA ->
              made.isPresent()
                  ? rebuilt + " and read its tools again"
                  : "Read the tools of " + server + " again";
        };
    String secondTry =
        "\nThe new server needs something that the old server held, so Pitstop stopped the old"
            + " server first; `--order stop-first` always does so.";
    return did
        + ": "
        + r.run().map(this::about).orElse("")
        + (r.secondTry() ? secondTry : "")
        + (backend.kind().isDaemons() && made.isPresent() && !backend.restarts()
            ? "\nPitstop did not restart the daemon: no `restart` command is configured. Unless"
                + " something else restarted it, it runs the old code."
            : "")
        + ends(Optional.empty())
        + known.stale().line(backend, naming.tools())
        + changes(r.run().flatMap(told::news));
  }

  private String startFailed(String server, ReloadResult r) {
    Channel tried = r.recipe().channel();
    if (tried.kind().isDaemons() && r.failure().isEmpty()) {
      return DaemonWords.notReached(backend, naming.tools(), r);
    }
    String did =
        r.build()
            .map(b ->
                backend.kind().isDaemons()
                    ? DaemonWords.done(backend, b)
                    : "Built in " + Words.duration(b.millis()))
            .map(done -> done + ", but the new ")
            .orElse("The new ");
    String failed =
        tried
            .kind()
            .words(
                "process of {} did not start",
                "session with {} did not open",
                "schema of {} could not be read");
    String secondTry =
        "\nThis was the second try: the first one, beside the old server, reported something in"
            + " use, so Pitstop stopped the old server.";
    return did
        + Words.fill(failed, server)
        + r.failure()
            .map(f -> ": " + Words.sentence(EndWords.reason(f)) + EndWords.lastWords(f))
            .orElse(".")
        + (r.secondTry() ? secondTry : "")
        + r.failure()
            .map(f ->
                known.stdoutWords().remark(backend, f.number())
                    + Advice.held(naming.tools(), backend, f))
            .orElse("")
        + known.selfRestart().remark()
        + WhyDown.place(tried)
        + known.stale().line(backend, naming.tools())
        + "\n"
        + still();
  }

  private String still() {
    Snapshot now = backend.snapshot();
    if (now.serving().isPresent()) {
      Run run = now.serving().get();
      String still =
          run.kind()
              .words(
                  "The old server keeps running ({}, up {}), without the latest changes.",
                  "The old session continues ({}, open for {}).",
                  "It keeps its old tool list ({}, read {} ago); each call runs its current file.");
      String age = Words.duration(run.uptimeMillis());
      return Words.fill(still, RunWords.who(run), age);
    }
    return backend
            .kind()
            .words(
                "The server is not running now. ",
                "There is no session now. ",
                "No tool list is known now. ")
        + NextSteps.of(naming.tools(), backend, now)
        + ends(Optional.empty());
  }

  private String about(Run run) {
    String how = run.kind().isDescribed() ? "read" : "ready";
    String took = Words.duration(run.readyAfterMillis());
    return Words.fill("{}, {} in {}.", RunWords.who(run), how, took)
        + RunWords.file(run)
        + RunWords.replays(run);
  }

  /// How earlier runs ended: any crash that the agent was not told about, and the one that served
  /// before the present one.
  ///
  /// @param before its end, if that is news and was no crash
  String ends(Optional<RunEnd> before) {
    String more = naming.tools().more(backend, "server_stderr");
    return told.untoldCrashes(backend.snapshot()).stream()
            .map(e -> end(e) + more)
            .collect(Collectors.joining())
        + before.map(ReloadText::end).orElse("");
  }

  private static String end(RunEnd e) {
    String how = Words.sentence(EndWords.endAndReason(e));
    return "\n" + RunWords.numbered(e.kind(), e.number()) + " " + how;
  }

  /// What changed since the agent was last told; nothing if no run has served before, as there is
  /// nothing to compare with.
  String changes(Optional<Diff> diff) {
    return backend.snapshot().servesFirst() && diff.isEmpty() ? "" : "\n" + change(diff);
  }

  private String change(Optional<Diff> diff) {
    if (diff.isEmpty()) {
      return "Changes in its tools are unknown: some of its lists were late or unusable, now or"
          + " before."
          + naming.tools().call("search_tools", " {} shows what is known.", "");
    }
    List<String> kinds = told.unknown().stream().sorted().map(Kind::plural).toList();
    String late =
        kinds.isEmpty()
            ? "Its lists have changed again, and did not come in time."
            : Words.fill(
                "Its {} are not known: no answer came that can be used.",
                String.join(" and ", kinds));
    if (diff.get().isEmpty()) {
      return told.whole()
          ? "Its tools, prompts and resources did not change."
          : "Nothing changed in the lists that it sent. " + late;
    }
    return "What changed:\n"
        + diff.get().text(DIFF_LINES)
        + (told.whole() ? "" : "\n" + late)
        + callable(diff.get().newTools());
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
