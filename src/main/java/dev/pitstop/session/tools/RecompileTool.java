package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Reload;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.session.front.ListUptake;
import dev.pitstop.session.front.ProgressPace;
import dev.pitstop.session.told.ReloadText;
import dev.pitstop.session.told.RestartNotice;
import dev.pitstop.session.told.SessionServer;
import dev.pitstop.session.told.Stale;
import dev.pitstop.session.watching.WatchReload;
import dev.pitstop.session.words.HungCalls;
import dev.pitstop.session.words.OwnFailures;
import dev.pitstop.session.words.ToolDescriptions;
import dev.pitstop.text.Words;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// `recompile` (R1). Builds if there is a build command, starts the new run, and reports what
/// changed.
///
/// @param builds whether it builds
/// @param afterwards answers when everything is known, and adds more to the answer
record RecompileTool(SessionServer server, boolean builds, ListUptake uptake, Afterwards afterwards)
    implements Management.Tool {
  /// Runs when a new run serves, in a turn.
  interface Afterwards {
    /// @param answer run it in a turn, at once or later, with a function that adds to the facts and
    ///   the text
    void run(ManagedCall call, Consumer<Function<JsonObject, String>> answer);
  }

  @Override
  public Management.Spec spec() {
    return spec(
        "recompile",
        ToolDescriptions.recompile(server.backend(), builds),
        Management.Spec.NO_ARGUMENTS);
  }

  /// @param name of the tool
  static Management.Spec spec(String name, String description, String inputSchema) {
    String annotations = "{\"destructiveHint\":false,\"openWorldHint\":false}";
    return new Management.Spec(name, description, inputSchema, annotations, true);
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Following follower = new Following(call);
    server
        .monitor()
        .turn(() -> {
          uptake.begin();
          server.backend().reload(server.backend().settings().order(), true, follower);
          call.onCancel(() -> server.backend().cancelReload(follower));
        });
    follower.look();
  }

  /// Answers when the reload is over and the check whether the program is newer than its sources is
  /// done; both run at the same time.
  private final class Following implements Reload.Follower {
    private final ManagedCall call;
    private final ProgressPace pace = new ProgressPace();
    private final boolean mayLook = server.stale().mayTell();
    private boolean looks = mayLook; // in turns: a check is under way
    private Optional<Reload.Result> over = Optional.empty(); // in turns
    private Optional<Stale.Checked> seen = Optional.empty(); // in turns

    Following(ManagedCall call) {
      this.call = call;
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
      server.notices().hold();
      both();
    }

    /// On the call's own thread.
    void look() {
      if (!mayLook) {
        return;
      }
      Stale.Checked found = Stale.Checked.NOTHING;
      try {
        found = server.stale().look(server.monitor()); // nothing is found if its entry has changed
      } finally {
        Stale.Checked what = found;
        server
            .monitor()
            .turn(() -> {
              looks = false;
              seen = Optional.of(what);
              both();
            });
      }
    }

    private void both() {
      if (over.isEmpty() || looks) {
        return;
      }
      Reload.Result result = over.get();
      if (seen.isPresent()) {
        saw(seen.get(), result);
      }
      if (result.outcome() == Effect.Outcome.RELOADED) {
        afterwards.run(call, more -> uptake.whenTaken(() -> answerOnce(result, more, call))); // A9
      } else {
        answerOnce(result, facts -> "", call);
      }
    }

    private void saw(Stale.Checked what, Reload.Result result) {
      if (!builds) {
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
    String beside =
        result.outcome() == Effect.Outcome.RELOADED ? server.notices().takeBeside() : "";
    String text =
        Words.MARK
            + server.reload().of(result)
            + more.apply(facts)
            + (beside.isEmpty() ? "" : "\n" + beside);
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
