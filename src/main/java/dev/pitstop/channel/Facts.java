package dev.pitstop.channel;

import dev.pitstop.project.BinaryInfo;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What is known of a run from its start on.
///
/// @param pid of its process, if it has one
/// @param startedNanos when it started, on the scale of [System#nanoTime()]
/// @param startedMillis when it started, in milliseconds since 1970; if its process served an
///   earlier run, when that process started
/// @param file the file that it runs, as it was at the start; not read for the first run
/// @param daemon set if the run is a session with a daemon
/// @param schema set if the run is a schema
public record Facts(
    OptionalLong pid,
    long startedNanos,
    long startedMillis,
    Optional<BinaryInfo> file,
    Optional<Daemon> daemon,
    Optional<Schema> schema) {
  /// The facts of a run that is not open yet.
  public static final Facts NONE =
      new Facts(OptionalLong.empty(), 0, 0, Optional.empty(), Optional.empty(), Optional.empty());

  /// The facts of a run at its start; see the components.
  public static Facts begun(OptionalLong pid, long startedNanos, Optional<BinaryInfo> file) {
    long startedMillis =
        System.currentTimeMillis() - (System.nanoTime() - startedNanos) / 1_000_000;
    return new Facts(pid, startedNanos, startedMillis, file, Optional.empty(), Optional.empty());
  }

  /// The same process, as it begins to serve a run.
  public Facts again() {
    return new Facts(pid, System.nanoTime(), startedMillis, file, daemon, schema);
  }

  /// The same with the facts of a session.
  public Facts with(Daemon session) {
    return new Facts(pid, startedNanos, startedMillis, file, Optional.of(session), schema);
  }

  /// The same with the facts of a schema.
  public Facts with(Schema described) {
    return new Facts(pid, startedNanos, startedMillis, file, daemon, Optional.of(described));
  }

  /// What a command-line program says about its tools.
  ///
  /// @param tools how many of them are served
  /// @param problems why others are not, one sentence each
  /// @param calls how many processes were started for calls so far
  public record Schema(int tools, List<String> problems, long calls) {
    public Schema {
      problems = List.copyOf(problems);
    }
  }

  /// A session with an HTTP daemon.
  ///
  /// @param session the beginning of its id, if the daemon gave it one; the full id would be a
  ///   secret
  /// @param revision of the protocol that was negotiated; empty before that, and in the modern era
  /// @param reconnects how many sessions were lost before this one
  /// @param lastError why the last one was lost, or why the daemon could not be reached
  public record Daemon(
      Optional<String> session,
      Optional<String> revision,
      int reconnects,
      Optional<String> lastError) {}
}
