package dev.pitstop.cli.run;

import dev.pitstop.rpc.Ledger;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Signal;

/// This JVM, which runs one session. Only `sun.misc.Signal` (module jdk.unsupported) can tell a
/// second signal from the first. It exists on all platforms, without SIGHUP on Windows.
public final class OwnProcess implements Host {
  private final Optional<Ledger> ledger;
  private final AtomicInteger signals = new AtomicInteger();

  public OwnProcess() {
    this(Optional.empty());
  }

  /// @param ledger of a session that an engine has had
  public OwnProcess(Optional<Ledger> ledger) {
    this.ledger = ledger;
  }

  @Override
  public Optional<Ledger> ledger() {
    return ledger;
  }

  @Override
  public void onSignal(Runnable first, Runnable again) {
    for (String name : new String[] {"TERM", "INT", "HUP"}) {
      try {
        Signal.handle(
            new Signal(name), s -> (signals.incrementAndGet() == 1 ? first : again).run());
      } catch (IllegalArgumentException e) {
        assert name.equals("HUP"); // Windows has none
      }
    }
  }

  @Override
  public void halt(int code) {
    Runtime.getRuntime().halt(code);
  }
}
