package dev.pitstop.cli.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The outcomes as JUnit XML.
final class JUnit {
  private JUnit() {}

  /// @param recording its name
  static void write(Path file, String recording, List<Outcome> outcomes) throws IOException {
    StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.append(
        "<testsuite name=\"pitstop replay\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\">\n"
            .formatted(
                outcomes.size(),
                outcomes.stream().filter(Outcome::regression).count(),
                outcomes.stream().filter(JUnit::isSkipped).count()));
    for (Outcome o : outcomes) {
      String title = o.call() == 0 ? "tool " + o.tool() : "call " + o.call() + " " + o.tool();
      out.append(
          "  <testcase classname=\"%s\" name=\"%s\" time=\"%d.%03d\">"
              .formatted(xml(recording), xml(title), o.now() / 1_000, o.now() % 1_000));
      if (o.regression() || isSkipped(o)) {
        String text = xml(o.detail().isEmpty() ? o.verdict() : o.verdict() + ": " + o.detail());
        String element = o.regression() ? "failure" : "skipped";
        out.append("<%s message=\"%s\"/>".formatted(element, text));
      }
      out.append("</testcase>\n");
    }
    Files.writeString(file, out.append("</testsuite>\n"));
  }

  private static boolean isSkipped(Outcome o) {
    return !o.regression() && (!o.sent() || o.verdict().equals(Outcome.UNCLEAR));
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
