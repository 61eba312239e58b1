package dev.pitstop.cli.replay;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Writes the outcomes as JUnit XML, one after another. The sums come into the room that was left
/// for them at the beginning.
final class JUnit implements AutoCloseable {
  private static final int ROOM = 200;

  private final RandomAccessFile out;
  private final String file;
  private int tests;
  private int failures;
  private int skipped;

  /// @param recording its name
  JUnit(Path file, String recording) throws IOException {
    this.out = new RandomAccessFile(file.toFile(), "rw");
    this.file = recording;
    out.setLength(0);
    write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + " ".repeat(ROOM) + "\n");
  }

  void add(Outcome o) throws IOException {
    tests++;
    String title = o.call() == 0 ? "tool " + o.tool() : "call " + o.call() + " " + o.tool();
    String begin =
        "  <testcase classname=\"%s\" name=\"%s\" time=\"%d.%03d\""
            .formatted(xml(file), xml(title), o.now() / 1_000, o.now() % 1_000);
    String text = xml(o.detail().isEmpty() ? o.verdict() : o.verdict() + ": " + o.detail());
    if (o.regression()) {
      failures++;
      write(begin + ">\n    <failure message=\"" + text + "\"/>\n  </testcase>\n");
    } else if (!o.sent()) {
      skipped++;
      write(begin + ">\n    <skipped message=\"" + text + "\"/>\n  </testcase>\n");
    } else {
      write(begin + "/>\n");
    }
  }

  @Override
  public void close() throws IOException {
    write("</testsuite>\n");
    String suite =
        "<testsuite name=\"pitstop replay\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\">"
            .formatted(tests, failures, skipped);
    out.seek(0);
    out.readLine();
    write(suite);
    out.close();
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /// A text in an attribute. XML has no way to write control characters.
  private static String xml(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(c -> {
          switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '"' -> out.append("&quot;");
            default -> out.appendCodePoint(isXml(c) ? c : 0xFFFD);
          }
        });
    return out.toString();
  }

  private static boolean isXml(int c) {
    return c >= ' ' && (c < 0xD800 || c > 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
  }
}
