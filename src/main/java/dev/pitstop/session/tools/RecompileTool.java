package dev.pitstop.session.tools;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.backend.Reload;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.session.front.ProgressPace;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.told.ReloadText;
import dev.pitstop.session.told.RestartNotice;
import dev.pitstop.session.told.SessionServer;
import dev.pitstop.session.told.Stale;
import dev.pitstop.session.watching.WatchReload;
import dev.pitstop.session.words.HungCalls;
import dev.pitstop.session.words.OptionsText;
import dev.pitstop.session.words.OwnFailures;
import dev.pitstop.session.words.RerunText;
import dev.pitstop.session.words.ToolDescriptions;
import dev.pitstop.session.words.WrongArguments;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/// `recompile` (R1). Builds if there is a build command, starts the new run, and reports what
/// changed.
///
/// @param options of the server, which the agent may set
/// @param afterwards answers when everything is known, and adds more to the answer
record RecompileTool(
    SessionServer server,
    MemberOptions options,
    Wiring wiring,
    Management management,
    Afterwards afterwards)
    implements Management.Tool {
  private static final String ARGUMENTS =
      "{\"type\":\"object\",\"properties\":{\"build\":{\"type\":\"string\"},"
          + "\"save\":{\"type\":\"boolean\"},"
          + "\"rerun\":{\"type\":\"string\"}}}"; // arrays are read, too; strings cost agents less

  /// Runs when a new run serves, in a turn.
  interface Afterwards {
    /// @param answer run it in a turn, at once or later, with a function that adds to the facts and
    ///   the text
    void run(ManagedCall call, Consumer<Function<JsonObject, String>> answer);
  }

  @Override
  public Management.Spec spec() {
    return spec("recompile", ToolDescriptions.recompile(server.backend()));
  }

  /// @param name of the tool
  static Management.Spec spec(String name, String description) {
    String annotations = "{\"destructiveHint\":false,\"openWorldHint\":false}";
    return new Management.Spec(name, description, ARGUMENTS, annotations, true);
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Args args = new Args(arguments);
    Optional<String> build = args.json("build").map(b -> args.text("build"));
    boolean saves = args.flag("save", false);
    Optional<Rerun> again =
        args.json("rerun")
            .map(e -> Which.of(e).orElseThrow(() -> new Args.Wrong(WrongArguments.calls("rerun"))))
            .map(which -> new Rerun(wiring, management, which, List.of(server), true));
    if (again.isPresent()) {
      call.onCancel(again.get()::cancel);
      again.get().choose();
      again.get().findNoise();
    }
    Following follower = new Following(call, saves, again);
    server
        .monitor()
        .turn(() -> {
          wiring.uptake().begin();
          begin(build, follower);
          call.onCancel(follower::cancel);
        });
    follower.look();
  }

  private void begin(Optional<String> build, Following follower) {
    if (build.isPresent()) {
      options.build(build.get(), follower);
    } else {
      server.backend().reload(server.backend().settings().order(), true, follower);
    }
  }

  /// What was done beside the reload.
  ///
  /// @param checked whether the program is newer than its sources; empty if that was not looked at
  /// @param said what was saved, and what the calls returned
  /// @param verdicts of the calls
  private record Beside(Optional<Stale.Checked> checked, String said, JsonArray verdicts) {
    /// Adds to an answer that has `more`.
    String add(String more, JsonObject facts) {
      if (!verdicts.isEmpty()) {
        facts.add("rerun", verdicts);
      }
      return more + said;
    }
  }

  /// Answers when the reload is over and what is done beside it; both run at the same time.
  private final class Following implements Reload.Follower {
    private final ManagedCall call;
    private final ProgressPace pace = new ProgressPace();
    private final boolean mayLook = server.stale().mayTell();
    private final boolean saves;
    private final Optional<Rerun> again;
    private final CompletableFuture<Boolean> switched = new CompletableFuture<>();
    private Optional<Reload.Result> over = Optional.empty(); // in turns
    private Optional<Beside> beside = Optional.empty(); // in turns

    Following(ManagedCall call, boolean saves, Optional<Rerun> again) {
      this.call = call;
      this.saves = saves;
      this.again = again;
    }

    void cancel() {
      server.backend().cancelReload(this);
      switched.complete(false);
      again.ifPresent(Rerun::cancel);
    }

    @Override
    public void line(String text) {
      if (call.wantsProgress() && !text.isBlank() && pace.lets(System.nanoTime())) {
        call.progress(text);
      }
    }

    @Override
    public void done(Reload.Result result) {
      over = Optional.of(result);
      switched.complete(result.outcome() == Effect.Outcome.RELOADED);
      server.notices().hold();
      both();
    }

    /// On the call's own thread.
    void look() {
      Optional<Stale.Checked> checked =
          mayLook ? Optional.of(Stale.Checked.NOTHING) : Optional.empty();
      StringBuilder said = new StringBuilder(saves ? "\n" + saved() : "");
      JsonArray verdicts = new JsonArray();
      try {
        if (mayLook) {
          checked =
              Optional.of(
                  server.stale().look(server.monitor())); // nothing if its entry has changed
        }
        again.ifPresent(calls -> said.append(again(calls, verdicts)));
      } finally {
        Beside found = new Beside(checked, said.toString(), verdicts);
        server
            .monitor()
            .turn(() -> {
              beside = Optional.of(found);
              both();
            });
      }
    }

    /// Makes the calls when the new run serves.
    private String again(Rerun calls, JsonArray verdicts) {
      if (!switched.join()) {
        return RerunText.NO_BUILD;
      }
      StringBuilder text = new StringBuilder();
      calls.now(line -> {
        String said = RerunText.line(line.call(), line.name(), line.text());
        text.append("\n- ").append(said);
        call.progress(said);
        JsonObject verdict = new JsonObject();
        verdict.addProperty("call", line.call());
        verdict.addProperty("verdict", line.verdict());
        verdicts.add(verdict);
      });
      return text.isEmpty() ? calls.nothing() : RerunText.HEAD + text;
    }

    private String saved() {
      try {
        return options.save();
      } catch (IOException | RuntimeException e) {
        return OptionsText.notSaved(String.valueOf(e.getMessage()));
      }
    }

    private void both() {
      if (over.isEmpty() || beside.isEmpty()) {
        return;
      }
      Reload.Result result = over.get();
      Beside found = beside.get();
      found.checked().ifPresent(c -> saw(c, result));
      if (result.outcome() == Effect.Outcome.RELOADED) {
        afterwards.run( // A9
            call,
            more ->
                wiring
                    .uptake()
                    .whenTaken(() ->
                        answerOnce(result, facts -> found.add(more.apply(facts), facts), call)));
      } else {
        answerOnce(result, facts -> found.said(), call);
      }
    }

    private void saw(Stale.Checked what, Reload.Result result) {
      if (!server.backend().builds()) {
        server.stale().is(what);
      } else if (result.outcome() == Effect.Outcome.RELOADED) { // the program has just been built
        server.stale().is(new Stale.Checked(Optional.empty(), what.newest()));
      }
    }
  }

  /// Called in a turn, which may be a timer's. If this fails, nobody else answers (F3).
  private void answerOnce(
      Reload.Result result, Function<JsonObject, String> more, ManagedCall call) {
    try {
      answer(result, more, call);
    } catch (RuntimeException | Error e) {
      call.fail(OwnFailures.reloadWithoutReport(e));
      throw e;
    } finally {
      server.notices().release();
    }
  }

  private void answer(Reload.Result result, Function<JsonObject, String> more, ManagedCall call) {
    JsonObject facts = facts(result);
    String text = Words.MARK + server.reload().of(result) + more.apply(facts);
    switch (result.outcome()) {
      case RELOADED -> reloaded(call.answer(text, facts), result.run());
      case BUILD_FAILED, START_FAILED -> failed(call.fail(text, facts));
      case CANCELLED, STOPPED -> call.fail(text, facts);
    }
  }

  /// The news in this answer need not be told again. If the answer was not sent, the notices stay.
  private void reloaded(boolean sent, Optional<Run> run) {
    if (sent) {
      run.ifPresent(r -> server.told().told(r, server.backend().snapshot()));
      server.notices().drop(RestartNotice.TAG);
      server.notices().drop(HungCalls.TAG);
      server.notices().drop(WatchReload.FAILED);
      server.notices().drop(Stale.TAG);
      server.stale().told();
    }
  }

  /// The files are now as this build found them, so an older try is no news. If nothing serves, the
  /// text says how earlier runs ended.
  private void failed(boolean sent) {
    if (sent) {
      server.notices().drop(WatchReload.FAILED);
      if (server.backend().serving().isEmpty()) {
        server.told().toldCrashes(server.backend().snapshot());
      }
    }
  }

  private JsonObject facts(Reload.Result r) {
    JsonObject o = new JsonObject();
    o.addProperty("outcome", r.outcome().name().toLowerCase(Locale.ROOT));
    o.addProperty("state", server.backend().state().word());
    server
        .backend()
        .serving()
        .ifPresent(i -> {
          o.addProperty("spawn", i.number());
          i.facts().pid().ifPresent(pid -> o.addProperty("pid", pid));
        });
    r.build()
        .ifPresent(b -> {
          o.addProperty("build_ms", b.millis());
          o.addProperty("errors", b.errors());
          if (!b.log().isEmpty()) {
            o.addProperty("build_log", b.log());
          }
        });
    r.run()
        .flatMap(server.told()::news)
        .ifPresent(d -> o.add("diff", d.json(ReloadText.DIFF_LINES)));
    return o;
  }
}
