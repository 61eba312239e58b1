package dev.pitstop.backend;

import dev.pitstop.backend.facts.ReplayFailure;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Trouble;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One run of a server: its link, its phase, and what it has accepted of the session. Code that
/// remembers a run holds this object; the number is for people. Its calls are {@link InFlight}.
///
/// Called in turns of the monitor, unless a method says otherwise.
public final class Run {
  private enum Phase {
    OPENING,
    /// The run is open and is being greeted; the client's calls go elsewhere or wait.
    STARTING,
    SERVING,
    /// A newer run serves; this one finishes its calls.
    RETIRED,
    STOPPING,
    OVER
  }

  private final Recipe recipe;
  private final int number;
  private Phase phase = Phase.OPENING;

  // What it has shown in its greeting, which sets this.

  boolean legacy; // it has answered an `initialize`
  boolean modern; // it has answered `server/discover` as a modern server

  private Optional<String> capabilities = Optional.empty(); // JSON
  private boolean replaced;
  private Optional<Link> link = Optional.empty(); // empty until the channel has returned it
  private Optional<StopReason> stopped = Optional.empty();
  private Optional<Trouble> trouble = Optional.empty();
  private Optional<RunEnd> end = Optional.empty();
  private long readyAfterMillis = -1;
  private final List<ReplayFailure> replayFailures = new ArrayList<>();

  Run(Recipe recipe, int number) {
    this.recipe = recipe;
    this.number = number;
  }

  /// Opens it and reports the outcome to `events`.
  void open(Events events) {
    link = Optional.of(recipe.channel().open(number, events));
  }

  Recipe recipe() {
    return recipe;
  }

  /// The kind of the run. On any thread.
  public RunKind kind() {
    return recipe.channel().kind();
  }

  public int number() {
    return number;
  }

  /// Its connection. Throws if it is not open.
  Link link() {
    if (link.isEmpty()) {
      throw new IllegalStateException("run #" + number + " is not open");
    }
    return link.get();
  }

  // What it has accepted of the session.

  /// Whether it has answered an `initialize`.
  public boolean legacy() {
    return legacy;
  }

  /// Whether it has answered `server/discover` as a modern server.
  public boolean modern() {
    return modern;
  }

  /// Whether a request of this era must be translated for it, since it has shown only the other era
  /// (docs/design/eras.md).
  public boolean needsBridge(boolean modernRequest) {
    return modernRequest ? legacy && !modern : modern && !legacy;
  }

  /// Its capabilities as JSON, from its `initialize` or `server/discover` result.
  Optional<String> capabilities() {
    return capabilities;
  }

  void declares(Optional<String> all) {
    capabilities = all;
  }

  /// Whether it has declared this capability.
  ///
  /// @param path the member names that lead to it
  public boolean offers(String... path) {
    if (capabilities.isEmpty()) {
      return false;
    }
    byte[] b = Messages.utf8(capabilities.get());
    Span value = Json.path(b, new Span(0, b.length), path);
    return value.present() && (Json.isObject(b, value) || Json.isTrue(b, value));
  }

  /// What is known of it from its start on. On any thread.
  public Facts facts() {
    return link().facts();
  }

  /// The memory and CPU use of its process tree. Do not call it in a turn.
  public Optional<TreeUsage> usage() {
    return link().usage();
  }

  /// Milliseconds since it started. On any thread.
  public long uptimeMillis() {
    return (System.nanoTime() - facts().startedNanos()) / 1_000_000;
  }

  /// Milliseconds from its start until it served, or -1.
  public long readyAfterMillis() {
    return readyAfterMillis;
  }

  public List<ReplayFailure> replayFailures() {
    return List.copyOf(replayFailures);
  }

  void replayFailed(ReplayFailure how) {
    replayFailures.add(how);
  }

  // Its phase.

  /// Whether the client's calls go to it.
  public boolean serving() {
    return phase == Phase.SERVING;
  }

  /// Whether it is being stopped, was replaced, or is over.
  public boolean leaving() {
    return phase == Phase.RETIRED || phase == Phase.STOPPING || phase == Phase.OVER;
  }

  /// Whether a newer run has taken its place.
  public boolean replaced() {
    return replaced;
  }

  boolean served() {
    return readyAfterMillis >= 0;
  }

  /// Whether it is still being opened.
  public boolean opening() {
    return phase == Phase.OPENING;
  }

  boolean over() {
    return phase == Phase.OVER;
  }

  boolean retired() {
    return phase == Phase.RETIRED;
  }

  Optional<StopReason> stopped() {
    return stopped;
  }

  Optional<Trouble> trouble() {
    return trouble;
  }

  /// The run is open. It may have been stopped meanwhile.
  void opened() {
    if (phase == Phase.OPENING) {
      phase = Phase.STARTING;
    }
  }

  void serve() {
    phase = Phase.SERVING;
    readyAfterMillis = uptimeMillis();
  }

  void retire() {
    phase = Phase.RETIRED;
    replaced = true;
  }

  /// What makes the run unusable; the first trouble counts.
  void trouble(Trouble what) {
    if (trouble.isEmpty()) {
      trouble = Optional.of(what);
    }
  }

  /// Stops the run by the ladder, once; its events report the end.
  void stop(StopReason why) {
    if (phase != Phase.STOPPING && phase != Phase.OVER) {
      phase = Phase.STOPPING;
      stopped = Optional.of(why);
      link.ifPresent(l -> l.stop(why.word()));
    }
  }

  /// Kills its process now. On any thread.
  public void kill() {
    link.ifPresent(Link::kill);
  }

  void ended(RunEnd how) {
    phase = Phase.OVER;
    end = Optional.of(how);
  }

  public Optional<RunEnd> end() {
    return end;
  }

  // Its link.

  /// Sends it a notification or a response.
  void send(Outgoing message) {
    if (phase != Phase.OVER) {
      give(message);
    }
  }

  Link.Sent give(Outgoing message) {
    return link().send(message);
  }

  /// Whether something else answers because the server is not there yet.
  boolean away() {
    return link.filter(Link::away).isPresent();
  }

  public Optional<String> awaits() {
    return link.flatMap(Link::awaits);
  }

  /// How many bytes it has not read yet.
  long pending() {
    return link.isPresent() ? link.get().pending() : 0;
  }

  /// Whether a message may have been executed: some of its bytes may have been written.
  boolean mayHaveRun(Link.Sent message) {
    return link().mayHaveRun(message);
  }
}
