package dev.pitstop.session.notices;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.LastSave;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.text.Words;
import java.util.Optional;

/// Knows whether the serving program was older than its sources at the last check, and makes the
/// texts about that. Called in turns of the monitor, except [#look].
public final class Stale {
  /// The tag of the notices.
  public static final String TAG = "stale build";

  /// Checks whether a program is older than its sources.
  public interface Check {
    /// Whether the program may be a build's output. Otherwise nothing can be outdated. Reads words
    /// only, and loads no class.
    boolean mayBeOld();

    /// Whether a check may find anything. Reads words only.
    public boolean mayTell();

    /// Checks. Reads directories, at most some thousand files: do not call it in a turn.
    ///
    /// @param builtMillis when the last successful build began, in milliseconds since 1970. Older
    ///   changes were in it, even if it left the file untouched
    public Checked look(long builtMillis);
  }

  /// The result of a check.
  ///
  /// @param old the program, if it is older than its sources
  /// @param newest the part of a program that was changed last, if its own file is older
  public record Checked(Optional<Old> old, Optional<LastSave> newest) {
    public static final Checked NOTHING = new Checked(Optional.empty(), Optional.empty());
  }

  /// @param made the program's file, relative to its directory if it is there
  /// @param build a command that probably builds it
  public record Old(String made, LastSave newer, Optional<String> build) {
    /// `target/x.jar is older than src/A.java (changed 3.0 min ago)`.
    public String words() {
      return made + " is older than " + newer.words(System.currentTimeMillis());
    }
  }

  private volatile Optional<Check> check = Optional.empty(); // read by tools' threads
  private boolean entry;
  private Optional<Checked> seen = Optional.empty(); // no class for it at the start
  private Optional<Old> told = Optional.empty();
  private long builtMillis = Long.MIN_VALUE;

  /// Sets what to check. On any thread.
  ///
  /// @param inEntry whether options are in an entry of a configuration file
  public void of(Check what, boolean inEntry) {
    entry = inEntry;
    check = Optional.of(what);
  }

  /// The server is a daemon, so there is nothing to check. On any thread.
  public void ofNothing() {
    check = Optional.empty();
  }

  /// A build succeeded. It began at this time, in milliseconds since 1970, so older changes were in
  /// it.
  public void built(long begunMillis) {
    builtMillis = begunMillis;
    seen = Optional.empty();
  }

  /// Whether a check may find anything. On any thread.
  public boolean mayTell() {
    return check.isPresent() && check.get().mayTell();
  }

  /// Checks, if that may find anything. Reads directories: do not call it in a turn.
  public Checked look(Monitor monitor) {
    return mayTell() ? check.get().look(monitor.inTurn(() -> builtMillis)) : Checked.NOTHING;
  }

  /// Checks now, before a text is made. Do not call it in a turn.
  public void refresh(Monitor monitor) {
    if (mayTell()) {
      Checked now = look(monitor);
      monitor.turn(() -> is(now));
    }
  }

  public void is(Checked now) {
    seen = Optional.of(now);
  }

  /// A new run serves, which may come from another build.
  void serving(Notices notices) {
    seen = Optional.empty();
    notices.drop(TAG);
  }

  /// Whether a check may explain why a call was lost.
  public boolean mayExplain(Call.Ending ending) {
    return ending instanceof Call.Ending.Failed f
        && f.why() instanceof Failure.Lost lost
        && lost.end().byItself()
        && lost.end().kind().isProcess()
        && check.isPresent()
        && check.get().mayBeOld();
  }

  // The texts.

  private Optional<Old> old() {
    return seen.isEmpty() ? Optional.empty() : seen.get().old();
  }

  /// The finding and what builds the program: a sentence or two; empty if nothing is known to be
  /// old.
  public Optional<String> sentences(Backend b, OwnToolNames tools) {
    return old().isEmpty()
        ? Optional.empty()
        : Optional.of(old().get().words() + "." + remedy(old().get(), b, tools));
  }

  private String remedy(Old old, Backend b, OwnToolNames tools) {
    if (b.builds()) {
      return b.snapshot().lastBuild().filter(build -> !build.ok() && !build.cancelled()).isPresent()
          ? " The last build failed" + tools.call("recompile", "; {} builds again.", ".")
          : tools.call("recompile", " {} builds it.", "");
    }
    if (old.build().isEmpty()) {
      return tools.call("recompile", " {} does not build it: no ", " No ")
          + (entry ? "`\"build\"`" : "`--build CMD`")
          + " is configured.";
    }
    String line = old.build().get();
    String option = entry ? "`\"build\"`" : "`--build`";
    Optional<String> server = Optional.of(b.name()).filter(name -> entry);
    JsonObject arguments = new JsonFacts().with("server", server).with("build", line).json();
    return tools
        .exposed()
        .apply("recompile")
        .map(reload -> Words.fill(" `{} {}` builds it.", reload, arguments))
        .orElse(Words.fill(" `{}` would build it, as {}, with a reload.", line, option));
  }

  /// The finding for a text about a run, ended or not. It is a line with a line break before it, or
  /// nothing.
  public String line(Backend b, OwnToolNames tools) {
    return old().isEmpty() ? "" : "\nOut of date: " + sentences(b, tools).orElse("");
  }

  /// The part of the program that was changed last, if it is newer than the program's own file.
  public Optional<LastSave> newest() {
    return seen.isEmpty() ? Optional.empty() : seen.get().newest();
  }

  /// The text that comes after the line of the program's file. It is a line with a line break
  /// before it, or nothing.
  public String newestLine() {
    if (newest().isEmpty()) {
      return "";
    }
    String age = newest().get().age(System.currentTimeMillis());
    return Words.fill("\nNewest file: {}, changed {} ago", newest().get().file(), age);
  }

  /// The text, if the agent has not been told it; otherwise empty.
  public String news(Backend b, OwnToolNames tools) {
    return told.equals(old())
        ? ""
        : sentences(b, tools)
            .map(s -> Words.MARK + "The running server may be out of date: " + s)
            .orElse("");
  }

  /// The agent has been told.
  public void told() {
    if (old().isPresent()) {
      told = old();
    }
  }
}
