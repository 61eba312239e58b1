package dev.pitstop.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.hub.ServerSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Texts read as configuration files of an invented directory.
final class Configs {
  static final Path FILE = Path.of("/work/proj/pitstop.json").toAbsolutePath();
  static final Path DIRECTORY = Path.of("/work/proj").toAbsolutePath();

  private static final Map<String, String> ENVIRONMENT =
      Map.of("HOME", "/home/me", "API_KEY", "s3cret", "PORT", "8080", "EMPTY", "");

  private Configs() {}

  /// For a file that is only checked: none of its servers runs.
  static EntryContext checking(Path file, Function<String, Optional<String>> environment) {
    return new EntryContext(Map.of(), environment, file.resolveSibling(""), Path::of);
  }

  static ConfigFile read(String text, Map<String, String> environment) {
    return ConfigFile.parse(
        text, FILE, checking(FILE, name -> Optional.ofNullable(environment.get(name))));
  }

  static ConfigFile read(String text) {
    return read(text, ENVIRONMENT);
  }

  static ConfigFile usable(String text) {
    assertThat(read(text).usable()).isTrue();
    return read(text);
  }

  /// A file with one server `s`, on its second line.
  static ConfigFile server(String entry) {
    return usable("{\"mcpServers\": {\n\"s\": " + entry + "}}");
  }

  /// The server of a file that has nothing wrong with it.
  static ServerEntry good(String entry) {
    ConfigFile file = server(entry);
    assertThat(file.problems()).isEmpty();
    assertThat(file.warnings()).isEmpty();
    return file.entries().getFirst();
  }

  /// How the server of such a file is run.
  static ServerSpec spec(String entry) {
    return good(entry).spec().orElseThrow();
  }

  /// Line, column, key and message, without the file.
  static List<String> texts(List<ConfigProblem> problems) {
    String file = FILE + ":";
    return problems.stream().map(p -> p.text().replace(file, "")).toList();
  }
}
