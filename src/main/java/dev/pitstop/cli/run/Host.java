package dev.pitstop.cli.run;

import dev.pitstop.rpc.Ledger;
import java.util.Optional;

/// The process that runs a session, as far as one can end the other.
public interface Host {
  /// Says what a request to end does: SIGTERM, SIGINT or SIGHUP. Each runs on a thread of its own.
  ///
  /// @param first at the first request
  /// @param again at every other one
  void onSignal(Runnable first, Runnable again);

  /// Where the session leaves what a successor must know, if there can be one.
  default Optional<Ledger> ledger() {
    return Optional.empty();
  }

  /// Ends the process at once.
  void halt(int code);
}
