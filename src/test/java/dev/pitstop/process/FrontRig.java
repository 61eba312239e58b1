package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.pitstop.engine.Engine;
import dev.pitstop.engine.Engines;
import dev.pitstop.engine.Guest;
import dev.pitstop.engine.Installed;
import java.io.IOException;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The hands of a real front: `front.c` as it is compiled here, and an engine in this JVM that
/// takes its session over and does nothing with it.
final class FrontRig {
  /// Words of a session for which a front starts no server by itself.
  private static final String NO_SERVER = "mux";

  private static final long AGAIN_MILLIS = 200;
  private static final int MOST_FRONTS = 200;

  private final Path directory;
  private final Path runtime;
  private final BlockingQueue<Guest> guests = new LinkedBlockingQueue<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final ServerSocketChannel listening =
      ServerSocketChannel.open(StandardProtocolFamily.UNIX);
  private final Thread serving;
  private final Process front;
  private final Guest guest;

  /// Compiles the front and the native code of [Hands]. Skips the test where that cannot be done.
  ///
  /// @param directory gets them
  static void compile(Path directory) throws IOException, InterruptedException {
    Path sources = Path.of("src/main/c").toAbsolutePath();
    Path headers = Path.of(System.getProperty("java.home"), "include");
    List<String> library = new ArrayList<>(List.of("cc", "-std=gnu11", "-O1", "-shared", "-fPIC"));
    library.addAll(List.of("-I" + headers, "-I" + headers.resolve("linux")));
    library.addAll(List.of("-o", directory.resolve("libpitstop.so").toString()));
    library.add(sources.resolve("hands.c").toString());
    library.add(sources.resolve("capsule.c").toString());
    String front = directory.resolve("pitstop").toString();
    String source = sources.resolve("front.c").toString();
    if (!succeeds(List.of("cc", "-std=gnu11", "-O1", "-o", front, source)) || !succeeds(library)) {
      abort("no C compiler makes the front");
    }
    Hands.load(directory.resolve("libpitstop.so").toString());
    Files.writeString(directory.resolve("start.sh"), "");
    Files.writeString(directory.resolve("build"), "of a test");
    Files.writeString(directory.resolve("direct.sh"), "exit 9\n");
    Files.writeString(
        directory.resolve("engine.sh"), "printf %s \"$1\" >\"$XDG_RUNTIME_DIR/where\"\n");
  }

  private static boolean succeeds(List<String> argv) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(argv).inheritIO().start();
      return process.waitFor() == 0;
    } catch (IOException notThere) {
      return false;
    }
  }

  /// @param compiled the directory that [#compile] has filled
  /// @param scratch a directory of this rig alone
  FrontRig(Path compiled, Path scratch) throws IOException, InterruptedException {
    directory = compiled;
    runtime = scratch;
    Path socket = socket();
    Files.deleteIfExists(socket);
    listening.bind(UnixDomainSocketAddress.of(socket));
    Engine engine =
        new Engine(
            numberOf(socket),
            socket,
            this::host,
            new PrintStream(System.err, true, StandardCharsets.UTF_8),
            () -> Installed.State.THERE);
    serving = Thread.ofPlatform().daemon().name("engine of a test").start(engine::run);
    Process begun = startFront();
    Guest came = guests.poll(AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    for (int i = 0; came == null && i < MOST_FRONTS; i++) {
      if (!begun.isAlive()) {
        begun = startFront(); // a busy machine: it has waited 300 ms, and gone on without
      }
      came = guests.poll(AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }
    assertThat(came).as("the front's session").isNotNull();
    front = begun;
    guest = came;
  }

  private int host(Guest one) {
    guests.add(one);
    try {
      over.await();
    } catch (InterruptedException nobodyShould) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  private Process startFront() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(directory.resolve("pitstop").toString(), NO_SERVER)
            .directory(runtime.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("PITSTOP_ENGINE", "on");
    builder.environment().put("XDG_RUNTIME_DIR", runtime.toString());
    return builder.start();
  }

  /// Where a front looks for its engine: one says so that finds none and starts it.
  private Path socket() throws IOException, InterruptedException {
    Process asks = startFront();
    assertThat(asks.waitFor()).as("it goes on without an engine").isEqualTo(9);
    Path where = runtime.resolve("where");
    if (!Files.exists(where)) {
      abort("no front uses an engine here (a sandbox, a limit, a locale)");
    }
    Poll.until("all of the socket's name", () -> sizeOf(where) > 0);
    return Path.of(Files.readString(where));
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (IOException gone) {
      return 0;
    }
  }

  /// The descriptor of a socket that this JVM has bound.
  private static int numberOf(Path socket) throws IOException {
    String inode = "";
    for (String line : Files.readAllLines(Path.of("/proc/net/unix"), StandardCharsets.ISO_8859_1)) {
      if (line.endsWith(" " + socket)) {
        inode = line.strip().split(" +", -1)[6];
      }
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path one : all) {
        if (Files.isSymbolicLink(one)
            && Files.readSymbolicLink(one).toString().equals("socket:[" + inode + "]")) {
          return Integer.parseInt(one.getFileName().toString());
        }
      }
    }
    throw new AssertionError("no descriptor of " + socket);
  }

  Hand hand() {
    return guest.hand();
  }

  /// The process that starts the others.
  long pid() {
    return front.pid();
  }

  void kill() throws InterruptedException {
    front.destroyForcibly();
    front.waitFor();
  }

  /// Ends the session, the front and the engine.
  void close() throws IOException, InterruptedException {
    over.countDown();
    assertThat(front.waitFor(Poll.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    Engines.stop(Engines.directory(Map.of("XDG_RUNTIME_DIR", runtime.toString())));
    serving.join(Poll.LIMIT); // the number of its socket may be another's from now on
    assertThat(serving.isAlive()).isFalse();
    listening.close();
  }
}
