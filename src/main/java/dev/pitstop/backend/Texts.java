package dev.pitstop.backend;

import java.util.Optional;

/// What a caller is told when its call will not be answered (C1, rule 15): the server, what was
/// tried, how it ended, the last stderr lines, what to do next; in one voice.
final class Texts {
  private Texts() {}

  private static String what(Call c) {
    return c.tool().isEmpty() ? "`" + c.request().method() + "`" : "The call of `" + c.tool() + "`";
  }

  /// The incarnation that had the call is gone.
  static String lost(Backend b, Call c, Obituary how) {
    StringBuilder out = new StringBuilder(Words.MARK);
    out.append(what(c)).append(" was not answered: server `").append(b.name()).append("` ");
    out.append(how.words());
    out.append(" (spawn #").append(how.gen()).append(", pid ").append(how.pid()).append(").");
    if (c.deliveries() == 0) {
      out.append("\nThe call had not been delivered.");
    } else if (c.deliveries() > 1) {
      out.append(harmless(b, c)).append(", so it was sent twice; the server went down both times.");
    } else {
      out.append(
          "\nThe call had been delivered and may have taken effect, so it was not repeated.");
    }
    if (how.deliberate().isEmpty()) {
      out.append(how.lastWords());
    }
    return out.append('\n').append(next(b)).toString();
  }

  /// Why it could be sent again (C2).
  private static String harmless(Backend b, Call c) {
    boolean onlyIdempotent =
        b.catalog().tool(c.tool()).filter(t -> t.idempotentHint() && !t.readOnlyHint()).isPresent();
    return onlyIdempotent
        ? "\nIt is annotated as one that may be repeated (`idempotentHint`)"
        : "\nIt only reads";
  }

  /// Nobody will answer, because the server is down and is not started for this call.
  static String down(Backend b, Call c) {
    Optional<String> trouble = b.downReason();
    StringBuilder out = new StringBuilder(Words.MARK);
    out.append(what(c)).append(" was not sent: server `").append(b.name()).append("` is down.");
    State state = b.state();
    Optional<Obituary> last = b.lastEnd();
    Optional<Builder.Result> failed = b.lastBuild().filter(r -> !r.ok() && !r.cancelled());
    if (state instanceof State.Stopped && failed.isPresent()) {
      out.append(" Its build failed:\n").append(failed.get().report());
    } else if (last.isPresent() && (trouble.isEmpty() || state instanceof State.Crashed)) {
      out.append("\nIt ").append(last.get().words()).append(" (spawn #");
      out.append(last.get().gen()).append(", pid ").append(last.get().pid()).append(").");
      out.append(last.get().lastWords());
    } else if (trouble.isPresent()) {
      out.append("\nIt ").append(Words.sentence(trouble.get()));
      int gen = b.newest().map(Incarnation::gen).orElse(b.spawns());
      StringBuilder tail = new StringBuilder();
      for (String line : b.ring().lastOf(gen, 12)) {
        tail.append("\n  ").append(line);
      }
      if (!tail.isEmpty()) {
        out.append("\nIts last stderr lines:").append(tail);
      }
    }
    out.append("\nCommand: ").append(b.command().display());
    return out.append('\n').append(next(b)).toString();
  }

  /// What the caller can do about it.
  static String next(Backend b) {
    Hints hints = b.hints();
    return switch (b.state()) {
      case State.Crashed c when c.looping() ->
          "It crashed 5 times within 30 s and is not started again "
              + hints.call("recompile", "until you call {}.", "before its next reload.")
              + hints.more("server_stderr");
      case State.Crashed c ->
          b.settings().respawn()
              ? "The next call starts it again." + hints.more("server_stderr", "server_status")
              : hints.call("recompile", "Call {} to start it again.", "A reload starts it again.")
                  + hints.more("server_stderr");
      case State.Stopped s ->
          switch (s.cause()) {
            case BUILD_FAILED ->
                hints.call("recompile", "Fix the errors and call {}.", "Fix the errors.");
            case START_FAILED ->
                hints.call("recompile", "Fix the cause and call {}", "Fix the cause")
                    + (b.settings().respawn() ? ", or call again to try once more." : ".");
            case SHUT_DOWN -> "Pitstop is shutting down.";
            case NEVER_STARTED, BY_REQUEST -> "The next call starts it.";
          };
      case State.Building s -> "A build is under way; call again.";
      case State.Starting s -> "It is being started; call again.";
      case State.Running s -> "The server runs again; call again if that is safe.";
      case State.Draining d ->
          switch (d.then()) {
            case State.Then.Build t -> "A reload is under way; call again.";
            case State.Then.Start t -> "A reload is under way; call again.";
            case State.Then.Stay t ->
                t.cause() == State.Cause.SHUT_DOWN
                    ? "Pitstop is shutting down."
                    : "The next call starts it again.";
          };
    };
  }

  static String late(Backend b, Call c) {
    return Words.MARK
        + what(c)
        + " waited "
        + Words.duration(b.settings().hold().millis())
        + " for server `"
        + b.name()
        + "`, which is "
        + b.state().word()
        + ", and was given up. It was not delivered."
        + b.hints().more("server_status", "server_stderr");
  }

  static String overload(Backend b, Call c, String why) {
    return Words.MARK
        + what(c)
        + " was not sent: server `"
        + b.name()
        + "` is "
        + b.state().word()
        + " and "
        + why
        + ". Call again later.";
  }

  static String notReading(Backend b, Call c, long limit) {
    return Words.MARK
        + what(c)
        + " was not sent: server `"
        + b.name()
        + "` does not read its stdin: "
        + Words.bytes(b.serving().map(i -> i.outbox().pendingBytes()).orElse(0L))
        + " are waiting for it, and the limit for all that is kept for it is "
        + Words.bytes(limit)
        + "."
        + b.hints().call("recompile", " If it hangs or is stopped, {} restarts it.", "");
  }

  /// Something was too much for the heap.
  static String noMemory(String what, long bytes) {
    return Words.MARK
        + what
        + ": there is no memory for its "
        + Words.bytes(bytes)
        + " now. Try again when less is under way; PITSTOP_JAVA_OPTS=-Xmx512m gives Pitstop more.";
  }

  static String malformed(Backend b, String detail, String line) {
    String begin = line.length() > 300 ? line.substring(0, 300) + " …" : line;
    return Words.MARK
        + "Server `"
        + b.name()
        + "` answered with something that is no valid JSON-RPC message ("
        + detail
        + "), so it was withheld:\n  "
        + begin
        + "\nThe call has probably taken effect. Fix what the server writes."
        + b.hints().more("server_stderr");
  }

  static String tooLong(Backend b, long length) {
    return Words.MARK
        + "The answer of server `"
        + b.name()
        + "` was withheld: it is a message of "
        + Words.bytes(length)
        + ", the limit is "
        + Words.bytes(b.settings().maxMessageBytes())
        + " (--max-message).";
  }
}
