package dev.pitstop.process;

import java.util.Optional;
import java.util.Set;

/// Who holds a port that a program failed to open. Known on Linux only, where Pitstop looks it up
/// as soon as the program has ended.
public sealed interface PortUse {
  int port();

  /// Nobody listens there now.
  record Free(int port) implements PortUse {}

  /// A process of another user listens there. The system does not show which.
  record Hidden(int port) implements PortUse {}

  /// This process listens there.
  ///
  /// @param shown its program and script; no other words, because they may hold secrets
  /// @param kin itself, its parent, and the leaders of its group and session
  /// @param same whether it runs what the program that wanted the port runs
  /// @param parent the process that started it, shown likewise; empty if it is an orphan, because
  ///   that process has gone
  record Held(
      int port, long pid, String shown, Set<Long> kin, boolean same, Optional<Parent> parent)
      implements PortUse {
    public Held {
      kin = Set.copyOf(kin);
    }
  }

  /// The process that started another.
  record Parent(long pid, String shown) {}
}
