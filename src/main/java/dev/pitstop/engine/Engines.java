package dev.pitstop.engine;

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
  private static final int STATUS_BYTES = 21;
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
      ByteBuffer answer = ByteBuffer.allocate(STATUS_BYTES).order(ByteOrder.nativeOrder());
      while (answer.hasRemaining()) {
        if (engine.read(answer) < 0) {
          return Optional.empty();
        }
      }
      byte[] content = new byte[STATUS_BYTES - Integer.BYTES];
      answer.get(Integer.BYTES, content);
      Packet status = new Packet(content);
      return status.kind() == 'I'
          ? Optional.of(new Status(socket, status.number(), status.number()))
          : Optional.empty();
    } catch (IOException gone) {
      return Optional.empty(); // its file has outlived it, or it hangs
    }
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
