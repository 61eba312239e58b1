package dev.pitstop.process;

import dev.pitstop.text.PlainText;
import dev.pitstop.text.Words;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The last 4,000 lines that a server wrote, kept across its restarts. Memory is bounded: long
/// lines are cut and marked, and fewer lines are kept if many are long. Thread-safe; appending
/// never blocks for long.
///
/// Lines of two incarnations can interleave, because both run during a reload. The reading methods
/// insert a delimiter at each change, which does not count as a line.
public class StderrRing {
  /// The most lines kept.
  public static final int LINES = 4_000;

  /// The longest line kept, in characters; a longer line is cut and marked.
  public static final int LINE_LIMIT = 8192;

  /// The most characters kept. (A line with a character outside Latin-1 takes twice the memory.)
  public static final int CHARS = 1024 * 1024;

  /// The source of a line.
  public enum Kind {
    /// The child's stderr.
    STDERR,
    /// A line of the child's stdout that is no MCP message.
    STRAY_STDOUT,
    /// A line of stdout that was meant as a message, or is half of one.
    BROKEN_STDOUT,
    /// Pitstop's own remark.
    NOTE
  }

  /// Text on stdout, where only messages belong.
  ///
  /// @param first the first line
  /// @param count of lines
  public record StdoutText(String first, long count) {}

  /// Hears each line, as [#tail] shows it. Must not block.
  public interface Ear {
    void line(int incarnation, String line);
  }

  private static final String OF_STDOUT = "[stdout] ";

  private record RingLine(long number, int incarnation, Kind kind, String line) {
    String text() {
      return switch (kind) {
        case STDERR -> line;
        case STRAY_STDOUT, BROKEN_STDOUT -> OF_STDOUT + line;
        case NOTE -> "[pitstop] " + line;
      };
    }
  }

  private final String word;

  /// Guarded by `this`, like `newest`: pumps append, and any thread reads.
  private final ArrayDeque<RingLine> entries = new ArrayDeque<>();

  private int newest = Integer.MIN_VALUE;
  private int chars;
  private volatile long written; // changed under `this`
  private volatile boolean wrote; // changed under `this`

  private Optional<Ear> ear = Optional.empty(); // guarded by `this`

  public StderrRing() {
    this("spawn");
  }

  /// @param word the word for an incarnation, as in `spawn #2`
  public StderrRing(String word) {
    this.word = word;
  }

  /// From now on, "since the spawn" means this incarnation, even before it writes a line.
  public synchronized void begin(int incarnation) {
    newest = Math.max(newest, incarnation);
  }

  /// The incarnation that "since the spawn" means; empty if there was none.
  public synchronized OptionalInt newest() {
    return newest == Integer.MIN_VALUE ? OptionalInt.empty() : OptionalInt.of(newest);
  }

  /// Lets somebody hear the lines that are kept, and all that follow.
  public synchronized void hear(Ear by) {
    ear = Optional.of(by);
    entries.forEach(e -> by.line(e.incarnation(), e.text()));
  }

  /// Adds a line without its line end, as plain text, because agents read it.
  public void append(int incarnation, Kind kind, String line) {
    appendPlain(incarnation, kind, PlainText.of(line));
  }

  /// The same for a line that is plain text already, as [dev.pitstop.text.LineSplitter] makes it.
  public void appendPlain(int incarnation, Kind kind, String line) {
    String kept = Words.cut(line, LINE_LIMIT);
    synchronized (this) {
      RingLine entry = new RingLine(written++, incarnation, kind, kept);
      newest = Math.max(newest, incarnation);
      entries.addLast(entry);
      chars += entry.line().length();
      wrote |= kind != Kind.NOTE;
      while (entries.size() > LINES || chars > CHARS) {
        chars -= entries.removeFirst().line().length();
      }
      if (ear.isPresent()) {
        ear.get().line(incarnation, entry.text());
      }
    }
  }

  /// The lines of this incarnation's stdout that are kept, are not messages and were not meant as
  /// messages.
  public synchronized Optional<StdoutText> strays(int incarnation) {
    Optional<StdoutText> strays = Optional.empty();
    for (RingLine entry : entries) {
      boolean stray = entry.kind() == Kind.STRAY_STDOUT && !entry.line().isBlank();
      if (stray && entry.incarnation() == incarnation) {
        String first = strays.map(StdoutText::first).orElse(entry.line());
        strays = Optional.of(new StdoutText(first, strays.map(StdoutText::count).orElse(0L) + 1));
      }
    }
    return strays;
  }

  /// The last `n` lines of all incarnations, oldest first, with delimiters.
  ///
  /// @param sinceSpawn only those of the newest incarnation
  public synchronized List<String> tail(int n, boolean sinceSpawn) {
    List<RingLine> wanted = new ArrayList<>(entries);
    wanted.removeIf(entry -> sinceSpawn && entry.incarnation() != newest);
    List<String> lines = new ArrayList<>();
    int current = Integer.MIN_VALUE;
    for (RingLine entry : last(n, wanted)) {
      if (entry.incarnation() != current) {
        current = entry.incarnation();
        lines.add("--- " + word + " " + current + " ---"); // precedes an incarnation's lines
      }
      lines.add(entry.text());
    }
    return lines;
  }

  private static <T> List<T> last(int n, List<T> of) {
    return of.subList(Math.max(0, of.size() - n), of.size());
  }

  /// The last `n` lines of this incarnation, oldest first, without delimiters and notes, for crash
  /// reports.
  public List<String> lastOf(int incarnation, int n) {
    return since(0, incarnation, n);
  }

  /// The same, without the lines that came before there were so many in all ([#written]).
  public synchronized List<String> since(long written, int incarnation, int n) {
    List<String> lines = new ArrayList<>();
    for (RingLine entry : entries) {
      boolean wanted = entry.number() >= written && entry.incarnation() == incarnation;
      if (wanted && entry.kind() != Kind.NOTE) {
        lines.add(entry.text());
      }
    }
    return last(n, lines);
  }

  /// Whether there was a line that is no note.
  public boolean wrote() {
    return wrote;
  }

  /// How many lines there were so far. A place in the output, for [#since].
  public long written() {
    return written;
  }

  /// Whether this line of the ring came from stdout.
  public static boolean isOfStdout(String line) {
    return line.startsWith(OF_STDOUT);
  }
}
