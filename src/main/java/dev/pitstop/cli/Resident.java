package dev.pitstop.cli;

import dev.pitstop.cli.run.Host;
import dev.pitstop.engine.Engine;
import dev.pitstop.engine.Engines;
import dev.pitstop.engine.Guest;
import dev.pitstop.engine.Installed;
import dev.pitstop.memory.HeapBudget;
import dev.pitstop.memory.Share;
import dev.pitstop.process.Commons;
import dev.pitstop.process.Handed;
import dev.pitstop.process.Hands;
import dev.pitstop.process.Surroundings;
import dev.pitstop.rpc.Ledger;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// The program of the resident engine (docs/design/engine.md), which `engine.sh` starts: its
/// sessions are those of [Main], each in the surroundings of its own client.
public final class Resident {
  /// The descriptor of the socket that listens.
  private static final int LISTENING = 3;

  private static final long ANNOUNCE_NANOS = 1_000_000_000;

  private Resident() {}

  /// @param args the file of the socket
  public static void main(String[] args) {
    int code = 1;
    try {
      String library = System.getProperty("pitstop.hands", "");
      Hands.load(library);
      Path socket = Path.of(args[0]);
      Installed ours = new Installed(Path.of(library));
      Thread.ofPlatform().daemon().name("announcer").start(new Announcer(ours, socket));
      Commons commons = new Commons();
      HeapBudget heap = new HeapBudget(Runtime.getRuntime().maxMemory());
      new Engine(LISTENING, socket, guest -> session(guest, heap, commons), System.err, ours::state)
          .run();
      code = 0;
    } catch (RuntimeException | Error defect) { // halt would hide it
      System.err.println("pitstop engine: internal error: " + defect);
      defect.printStackTrace();
    } finally {
      Runtime.getRuntime().halt(code);
    }
  }

  /// Lets the engines of replaced builds know that they are. The first session goes before: until
  /// its first answer nothing may slow it.
  private record Announcer(Installed ours, Path socket) implements Runnable {
    @Override
    public void run() {
      try {
        ours.look(); // beside the first session
        LockSupport.parkNanos(ANNOUNCE_NANOS); // sleeping would load classes now
        Engines.look(socket.resolveSibling("."));
      } catch (IOException e) {
        System.err.println("pitstop engine: cannot look for other engines: " + e);
      }
    }
  }

  private static int session(Guest guest, HeapBudget heap, Commons commons) {
    Share memory = heap.open();
    Surroundings here = surroundings(guest, memory, commons);
    try {
      return Main.session(
          guest.args().toArray(String[]::new), guest.in(), guest.out(), here, new Front(guest));
    } finally {
      here.handed().ifPresent(Handed::refuse);
      memory.close();
    }
  }

  private static Surroundings surroundings(Guest guest, Share memory, Commons commons) {
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
        memory,
        Optional.of(commons));
  }

  /// The front of a session, which is the process that the client has started.
  private record Front(Guest guest, AtomicInteger signals) implements Host {
    Front(Guest guest) {
      this(guest, new AtomicInteger());
    }

    @Override
    public Optional<Ledger> ledger() {
      return Optional.of(guest.ledger());
    }

    @Override
    public void onSignal(Runnable first, Runnable again) {
      guest.ends().onSignal(() -> (signals.incrementAndGet() == 1 ? first : again).run());
    }

    @Override
    public void halt(int code) {
      guest.ends().exit(code);
    }
  }
}
