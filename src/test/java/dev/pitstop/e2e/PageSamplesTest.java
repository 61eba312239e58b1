package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.pages.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What README.md and docs quote is what the program prints. With `-Dpitstop.pages=write` the texts
/// are written into the pages instead.
@DisplayName("the samples in README.md and docs")
@Tag("all")
class PageSamplesTest {
  private static final boolean WRITE = System.getProperty("pitstop.pages", "").equals("write");

  /// What differs from run to run.
  private static final List<Pattern> CHANGING =
      List.of(
          Pattern.compile("\\b\\d+(?:\\.\\d+)? (?:ms|s|min|h)\\b"), // with its unit: 999 ms, 1.0 s
          Pattern.compile("\\b\\d+(?:\\.\\d+)?(?= (?:MiB|KiB|bytes|%))"),
          Pattern.compile("(?<=\\bpid )\\d+"),
          Pattern.compile("(?<=(?:build|daemon)-)\\d+"),
          Pattern.compile("(?<=Node\\.js v)[\\d.]+"),
          Pattern.compile("(?<=node:internal/[\\w/]{1,60}):\\d+(?::\\d+)?"));

  @RegisterExtension final Bench bench = new Bench();

  private record Quote(Page page, Page.Block block, Page.Sample sample) {}

  private static List<Quote> quotes() {
    List<Quote> all = new ArrayList<>();
    for (Page page : Page.forUsers()) {
      for (Page.Block block : page.blocks()) {
        if (block.mark().orElse(new Page.Example()) instanceof Page.Sample sample) {
          all.add(new Quote(page, block, sample));
        }
      }
    }
    return all;
  }

  static Stream<String> sessions() {
    return quotes().stream().map(q -> q.sample().session()).distinct().sorted();
  }

  @ParameterizedTest
  @MethodSource("sessions")
  @DisplayName("come from a real run")
  void real(String session) throws IOException, InterruptedException {
    Map<String, String> texts = Samples.play(bench, session);
    Map<String, Map<Page.Block, String>> written = new TreeMap<>();
    for (Quote quote : quotes()) {
      if (!quote.sample().session().equals(session)) {
        continue;
      }
      String name = quote.sample().name();
      String whole =
          Optional.ofNullable(texts.get(name))
              .orElseThrow(() -> new AssertionError(session + " has no text `" + name + "`"));
      String actual = quote.sample().cut(whole);
      if (WRITE) {
        written
            .computeIfAbsent(quote.page().file().toString(), f -> new HashMap<>())
            .put(quote.block(), actual);
      } else {
        assertThat(lasting(quote.block().text()))
            .as("%s:%d, %s/%s", quote.page().file(), quote.block().line(), session, name)
            .isEqualTo(lasting(actual));
      }
    }
    for (Map.Entry<String, Map<Page.Block, String>> page : written.entrySet()) {
      write(Page.read(Path.of(page.getKey())), page.getValue());
    }
  }

  private static String lasting(String text) {
    String lasting = text;
    for (Pattern pattern : CHANGING) {
      lasting = pattern.matcher(lasting).replaceAll("N");
    }
    return lasting;
  }

  private static void write(Page page, Map<Page.Block, String> texts) throws IOException {
    StringBuilder out = new StringBuilder();
    int line = 1;
    for (Page.Block block : page.blocks()) {
      int lines = (int) block.text().lines().count();
      Optional<String> text = Optional.ofNullable(texts.get(block));
      while (line < block.line()) {
        out.append(page.lines().get(line++ - 1)).append('\n');
      }
      if (text.isPresent()) {
        out.append(text.get());
        line += lines;
      }
    }
    while (line <= page.lines().size()) {
      out.append(page.lines().get(line++ - 1)).append('\n');
    }
    Files.writeString(page.file(), out.toString());
  }
}
