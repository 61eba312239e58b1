package dev.pitstop.channel.shared;

import dev.pitstop.channel.End;
import java.util.function.Consumer;

/// How the end of a shared process is told to its sessions. A process that ends with its host, or
/// for another session's reload, has not crashed: the others go on with the next one ([End.Lost]).
///
/// @param host the session that had started it
/// @param madeRoom whether it was stopped for a reload in one session
record SharedEnd(Member host, boolean madeRoom, End how) {
  static final String HOST_GONE = "ended with the session that had started it";
  static final String RELOADED = "was stopped for a reload in another session that shares it";

  /// SIGKILL, which a process gets too when the process of its host is gone.
  private static final int KILLED = 128 + 9;

  /// How long it may take until a session knows that its client's process is gone.
  private static final long HOST_MILLIS = 200;

  /// Tells a session, at once or when it is clear what it is.
  ///
  /// @param leaving whether the session is about to leave the process anyway
  void tell(Member member, boolean leaving, Consumer<End> session) {
    boolean hosts = member.equals(host);
    boolean plain = leaving || how instanceof End.Refused;
    if (plain || (hosts && !madeRoom)) {
      session.accept(how);
    } else if (!hosts && host.limits.ending()) {
      session.accept(new End.Lost(HOST_GONE));
    } else if (madeRoom) {
      session.accept(new End.Lost(RELOADED));
    } else if (how instanceof End.Exited e && e.exit().status() == KILLED) {
      member.timers.after(
          HOST_MILLIS, () -> session.accept(host.limits.ending() ? new End.Lost(HOST_GONE) : how));
    } else {
      session.accept(how);
    }
  }
}
