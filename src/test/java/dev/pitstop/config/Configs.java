package dev.pitstop.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.hub.ServerSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Texts read as configuration files of an invented directory.
final class Configs {
  static final Path FILE = Path.of("/work/proj/pitstop.json").toAbsolutePath();
  static final Path DIRECTORY = Path.of("/work/proj").toAbsolutePath();

  private static final Map<String, String> ENVIRONMENT =
      Map.of("HOME", "/home/me", "API_KEY", "s3cret", "PORT", "8080", "EMPTY", "");

  private Configs() {}

  static ConfigFile read(String text, Map<String, String> environment) {
    return ConfigFile.check(text, FILE, name -> Optional.ofNullable(environment.get(name)));
  }

  static ConfigFile read(String text) {
    return read(text, ENVIRONMENT);
  }

  static ConfigFile.Usable usable(String text) {
    assertThat(read(text)).isInstanceOf(ConfigFile.Usable.class);
    return (ConfigFile.Usable) read(text);
  }

  /// A file with one server `s`, on its second line.
  static ConfigFile.Usable server(String entry) {
    return usable("{\"mcpServers\": {\n\"s\": " + entry + "}}");
  }

  /// The server of a file that has nothing wrong with it.
  static ServerEntry good(String entry) {
    ConfigFile.Usable file = server(entry);
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
