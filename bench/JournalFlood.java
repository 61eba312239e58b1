import dev.pitstop.journal.Entry;
import dev.pitstop.journal.Journal;
import dev.pitstop.journal.JournalFile;
import dev.pitstop.journal.JournalLine;
import dev.pitstop.journal.Status;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The program of bench/journal.
final class JournalFlood {
  private static final byte[] REQUEST =
      utf8(
          "{\"jsonrpc\":\"2.0\",\"id\":12345,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"hello\"}}}");
  private static final Outgoing RESPONSE =
      Outgoing.of(
          utf8(
              "{\"jsonrpc\":\"2.0\",\"id\":12345,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}}"));

  public static void main(String[] arguments) throws Exception {
    long events = arguments.length > 0 ? Long.parseLong(arguments[0]) : 10_000_000;
    Path directory = Files.createTempDirectory("pitstop-journal");
    Journal journal = new Journal();
    System.out.printf("heap before: %.1f MiB%n", heap());
    System.out.printf("alone: %.0f ns a call%n", fill(journal, events / 2));
    JournalFile file =
        new JournalFile(
            journal,
            directory.resolve("1.ndjson"),
            () -> "{\"type\":\"session\"}",
            Log.nowhere());
    Thread writer = Thread.ofPlatform().start(file);
    long[] read = new long[2];
    Thread reader = Thread.ofPlatform().start(() -> read(journal, read));
    System.out.printf("with a writer and a reader: %.0f ns a call%n", fill(journal, events / 2));
    journal.close();
    writer.join();
    reader.join();
    System.out.printf(
        "events: %,d; read: %,d entries, %,d missed%n", journal.last(), read[0], read[1]);
    System.out.printf("heap after: %.1f MiB%n", heap());
    try (Stream<Path> files = Files.list(directory)) {
      System.out.printf(
          "on disk: %.1f MiB%n", files.mapToLong(JournalFlood::size).sum() / 1048576.0);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Two events a call, and a line of stderr for every hundredth.
  private static double fill(Journal journal, long events) {
    Span name = new Span(64, 70);
    long begun = System.nanoTime();
    for (long i = 0; i < events / 2; i++) {
      long call = journal.newCall();
      journal.add(Entry.began(call, "", "tools/call", name, REQUEST));
      if (i % 100 == 0) {
        journal.append(
            new JournalLine("stderr")
                .text("server", "server")
                .number("run", 1)
                .text("line", "a line that the server wrote"));
      }
      journal.add(Entry.ended(call, "server", 1, 1, Status.OK, 27, RESPONSE));
    }
    return (System.nanoTime() - begun) / (events / 2.0);
  }

  private static void read(Journal journal, long[] counts) {
    long seq = journal.last();
    while (!journal.closed()) {
      Journal.Page page = journal.after(seq, 64 * 1024, true);
      long lines = page.text().lines().filter(line -> line.startsWith("{\"seq\"")).count();
      counts[0] += lines;
      counts[1] += page.next() - seq - lines;
      seq = page.next();
    }
  }

  private static double heap() {
    System.gc();
    return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / 1048576.0;
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
