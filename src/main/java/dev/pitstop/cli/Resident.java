package dev.pitstop.cli;

import dev.pitstop.cli.run.Host;
import dev.pitstop.engine.Ends;
import dev.pitstop.engine.Engine;
import dev.pitstop.engine.Guest;
import dev.pitstop.process.Commons;
import dev.pitstop.process.Handed;
import dev.pitstop.process.Hands;
import dev.pitstop.process.Surroundings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// The program of the resident engine (docs/design/engine.md), which `engine.sh` starts: its
/// sessions are those of [Main], each in the surroundings of its own client.
public final class Resident {
  /// The descriptor of the socket that listens.
  private static final int LISTENING = 3;

  private Resident() {}

  /// @param args the file of the socket
  public static void main(String[] args) {
    int code = 1;
    try {
      Commons commons = new Commons();
      Hands.load(System.getProperty("pitstop.hands", ""));
      new Engine(LISTENING, Path.of(args[0]), guest -> session(guest, commons), System.err).run();
      code = 0;
    } finally {
      Runtime.getRuntime().halt(code);
    }
  }

  private static int session(Guest guest, Commons commons) {
    Surroundings here = surroundings(guest, commons);
    try {
      return Main.session(
          guest.args().toArray(String[]::new),
          guest.in().input(),
          guest.out().output(),
          here,
          new Front(guest.ends()));
    } finally {
      here.handed().ifPresent(Handed::refuse);
    }
  }

  private static Surroundings surroundings(Guest guest, Commons commons) {
    OutputStream err = guest.err().output();
    return new Surroundings(
        guest.environment(),
        guest.directory(),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        err,
        ProcessHandle.of(guest.pid()).orElseGet(ProcessHandle::current),
        guest.launcher(),
        false,
        false,
        guest
            .server()
            .map(s ->
                new Handed(
                    s, guest.words(), guest.directory(), Optional.empty(), new AtomicBoolean())),
        Optional.of(guest.hand()),
        Optional.of(commons));
  }

  /// The front of a session, which is the process that the client has started.
  private record Front(Ends ends, AtomicInteger signals) implements Host {
    Front(Ends ends) {
      this(ends, new AtomicInteger());
    }

    @Override
    public void onSignal(Runnable first, Runnable again) {
      ends.onSignal(() -> (signals.incrementAndGet() == 1 ? first : again).run());
    }

    @Override
    public void halt(int code) {
      ends.exit(code);
    }
  }
}
