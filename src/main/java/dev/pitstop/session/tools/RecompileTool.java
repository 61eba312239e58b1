package dev.pitstop.session.tools;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.backend.Reload;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.session.front.ProgressPace;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.notices.ReloadText;
import dev.pitstop.session.notices.RestartNotice;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.notices.Stale;
import dev.pitstop.session.texts.HungCalls;
import dev.pitstop.session.texts.OptionsText;
import dev.pitstop.session.texts.RerunText;
import dev.pitstop.session.texts.ToolDescriptions;
import dev.pitstop.session.texts.WrongArguments;
import dev.pitstop.session.watching.WatchReload;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// `recompile`. Builds if there is a build command, starts the new run, and reports what changed.
///
/// @param options of the server, which the agent may set
/// @param listed among many servers: waits for its tools to be listed, and says how they are
record RecompileTool(
    SessionServer server,
    MemberOptions options,
    Wiring wiring,
    Management management,
    Optional<ReloadedServer> listed)
    implements Management.Tool {
  private static final String ARGUMENTS =
      "{\"type\":\"object\",\"properties\":{\"build\":{\"type\":\"string\"},"
          + "\"save\":{\"type\":\"boolean\"},"
          + "\"rerun\":{\"type\":\"string\"}}}"; // arrays are read, too; strings cost agents less

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
    boolean looks = server.stale().mayTell();
    Following follower = new Following(call);
    CompletableFuture<Reload.Result> reload =
        call.begin(told -> {
          follower.told = told;
          begin(build, follower);
          return follower::leave;
        });
    try {
      String saved = saves ? "\n" + saved() : ""; // this and the next beside the reload
      Stale.Checked seen = looks ? server.stale().look(server.monitor()) : Stale.Checked.NOTHING;
      Reload.Result result = call.join(reload);
      boolean reloaded = result.outcome() == Effect.Outcome.RELOADED;
      JsonArray verdicts = new JsonArray();
      String said = saved + again.map(calls -> again(calls, reloaded, call, verdicts)).orElse("");
      if (reloaded) {
        listed.ifPresent(l -> l.await(call, follower::leave));
        call.await(wiring.uptake()::whenTaken, follower::leave);
      }
      server
          .monitor()
          .turn(() -> {
            if (looks) {
              saw(seen, reloaded);
            }
            answer(result, said, verdicts, call);
          });
    } finally {
      server.monitor().turn(follower::leave);
    }
  }

  private void begin(Optional<String> build, Following follower) {
    wiring.uptake().begin();
    if (build.isPresent()) {
      options.build(build.get(), follower);
    } else {
      server.backend().reload(server.backend().settings().order(), true, follower);
    }
  }

  /// Called in turns, except for the lines.
  private final class Following implements Reload.Follower {
    private final ManagedCall call;
    private final ProgressPace pace = new ProgressPace();
    private Consumer<Reload.Result> told = result -> {};
    private boolean over;

    Following(ManagedCall call) {
      this.call = call;
    }

    @Override
    public void line(String text) {
      if (call.wantsProgress() && !text.isBlank() && pace.lets(System.nanoTime())) {
        call.progress(text);
      }
    }

    /// No other answer carries the news, until this call has its own.
    @Override
    public void done(Reload.Result result) {
      over = true;
      server.notices().hold();
      told.accept(result);
    }

    /// The call needs the reload no more: it has its answer, or was cancelled.
    void leave() {
      if (over) {
        over = false;
        server.notices().release();
      } else {
        server.backend().cancelReload(this);
      }
    }
  }

  /// Makes the calls when the new run serves.
  private static String again(Rerun calls, boolean reloaded, ManagedCall call, JsonArray verdicts) {
    if (!reloaded) {
      return RerunText.NO_BUILD;
    }
    call.onCancel(calls::cancel);
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

  private void saw(Stale.Checked what, boolean reloaded) {
    if (!server.backend().builds()) {
      server.stale().is(what);
    } else if (reloaded) { // the program has just been built
      server.stale().is(new Stale.Checked(Optional.empty(), what.newest()));
    }
  }

  private void answer(Reload.Result result, String said, JsonArray verdicts, ManagedCall call) {
    boolean reloaded = result.outcome() == Effect.Outcome.RELOADED;
    JsonObject facts = facts(result);
    String more = reloaded ? listed.map(l -> l.add(facts)).orElse("") : "";
    if (reloaded && !verdicts.isEmpty()) {
      facts.add("rerun", verdicts);
    }
    String text = Words.MARK + server.reload().of(result) + more + said;
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
