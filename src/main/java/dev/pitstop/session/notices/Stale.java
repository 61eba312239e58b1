package dev.pitstop.session.notices;

import dev.pitstop.backend.Backend;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.text.Words;
import dev.pitstop.watch.Newer;
import java.util.Optional;

/// Knows whether the serving program was older than its sources at the last check, and makes the
/// texts about that. Called in turns of the monitor, except [#look].
public final class Stale {
  public static final String TAG = "stale build";

  /// @param made the program's file, relative to its directory if it is there
  public record Old(String made, Newer newer) {
    /// `target/x.jar is older than src/A.java (changed 3.0 min ago) and 4 other files`.
    public String words() {
      int others = newer.count() - 1;
      long age = Math.max(0, System.currentTimeMillis() - newer.changedMillis());
      String text = "{} is older than {} (changed {} ago)";
      return Words.fill(text, made, newer.newest(), Words.duration(age))
          + (others > 0 ? " and " + Words.count(others, "other file") : "");
    }
  }

  private volatile Optional<Sources> sources = Optional.empty(); // read by tools' threads
  private Optional<Old> seen = Optional.empty();
  private long builtMillis = Long.MIN_VALUE;

  /// Sets what to check; empty for a daemon. On any thread.
  public void of(Optional<Sources> what) {
    sources = what;
  }

  /// A build succeeded. It began at this time, in milliseconds since 1970, so older changes were in
  /// it.
  public void built(long begunMillis) {
    builtMillis = begunMillis;
    seen = Optional.empty();
  }

  /// Checks. Reads directories: do not call it in a turn.
  public Optional<Old> look(Monitor monitor) {
    return sources.flatMap(from -> from.look(monitor.inTurn(() -> builtMillis)));
  }

  /// Checks now, before a text is made. Do not call it in a turn.
  public void refresh(Monitor monitor) {
    Optional<Old> now = look(monitor);
    monitor.turn(() -> is(now));
  }

  public boolean isKnown() {
    return seen.isPresent();
  }

  public void is(Optional<Old> now) {
    seen = now;
  }

  /// A new run serves, which may come from another build.
  void serving(Notices notices) {
    seen = Optional.empty();
    notices.drop(TAG);
  }

  // The texts.

  /// The finding and what builds the program: a sentence or two; empty if nothing is known to be
  /// old.
  public Optional<String> sentences(Backend b, OwnToolNames tools) {
    return seen.map(old -> old.words() + "." + remedy(b, tools));
  }

  private String remedy(Backend b, OwnToolNames tools) {
    if (b.builds()) {
      return b.snapshot().lastBuild().filter(build -> !build.ok() && !build.cancelled()).isPresent()
          ? " The last build failed" + tools.call("recompile", "; {} builds again.", ".")
          : tools.call("recompile", " {} builds it.", "");
    }
    boolean entry = sources.filter(Sources::inEntry).isPresent();
    return tools.call("recompile", " {} does not build it: no ", " No ")
        + (entry ? "`\"build\"`" : "`--build CMD`")
        + " is configured.";
  }

  /// The finding for a text about a run, ended or not. It is a line with a line break before it, or
  /// nothing.
  public String line(Backend b, OwnToolNames tools) {
    return sentences(b, tools).map(s -> "\nOut of date: " + s).orElse("");
  }

  /// The notice; empty if nothing is known to be old.
  public String news(Backend b, OwnToolNames tools) {
    return sentences(b, tools)
        .map(s -> Words.MARK + "The running server may be out of date: " + s)
        .orElse("");
  }
}
