package dev.pitstop.engine;

import dev.pitstop.process.Hands;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// The resident engine: takes sessions over from fronts, runs each on threads of its own, and ends
/// when it has had none for a while (docs/design/engine.md).
public final class Engine {
  /// How many descriptors come with a session, and with one whose front has started the server.
  private static final int ALONE = 6;

  private static final int WITH_SERVER = 9;

  /// How long a front may take for what it has ready.
  private static final int READY_MILLIS = 5_000;

  /// How long a session may take to end when its front is gone.
  private static final int END_MILLIS = 10_000;

  private static final int SIGTERM = 15;

  /// How many descriptors a session and those that begin at the same time may need.
  private static final int FILES_OF_A_SESSION = 256;

  /// Of the messages and of the capsule, as the front has it.
  private static final int FORMAT = 2;

  /// How long it stays without a session.
  private static final long IDLE_NANOS = 600_000_000_000L;

  private static final int LOOK_MILLIS = 60_000;
  private static final long RETRY_NANOS = 1_000_000_000L;

  /// Runs a session. Returns its exit code.
  @FunctionalInterface
  public interface Program {
    int run(Guest guest);
  }

  private final int listening;
  private final Path socket;
  private final Program program;
  private final PrintStream log;
  private final Confinement confinement = new Confinement();
  private final Object inode;
  private final Supplier<Installed.State> installed;
  private final byte[] alive = new Packet.Writer('W').bytes(); // a front waits longer then

  /// Guards the fields below.
  private final Object lock = new Object();

  /// By identity: a record's own would be linked at first use, which takes 6 ms.
  private final Set<Guest> guests = Collections.newSetFromMap(new IdentityHashMap<>());

  private int sessions;
  private long idleSince = System.nanoTime();
  private boolean stopping;
  private boolean moving; // the sessions, to the engine of a newer build

  /// @param listening the descriptor of a socket that listens
  /// @param socket its file
  /// @param log gets the engine's own sentences
  /// @param installed what has become of its installation
  public Engine(
      int listening,
      Path socket,
      Program program,
      PrintStream log,
      Supplier<Installed.State> installed) {
    this.installed = installed;
    this.listening = listening;
    this.socket = socket;
    this.program = program;
    this.log = log;
    this.inode = inode();
  }

  /// What tells the socket's file from another of this name; an empty text if there is none.
  private Object inode() {
    try {
      return Files.getAttribute(socket, "unix:ino");
    } catch (IOException gone) {
      return "";
    }
  }

