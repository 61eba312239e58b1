package dev.pitstop.session.texts;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.History;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.RunKind;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.text.Words;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The texts of `server_status`, by topic.
public final class StatusText {
  private StatusText() {}

  /// A run: its process, and what is known of it beside that.
  public static String run(Run run, Optional<TreeUsage> usage, String beside) {
    String ready = run.kind().words(" (started in {} ms)", " (opened in {} ms)", " (in {} ms)");
    return RunWords.pid(run.facts().pid())
        + Words.fill(", {} #{}, ", run.kind().word(), run.number())
        + RunWords.age(run)
        + (run.readyAfterMillis() < 0 ? "" : Words.fill(ready, run.readyAfterMillis()))
        + beside
        + run.facts().daemon().map(d -> session(run, d)).orElse("")
        + run.facts()
            .schema()
            .map(x ->
                "\nEach call is its own process; "
                    + Words.count(x.calls(), "call")
                    + " so far"
                    + x.problems().stream().map(p -> "\n! " + p).collect(Collectors.joining()))
            .orElse("")
        + usage
            .map(u ->
                "\n"
                    + u.processes()
                    + (u.processes() == 1 ? " process" : " processes")
                    + (u.rssBytes() >= 0 ? ", " + Words.bytes(u.rssBytes()) : "")
                    + (u.cpuMillis() >= 0 ? ", CPU " + Words.duration(u.cpuMillis()) : ""))
            .orElse("");
  }

  private static String session(Run run, Facts.Daemon d) {
    return d.session().map(id -> "\nSession id " + id).orElse("")
        + d.revision()
            .map(r -> (d.session().isPresent() ? ", " : "\n") + "protocol " + r)
            .orElse("")
        + reachableSince(run).map(since -> "\nReachable since " + since).orElse("")
        + "\n"
        + Words.count(d.reconnects(), "reconnect")
        + d.lastError().map(e -> "; last error: " + e).orElse("");
  }

  /// When the daemon was first reached; empty if it was not: a gateway may accept for an absent
  /// one.
  public static Optional<String> reachableSince(Run run) {
    return run.readyAfterMillis() < 0
        ? Optional.empty()
        : Optional.of(Instant.ofEpochMilli(run.facts().startedMillis()).toString());
  }

  public static String counts(RunKind kind, History.Counts c) {
    return "\n"
        + Words.count(c.opened(), kind.words("spawn", "session", "schema read"))
        + kind.words(
            Words.fill(", {} stopped by Pitstop, {} crashed", c.stopped(), c.crashed()),
            Words.fill(", {} closed by Pitstop, {} lost", c.stopped(), c.lost()),
            "")
        + "; ";
  }

  public static String load(Snapshot s) {
    return Words.count(s.inFlight(), "call")
        + " in flight, "
        + s.held()
        + " waiting; "
        + (s.listed()
            ? Words.count(s.catalog().entries(Kind.TOOLS).size(), "tool")
            : "tools not listed yet");
  }

  /// How a build ended: `failed after 3.0 s`.
  public static String built(Builder.Result b) {
    return (b.ok() ? "succeeded" : b.cancelled() ? "cancelled" : "failed")
        + " after "
        + Words.duration(b.millis());
  }

  /// The last build; with its report if that is why nothing serves.
  public static String lastBuild(Backend b, Snapshot s, Builder.Result made) {
    boolean why = !made.ok() && !made.cancelled() && s.serving().isEmpty();
    String what =
        !b.restarts()
            ? "\nLast build: "
            : b.builds() ? "\nLast build and restart: " : "\nLast restart command: ";
    return what + built(made) + (why ? "\n" + made.report() : "");
  }

  /// The servers' lists that are still to come. Called in a turn.
  public static List<String> pending(Stream<Backend> servers) {
    return servers
        .filter(b -> b.lists().listing())
        .map(b -> "the lists of `" + b.name() + "`")
        .toList();
  }

  /// The same as a line; nothing if there is nothing.
  public static String pending(List<String> works) {
    return works.isEmpty() ? "" : "\nStill under way: " + String.join(", ", works) + ".";
  }
}
