package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.ReloadFollower;
import dev.pitstop.backend.ReloadResult;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.session.front.ProgressPace;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Offer;
import dev.pitstop.session.notices.ReloadText;
import dev.pitstop.session.notices.RestartNotice;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.notices.Stale;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// `recompile`, or `reload_server` for one of many. Builds if there is a build command, starts the
/// new run, and reports what changed; of one of many also how it is listed now. A failed reload
/// loses neither the server nor its recipe.
///
/// @param server in the words of who calls
record RecompileTool(OwnTools in, Member member, SessionServer server) implements Management.Body {
  private static final List<String> LISTED =
      List.of("name", "status", "tools", "tool_count", "problems");

  @Override
  public Supplier<Answer> run(Args args, ManagedCall call) {
    Optional<String> build = args.json("build").map(b -> args.text("build"));
    boolean saves = args.flag("save", false);
    Optional<Rerun> again =
        args.json("rerun")
            .map(calls -> Which.of(calls).orElseThrow(() -> Args.must("rerun", Which.TEXT)))
            .map(which ->
                new Rerun(
                    in,
                    which,
                    List.of(member),
                    true,
                    own -> call.await(() -> own.answer().copy())));
    // A search of the sources takes longer than a small server's start. Without a build, it finds
    // the same while the server starts; after one that succeeded there is nothing to find.
    FutureTask<Optional<Stale.Old>> newer =
        new FutureTask<>(() -> server.causes().stale().look(server.monitor()));
    ReloadResult result =
        reload(
            build,
            new Following(call, new ProgressPace(), new CompletableFuture<>()),
            build.isPresent() || server.backend().builds() ? () -> {} : newer);
    boolean reloaded = result.outcome() == Effect.Outcome.RELOADED;
    String said =
        (saves ? "\n" + saved() : "") + again.map(calls -> again(calls, reloaded, call)).orElse("");
    if (reloaded) {
      awaitLists(call);
    }
    if (result.build().filter(Builder.Result::ok).isEmpty()) {
      newer.run(); // unless it has
      server.monitor().turn(() -> server.causes().stale().is(newer.resultNow()));
    }
    return () -> answer(result, said);
  }

  /// @param build the command to build with from now on, if the agent sets one; blank for none
  /// @param meanwhile done while the reload runs
  private ReloadResult reload(Optional<String> build, Following follower, Runnable meanwhile) {
    Backend backend = server.backend();
    return follower.call.await(
        () -> {
          in.wiring().uptake().begin();
          if (build.isPresent()) {
            in.membership().set(member, build.get(), follower);
          } else {
            backend.reloads().reload(backend.settings().order(), true, follower);
          }
          return follower.result;
        },
        () -> backend.reloads().cancel(follower),
        meanwhile);
  }

  /// Called in turns, except for the lines.
  private record Following(
      ManagedCall call, ProgressPace pace, CompletableFuture<ReloadResult> result)
      implements ReloadFollower {
    @Override
    public void line(String text) {
      if (pace.lets(text)) {
        call.progress(text);
      }
    }

    @Override
    public void done(ReloadResult how) {
      result.complete(how);
    }
  }

  /// Waits until the client has what changed. One of many that serves for the first time lists only
  /// then: its tools belong in the answer, and in the client's list before it.
  private void awaitLists(ManagedCall call) {
    if (in.membership().members().prefixed()) {
      call.await(told -> server.backend().lists().whenKnown(SearchTool.WAIT_MILLIS, told));
      call.await(in.wiring().outside()::whenDone);
    }
    server.monitor().turn(in.tellNow());
    call.await(in.wiring().uptake()::whenTaken);
  }

  private static String again(Rerun calls, boolean reloaded, ManagedCall call) {
    if (!reloaded) {
      return "\nNo call was made again.";
    }
    StringBuilder text = new StringBuilder();
    String nothing =
        calls.run(line -> {
          String name = line.name().isEmpty() ? "" : " `" + line.name() + "`";
          String said = "call " + line.call() + name + ": " + line.text();
          text.append("\n- ").append(said);
          call.progress(said);
        });
    return text.isEmpty() ? nothing : "\nMade again on the new build:" + text;
  }

  private String saved() {
    Optional<String> made = server.monitor().inTurn(member::made);
    try {
      return made.isEmpty()
          ? "Not saved: no `build` was set in this session."
          : in.keeper().keep(member.name(), made.get());
    } catch (IOException | RuntimeException e) {
      return "Not saved: " + e.getMessage() + ".";
    }
  }

  private Answer answer(ReloadResult result, String said) {
    boolean reloaded = result.outcome() == Effect.Outcome.RELOADED;
    JsonFacts facts = facts(result);
    if (reloaded && in.membership().members().prefixed()) {
      JsonObject info = member.info().facts().json();
      LISTED.stream().filter(info::has).forEach(key -> facts.with(key, info.get(key)));
    }
    String flaws = reloaded ? member.offer().flawsText() : "";
    String text =
        Words.MARK + server.reloadTexts().of(result) + (flaws.isEmpty() ? "" : "\n" + flaws) + said;
    return Answer.of(text, facts, !reloaded).telling(() -> told(result));
  }

  /// The news in this answer need not be told again. Unless the agent reads it, the notices stay.
  private void told(ReloadResult result) {
    switch (result.outcome()) {
      case RELOADED -> {
        result.run().ifPresent(r -> server.told().told(r, server.backend().snapshot()));
        Stream.of(RestartNotice.TAG, SessionServer.RELOAD_FAILED, Stale.TAG, Offer.FLAWS)
            .forEach(server.notices()::drop);
      }
      case BUILD_FAILED, START_FAILED -> {
        // the files are now as this build found them, so an older try is no news
        server.notices().drop(SessionServer.RELOAD_FAILED);
        if (server.backend().serving().isEmpty()) { // the text says how earlier runs ended
          server.told().toldCrashes(server.backend().snapshot());
        }
      }
      case CANCELLED, STOPPED -> {} // which is no news
    }
  }

  private JsonFacts facts(ReloadResult r) {
    return new JsonFacts()
        .with("outcome", r.outcome().name().toLowerCase(Locale.ROOT))
        .with("state", server.backend().state().word())
        .of(
            server.backend().serving(),
            (run, f) -> f.with("spawn", run.number()).with("pid", run.facts().pid()))
        .of(
            r.build(),
            (b, f) ->
                f.with("build_ms", b.millis())
                    .with("errors", b.errors())
                    .with("build_log", Optional.of(b.log()).filter(log -> !log.isEmpty())))
        .of(
            r.run().flatMap(server.told()::news),
            (d, f) -> f.with("diff", d.json(ReloadText.DIFF_LINES)));
  }
}