  /// Serves until it has been idle for long enough, or is asked to stop, and has no session.
  public void run() {
    while (true) {
      int connection = Hands.accept(listening, LOOK_MILLIS);
      if (connection >= 0) {
        receive(connection);
      } else if (isStopping()) {
        awaitNoSession();
        return;
      } else if (connection == Hands.NOTHING_YET) {
        stopIfIdle();
        moveIfReplaced();
      } else if (connection != Hands.INTERRUPTED) {
        log.println("pitstop engine: cannot take a session: error " + -connection);
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  private boolean isStopping() {
    synchronized (lock) {
      return stopping;
    }
  }

  private void stopIfIdle() {
    boolean idle;
    boolean lately;
    synchronized (lock) {
      idle = sessions == 0;
      lately = System.nanoTime() - idleSince <= IDLE_NANOS;
    }
    if (idle && (!lately || installed.get() == Installed.State.GONE)) { // nobody would find it
      stop();
    }
  }

  private void moveIfReplaced() {
    if (installed.get() == Installed.State.REPLACED && begins()) {
      stop();
      Thread.ofPlatform().daemon().name("mover").start(this::move);
    }
  }

  private boolean begins() {
    synchronized (lock) {
      boolean first = !moving;
      moving = true;
      return first;
    }
  }

  /// Gives each session to the engine of the newer build as soon as nobody waits for anything.
  private void move() {
    Set<Guest> moved = new HashSet<>();
    while (true) {
      List<Guest> quiet;
      synchronized (lock) {
        if (sessions == 0) {
          return;
        }
        quiet = guests.stream().filter(g -> g.lines().isQuiet()).toList();
      }
      quiet.stream()
          .filter(moved::add)
          .forEach(g -> Thread.ofPlatform().daemon().name("move").start(g.ends()::move));
      LockSupport.parkNanos(RETRY_NANOS);
    }
  }

  /// From now on new fronts start another engine. Those that have just come go on without one.
  private void stop() {
    synchronized (lock) {
      if (stopping) {
        return;
      }
      stopping = true;
    }
    try {
      if (inode().equals(inode)) { // not that of the next engine
        Files.deleteIfExists(socket);
      }
    } catch (IOException refused) {
      log.println("pitstop engine: cannot remove " + socket + ": " + refused);
    }
    Hands.refuse(listening);
  }

  private void awaitNoSession() {
    synchronized (lock) {
      while (sessions > 0) {
        try {
          lock.wait();
        } catch (InterruptedException nobodyShould) {
          return;
        }
      }
    }
  }

  private void receive(int connection) {
    synchronized (lock) {
      sessions++;
    }
    try {
      Hands.send(connection, alive, 0, alive.length);
      Thread.ofPlatform().daemon().name("front").start(() -> serve(connection));
    } catch (OutOfMemoryError noThread) { // the front goes on without an engine
      Hands.close(connection);
      left();
    }
  }

  private void left() {
    synchronized (lock) {
      sessions--;
      idleSince = System.nanoTime();
      lock.notifyAll();
    }
  }

  private void serve(int connection) {
    FrontLink link = new FrontLink(connection);
    try {
      link.within(READY_MILLIS);
      Packet hello = link.next();
      switch (hello.kind()) {
        case 'H' -> take(connection, hello, link);
        case 'Q' -> link.send(status());
        case 'U' -> {
          link.send(status());
          moveIfReplaced();
        }
        case 'Z' -> {
          link.send(status());
          stop();
        }
        default -> throw new IOException("an unknown message");
      }
    } catch (EOFException gone) { // it goes another way, or was killed
      log.println("pitstop engine: a session was not taken over: " + gone.getMessage());
    } catch (IOException | RuntimeException | Error refused) {
      log.println("pitstop engine: a session was not taken over: " + refused);
    } finally {
      link.close();
      left();
      stopIfIdle();
    }
  }

  /// What `pitstop engine` shows: process, sessions.
  private Packet.Writer status() {
    synchronized (lock) {
      return new Packet.Writer('I').number(ProcessHandle.current().pid()).number(guests.size());
    }
  }

  private void take(int connection, Packet hello, FrontLink link) throws IOException {
    int peer = Hands.peer(connection);
    if (hello.number() != FORMAT || peer <= 0 || !hasRoom(connection) || !confinement.same(peer)) {
      link.send(new Packet.Writer('N'));
      return;
    }
    link.send(new Packet.Writer('A'));
    if (link.next().kind() != 'G') {
      throw new IOException("an unknown message");
    }
    link.within(0);
    int[] descriptors = link.descriptors();
    Guest guest = guest(hello, descriptors, link);
    synchronized (lock) {
      guests.add(guest);
    }
    try {
      host(guest, link);
    } finally {
      synchronized (lock) {
        guests.remove(guest);
      }
    }
  }

  /// Whether there are descriptors for one more session.
  ///
  /// @param connection its number is the lowest that was free
  private static boolean hasRoom(int connection) {
    return connection < FILES_OF_A_SESSION || connection + FILES_OF_A_SESSION <= OpenFiles.most();
  }

  private static Guest guest(Packet hello, int[] descriptors, FrontLink link) throws IOException {
    try {
      if (descriptors.length != ALONE && descriptors.length != WITH_SERVER) {
        throw new IOException(descriptors.length + " descriptors");
      }
      return Guest.of(hello, descriptors, link);
    } catch (IOException | RuntimeException | Error refused) {
      for (int one : descriptors) {
        Hands.close(one);
      }
      throw refused;
    }
  }

  private void host(Guest guest, FrontLink link) {
    try {
      Thread session =
          Thread.ofPlatform().daemon().name("session " + guest.pid()).start(() -> run(guest));
      link.serve(guest.ends()::signalled);
      // The front is gone: the session is asked to end, and then made to.
      guest.ends().signalled(SIGTERM);
      guest.ends().signalled(SIGTERM);
      session.join(END_MILLIS);
    } catch (InterruptedException nobodyShould) {
      Thread.currentThread().interrupt();
    } finally {
      guest.ends().exit(1);
    }
  }

  private void run(Guest guest) {
    int code = 1;
    try {
      code = program.run(guest);
    } catch (RuntimeException | Error defect) {
      log.println("pitstop engine: internal error: " + defect);
      defect.printStackTrace(log);
    } finally {
      guest.ends().exit(code);
    }
  }
}
