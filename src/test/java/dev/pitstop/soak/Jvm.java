package dev.pitstop.soak;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Pitstop's Java machine, asked by the JDK's `jcmd`.
public record Jvm(long pid) {
  private static final Pattern GENERATION = Pattern.compile("total (\\d+)K, used (\\d+)K");

  /// @param liveKib what is alive in the heap after a full collection
  /// @param committedKib what the heap holds of the system's memory
  public record Heap(long liveKib, long committedKib) {}

  /// Looks without collecting: `liveKib` has garbage in it.
  Optional<Heap> look() {
    return jcmd("GC.heap_info").flatMap(Jvm::heap);
  }

  /// Collects, and looks at what is left.
  public Optional<Heap> collect() {
    return jcmd("GC.run").flatMap(done -> look());
  }

  private static Optional<Heap> heap(String info) {
    long live = 0;
    long committed = 0;
    Matcher generation = GENERATION.matcher(info);
    while (generation.find()) {
      committed += Long.parseLong(generation.group(1));
      live += Long.parseLong(generation.group(2));
    }
    return committed == 0 ? Optional.empty() : Optional.of(new Heap(live, committed));
  }

  /// What every thread is doing: the evidence of a hang.
  String threads() {
    return jcmd("Thread.print").orElse("(jcmd gives no threads)");
  }

  /// What the heap holds: the evidence of a leak.
  String histogram() {
    return jcmd("GC.class_histogram").orElse("(jcmd gives no histogram)");
  }

  /// Writes the heap, for a tool that shows who holds what.
  void dump(Path file) {
    jcmd("GC.heap_dump " + file);
  }

  private Optional<String> jcmd(String command) {
    Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    return ProcessView.run(List.of("timeout", "20", tool.toString(), Long.toString(pid), command));
  }
}
