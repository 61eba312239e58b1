package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Builder;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure;
import dev.pitstop.channel.RunKind;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.text.Words;
import dev.pitstop.watch.Newer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whether what serves is older than its sources, as far as somebody has looked (U5), and what is
/// said of it. In turns, but for [#look].
final class Stale {
  private volatile Optional<Sources> sources = Optional.empty(); // set once; read by tools' threads
  private boolean entry;
  private Sources.Seen seen = Sources.Seen.NOTHING;
  private Optional<Sources.Old> told = Optional.empty();
  private long builtMillis = Long.MIN_VALUE;
  private boolean looking;

  /// From now on it is known what to look at. On any thread, before there is anything to be told.
  ///
  /// @param inEntry whether options stand in an entry of a configuration file
  void of(Sources what, boolean inEntry) {
    entry = inEntry;
    sources = Optional.of(what);
  }

  /// A build succeeded that began then, in milliseconds since 1970: what is older was in it.
  void built(long begunMillis) {
    builtMillis = begunMillis;
    seen = Sources.Seen.NOTHING;
  }

  /// Whether a look may tell anything. On any thread.
  boolean mayTell() {
    return sources.isPresent() && sources.get().mayTell();
  }

  /// Looks, if that may tell anything. Reads directories: not in a turn.
  Sources.Seen look(Monitor monitor) {
    if (!mayTell()) {
      return Sources.Seen.NOTHING;
    }
    List<Long> built = new ArrayList<>(1);
    monitor.turn(Monitor.By.OTHER, () -> built.add(builtMillis));
    return sources.get().look(built.getFirst());
  }

  /// Looks now, for whoever is about to tell something. Not in a turn.
  void refresh(Monitor monitor) {
    if (mayTell()) {
      Sources.Seen now = look(monitor);
      monitor.turn(Monitor.By.OTHER, () -> is(now));
    }
  }

  void is(Sources.Seen now) {
    seen = now;
  }

  /// Another run may be of another build.
  void serving(Notices notices) {
    seen = Sources.Seen.NOTHING;
    notices.drop(StaleBuild.TAG);
  }

  // A call that is lost.

  /// Whether it should be looked first, before this is told: the text of a crash is read together
  /// with the sources.
  boolean isWorthALook(Call.Ending ending) {
    return ending instanceof Call.Ending.Failed f
        && f.why() instanceof Failure.Lost lost
        && lost.end().byItself()
        && lost.end().kind() == RunKind.PROCESS
        && sources.isPresent()
        && sources.get().mayBeOld();
  }

  /// Runs `then` in a turn when it has been looked: once for all that ends in one turn.
  void first(OutsideTurns outside, Monitor monitor, Runnable then) {
    boolean mine = !looking;
    looking = true;
    outside.run(
        () -> mine ? look(monitor) : Sources.Seen.NOTHING,
        Sources.Seen.NOTHING,
        found -> {
          if (mine) {
            looking = false;
            is(found);
          }
          then.run();
        });
  }

  // What is said.

  /// A clause: `target/x.jar is older than src/A.java (changed 3.0 min ago)`.
  Optional<String> words() {
    return seen.old().map(Sources.Old::words);
  }

  /// The same with what builds it: a sentence or two; empty if nothing is known to be old.
  Optional<String> sentences(Backend b, OwnToolNames tools) {
    return seen.old().map(old -> old.words() + "." + remedy(old, b, tools));
  }

  private String remedy(Sources.Old old, Backend b, OwnToolNames tools) {
    if (b.builds()) {
      boolean failed = b.snapshot().lastBuild().filter(Stale::failed).isPresent();
      return failed
          ? " The last build failed" + tools.call("recompile", "; {} builds it again.", ".")
          : tools.call("recompile", " {} builds it.", "");
    }
    if (old.build().isEmpty()) {
      return tools.call("recompile", " {} does not build it: ", " ")
          + "Pitstop was given no "
          + (entry ? "`\"build\"` for it." : "`--build CMD`.");
    }
    String line = old.build().get();
    String option = entry ? "\"build\": \"" + line + "\"" : "--build \"" + line + "\"";
    return " `"
        + line
        + "` would build it; with `"
        + option
        + "` "
        + tools.call("recompile", "{}", "a reload")
        + " does that.";
  }

  private static boolean failed(Builder.Result build) {
    return !build.ok() && !build.cancelled();
  }

  /// For a text about a run that is over or goes on: a line with a line end in front, or nothing.
  String line(Backend b, OwnToolNames tools) {
    return sentences(b, tools).map(s -> "\nNot what was saved: " + s).orElse("");
  }

  /// The part of the program that was changed last, if it is newer than the program's own file.
  Optional<Newer> newest() {
    return seen.newest();
  }

  /// For behind the line of the program's file: a line with a line end in front, or nothing.
  String newestLine() {
    return seen.newest()
        .map(n ->
            "\nNewest file: "
                + n.newest()
                + ", changed "
                + n.age(System.currentTimeMillis())
                + " ago")
        .orElse("");
  }

  /// What is to be told of it to an agent that has not been told; empty if there is nothing, or it
  /// has.
  String news(Backend b, OwnToolNames tools) {
    boolean known = told.isPresent() && seen.old().isPresent() && told.get().isAs(seen.old().get());
    return known
        ? ""
        : sentences(b, tools).map(s -> Words.MARK + "What runs may be old: " + s).orElse("");
  }

  /// The agent has been told what there is.
  void told() {
    told = seen.old().or(() -> told);
  }
}
