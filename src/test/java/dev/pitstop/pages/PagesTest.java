package dev.pitstop.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("README.md and docs")
class PagesTest {
  /// Blocks of source code, which need no mark.
  private static final Set<String> CODE =
      Set.of("json", "jsonc", "toml", "yaml", "python", "java", "ts", "js", "xml");

  static Stream<Page> all() {
    return Page.all().stream();
  }

  static Stream<Page> forUsers() {
    return Page.forUsers().stream();
  }

  private static String at(Page page, Page.Block block) {
    return page.file() + ":" + block.line();
  }

  @ParameterizedTest
  @MethodSource("all")
  @DisplayName("every link leads somewhere")
  void links(Page page) {
    List<String> dead = new ArrayList<>();
    for (String link : page.links()) {
      if (link.startsWith("https://") || link.startsWith("http://")) {
        continue;
      }
      int hash = link.indexOf('#');
      String path = hash < 0 ? link : link.substring(0, hash);
      Path folder = page.file().toAbsolutePath().getParent();
      Path target = path.isEmpty() ? page.file() : folder.resolve(path).normalize();
      boolean anchor = hash >= 0 && target.toString().endsWith(".md");
      if (!Files.exists(target)
          || (anchor && !Page.read(target).anchors().contains(link.substring(hash + 1)))) {
        dead.add(link);
      }
    }
    assertThat(dead).as("dead links of %s", page.file()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("forUsers")
  @DisplayName("every block is run, quoted from a run, or marked as an example")
  void marks(Page page) {
    for (Page.Block block : page.blocks()) {
      boolean sample = block.mark().filter(m -> m instanceof Page.Sample).isPresent();
      assertThat(sample || !block.quotesPitstop())
          .as(
              "%s shows what Pitstop says: mark it `<!-- sample: SESSION/NAME -->`",
              at(page, block))
          .isTrue();
      assertThat(
              block.mark().isPresent()
                  || block.language().equals("sh")
                  || CODE.contains(block.language()))
          .as("%s has no mark", at(page, block))
          .isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("forUsers")
  @DisplayName("a test that is named exists")
  void tests(Page page) throws IOException {
    for (Page.Block block : page.blocks()) {
      if (block.mark().orElse(new Page.Example()) instanceof Page.Checked checked) {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
          assertThat(files.anyMatch(f -> f.endsWith(checked.test() + ".java")))
              .as("%s: %s", at(page, block), checked.test())
              .isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("forUsers")
  @DisplayName("JSON can be read")
  void json(Page page) {
    for (Page.Block block : page.blocks()) {
      if (block.language().equals("json") && block.mark().isEmpty()) {
        assertThatCode(() -> JsonParser.parseString(block.text()))
            .as(at(page, block))
            .doesNotThrowAnyException();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("forUsers")
  @DisplayName("what is quoted in a sentence stands in a sample")
  void inlineQuotes(Page page) {
    String samples =
        String.join(
            "\n",
            Page.forUsers().stream()
                .flatMap(p -> p.blocks().stream())
                .filter(b -> b.mark().filter(m -> m instanceof Page.Sample).isPresent())
                .map(Page.Block::text)
                .toList());
    for (String code : page.inlineCode()) {
      if (code.startsWith("[pitstop] ")) {
        assertThat(samples).as(page.file().toString()).contains(code);
      }
    }
  }

  @Test
  @DisplayName("docs/README.md lists every page")
  void index() {
    List<String> listed = Page.read(Path.of("docs/README.md")).links();
    List<String> pages =
        Page.all().stream()
            .map(p -> p.file().toString().replace('\\', '/'))
            .filter(f -> f.startsWith("docs/") && !f.equals("docs/README.md"))
            .map(f -> f.substring("docs/".length()))
            .toList();
    assertThat(listed).containsAll(pages);
  }
}
