package dev.pitstop.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.Target;
import dev.pitstop.commandline.CliSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("docs/many-servers.md says what the code does")
class ConfigurationDocTest {
  private static final Path PAGE = Path.of("docs/many-servers.md");
  private static final Pattern BLOCK = Pattern.compile("(?s)```(jsonc|text)\n(.*?)```");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`\\w+`(?:, `\\w+`)*) \\|");
  private static final Map<String, String> SET = Map.of("WEATHER_KEY", "w", "SEARCH_TOKEN", "t");

  /// The part of the page that is about the file.
  private static String section() throws IOException {
    return Files.readString(PAGE).split("\n## The configuration file\n")[1];
  }

  private static List<String> blocks(String kind) throws IOException {
    List<String> found = new ArrayList<>();
    Matcher m = BLOCK.matcher(section());
    while (m.find()) {
      if (m.group(1).equals(kind)) {
        found.add(m.group(2));
      }
    }
    return found;
  }

  private static ConfigFile read(String text) {
    Path file = Path.of("pitstop.json");
    return ConfigFile.parse(
        text, file, Configs.checking(file, name -> Optional.ofNullable(SET.get(name))));
  }

  @Test
  void theExampleIsRight() throws IOException {
    ConfigFile read = read(blocks("jsonc").getFirst());

    assertThat(read.problems()).isEmpty();
    assertThat(read.warnings()).isEmpty();
    assertThat(read.entries())
        .extracting(ServerEntry::written)
        .containsExactly("weather", "search", "todo", "old");
  }

  /// The file lies in this repository's root, so the program of a `cli` must be in it and describe
  /// its tools.
  @Test
  void theProgramOfTheExampleDescribesItsTools() throws Exception {
    int programs = 0;
    for (ServerEntry entry : read(blocks("jsonc").getFirst()).entries()) {
      if (entry.spec().isPresent() && entry.spec().get().target() instanceof Target.Tools cli) {
        CliSchema schema = CliSchema.read(described(cli));
        assertThat(schema.problems()).isEmpty();
        assertThat(schema.tools()).isNotEmpty();
        programs++;
      }
    }
    assertThat(programs).as("entries with `cli`").isPositive();
  }

  /// What the program says of its tools: it is run as Pitstop runs it.
  private static byte[] described(Target.Tools cli) throws Exception {
    Path cwd = cli.command().directory();
    Path program = cwd.resolve(cli.command().program());
    assertThat(program).isExecutable();
    List<String> words = new ArrayList<>(List.of(program.toString()));
    words.addAll(cli.command().argv().subList(1, cli.command().argv().size()));
    words.addAll(cli.calls().schemaArgs());
    Process process =
        new ProcessBuilder(words)
            .directory(cwd.toAbsolutePath().toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    process.getOutputStream().close();
    byte[] printed = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    return printed;
  }

  @Test
  void theMistakesGiveTheseLines() throws IOException {
    List<String> files = blocks("jsonc");
    List<String> told = blocks("text");
    assertThat(told).hasSize(files.size() - 1).isNotEmpty();
    for (int i = 0; i < told.size(); i++) {
      ConfigFile read = read(files.get(i + 1));
      StringBuilder lines = new StringBuilder();
      read.problems().forEach(p -> lines.append(p.text()).append('\n'));
      read.warnings().forEach(p -> lines.append(p.text()).append('\n'));
      assertThat(told.get(i)).isEqualTo(lines.toString());
    }
  }

  @Test
  void everyKeyHasItsRow() throws IOException {
    List<String> keys = new ArrayList<>();
    Matcher m = ROW.matcher(section());
    while (m.find()) {
      keys.addAll(List.of(m.group(1).replace("`", "").split(", ")));
    }
    assertThat(keys).containsExactlyInAnyOrderElementsOf(EntryReader.KEYS);
  }
}
