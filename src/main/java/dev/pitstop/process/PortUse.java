package dev.pitstop.process;

import java.util.Optional;
import java.util.Set;

/// The process that holds a port which a program failed to open. Only known on Linux, where it is
/// looked up as soon as the program has ended.
public sealed interface PortUse {
  int port();

  /// Nobody listens there now.
  record Free(int port) implements PortUse {}

  /// Somebody listens there, whom the system does not let us see: a process of another user.
  record Hidden(int port) implements PortUse {}

  /// This process listens there.
  ///
  /// @param shown its program and script, and no more of its words: there may be secrets in them
  /// @param kin itself, its ancestors, and the leaders of its group and session
  /// @param same whether it runs what the program that wanted the port runs
  /// @param parent who started it, shown likewise; empty if that one has gone, and it is an orphan
  record Held(
      int port, long pid, String shown, Set<Long> kin, boolean same, Optional<Parent> parent)
      implements PortUse {
    public Held {
      kin = Set.copyOf(kin);
    }
  }

  /// Who started a process.
  record Parent(long pid, String shown) {}
}
