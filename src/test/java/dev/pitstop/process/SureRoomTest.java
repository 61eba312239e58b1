package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.pitstop.backend.Await;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("F4: what certainly fits into a pipe")
class SureRoomTest {
  private static final int ROUNDS = 20_000;

  @TempDir static Path directory;

  @BeforeAll
  static void compile() throws Exception {
    FrontRig.compile(directory);
  }

  /// Writes of all sizes, also those that waste most of a page, and reads that end within a page. A
  /// write that blocks would block for ever, because the same thread reads.
  private static long writes(FileInputStream in, OutputStream out, int room, long seed)
      throws IOException {
    Random random = new Random(seed);
    int unread = 0;
    long written = 0;
    for (int i = 0; i < ROUNDS; i++) {
      int length = size(random, room - unread);
      out.write(new byte[length]);
      unread += length;
      written += length;
      if (random.nextInt(3) == 0 || unread == room) {
        unread -= in.readNBytes(1 + random.nextInt(unread)).length;
      }
    }
    return written;
  }

  private static int size(Random random, int most) {
    int wasteful = random.nextBoolean() ? 2_049 : 4_096 * (1 + random.nextInt(2));
    int wanted = random.nextInt(4) == 0 ? 1 + random.nextInt(5_000) : wasteful;
    return Math.min(wanted, most);
  }

  /// The number of the descriptor that writes to this file.
  private static int writer(Path fifo) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path one : all) {
        Path info = Path.of("/proc/self/fdinfo", one.getFileName().toString());
        if (Files.isSymbolicLink(one)
            && Files.readSymbolicLink(one).equals(fifo)
            && Files.readString(info).contains("01\n")) {
          return Integer.parseInt(one.getFileName().toString());
        }
      }
    }
    throw new IOException("nothing writes to " + fifo);
  }

  @Test
  @DisplayName("a write blocks only if more than that is unread, however it came")
  void fits() throws Exception {
    assumeThat(Path.of("/proc/self/fdinfo")).isDirectory();
    Path fifo = directory.toRealPath().resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    CompletableFuture<FileInputStream> opening = CompletableFuture.supplyAsync(() -> opened(fifo));
    try (FileOutputStream out = new FileOutputStream(fifo.toFile());
        FileInputStream in = opening.get()) {
      int room = new Descriptor(writer(fifo)).room();
      assertThat(room).isPositive();
      for (long seed = 1; seed <= 5; seed++) {
        long dice = seed;
        CompletableFuture<Long> written =
            CompletableFuture.supplyAsync(() -> all(in, out, room, dice));
        Await.until("nothing blocks", written::isDone);
        assertThat(written.get()).isGreaterThan(ROUNDS);
        in.skipNBytes(in.available());
      }
    }
  }

  private static FileInputStream opened(Path fifo) {
    try {
      return new FileInputStream(fifo.toFile());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long all(FileInputStream in, OutputStream out, int room, long seed) {
    try {
      return writes(in, out, room, seed);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
