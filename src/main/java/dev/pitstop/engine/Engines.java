package dev.pitstop.engine;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The engines of this user, as a command sees them. One for each build of Pitstop that has run.
public final class Engines {
  private static final int LONGEST = 1024;
  private static final int PATIENCE_MILLIS = 2_000;

  /// An engine.
  ///
  /// @param sessions how many it has
  public record Status(Path socket, long pid, long sessions) {}

  private Engines() {}

  /// The directory of their sockets; the front finds it by the same rule.
  ///
  /// @throws IOException if the system does not tell the user's number
  public static Path directory(Map<String, String> environment) throws IOException {
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    return runtime.startsWith("/")
        ? Path.of(runtime, "pitstop-engine")
        : Path.of("/tmp/pitstop-" + Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
  }

  /// Those that answer.
  public static List<Status> running(Path directory) throws IOException {
    return all(directory, 'Q');
  }

  /// Has those look that a newer build has replaced: it is in their place.
  public static List<Status> look(Path directory) throws IOException {
    return all(directory, 'U');
  }

  /// Has all end when their sessions have ended. New sessions get another engine.
  public static List<Status> stop(Path directory) throws IOException {
    return all(directory, 'Z');
  }

  private static List<Status> all(Path directory, char what) throws IOException {
    List<Status> answers = new ArrayList<>();
    if (!isOurs(directory)) {
      return answers;
    }
    try (DirectoryStream<Path> sockets = Files.newDirectoryStream(directory, "engine-*[0-9a-f]")) {
      for (Path socket : sockets) {
        ask(socket, what).ifPresent(answers::add);
      }
    }
    return answers;
  }

  /// Whether nobody but this user can enter the directory, as the front asks for.
  private static boolean isOurs(Path directory) throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    return Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS)
            .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))
        && Files.getPosixFilePermissions(directory).stream()
            .allMatch(p -> p.name().startsWith("OWNER_"));
  }

  private static Optional<Status> ask(Path socket, char what) {
    try (SocketChannel engine = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      Thread.ofPlatform().daemon().start(() -> closeLater(engine));
      engine.connect(UnixDomainSocketAddress.of(socket));
      engine.write(ByteBuffer.wrap(new Packet.Writer(what).bytes()));
      while (true) {
        Packet answer = next(engine);
        switch (answer.kind()) {
          case 'W' -> {} // it runs
          case 'I' -> {
            return Optional.of(new Status(socket, answer.number(), answer.number()));
          }
          default -> {
            return Optional.empty();
          }
        }
      }
    } catch (IOException gone) {
      return Optional.empty(); // its file has outlived it, or it hangs
    }
  }

  private static Packet next(SocketChannel engine) throws IOException {
    return new Packet(read(engine, read(engine, Integer.BYTES).getInt()).array());
  }

  private static ByteBuffer read(SocketChannel engine, int length) throws IOException {
    ByteBuffer read = ByteBuffer.allocate(Math.clamp(length, 0, LONGEST));
    while (read.hasRemaining()) {
      if (engine.read(read) < 0) {
        throw new EOFException();
      }
    }
    return read.flip().order(ByteOrder.nativeOrder());
  }

  /// An engine that hangs does not answer.
  private static void closeLater(SocketChannel engine) {
    try {
      Thread.sleep(PATIENCE_MILLIS);
      engine.close();
    } catch (InterruptedException | IOException over) {
      // it is closed
    }
  }
}
