package dev.pitstop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Session;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The classes that the descriptions of the code name exist. That packages use each other as
/// ARCHITECTURE.md says is held by `RoomsTest`.
class ArchitectureTest {
  private static final Path DESCRIPTION = Path.of("ARCHITECTURE.md");

  private static final Pattern NAMED =
      Pattern.compile("`(?!\\w+\\.toml`)([A-Z]\\w*[a-z]\\w*)(?:\\.\\w+)*(?:\\(\\))?`");

  private static List<String> all(Pattern pattern, String text) {
    Matcher m = pattern.matcher(text);
    List<String> found = new ArrayList<>();
    while (m.find()) {
      found.add(m.groupCount() == 0 ? m.group() : m.group(1));
    }
    return found;
  }

  private static Path classes() throws URISyntaxException {
    return classesBeside(Session.class);
  }

  private static Path classesBeside(Class<?> one) throws URISyntaxException {
    return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI())
        .resolve("dev/pitstop");
  }

  private static List<Path> files(Path root, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(p -> p.toString().endsWith(ending)).toList();
    }
  }

  @ParameterizedTest
  @DisplayName("Every class that a description names exists")
  @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md", "docs"})
  void named(String place) throws IOException, URISyntaxException {
    Set<String> known = new HashSet<>();
    for (Path root : List.of(classes(), classesBeside(ArchitectureTest.class))) {
      for (Path c : files(root, ".class")) {
        String name = c.getFileName().toString().replace(".class", "");
        known.addAll(List.of(name.split("\\$", -1)));
      }
    }
    List<String> unknown = new ArrayList<>();
    int named = 0;
    for (Path file : files(Path.of(place), ".md")) {
      for (String name : all(NAMED, Files.readString(file))) {
        named++;
        if (!known.contains(name) && !ofTheJdk(name)) {
          unknown.add(file + ": " + name);
        }
      }
    }
    assertThat(unknown).isEmpty();
    assertThat(named).as("names of classes in %s", place).isGreaterThanOrEqualTo(10);
  }

  private static boolean ofTheJdk(String name) {
    FileSystem jdk = FileSystems.getFileSystem(URI.create("jrt:/"));
    return Stream.of("lang", "util", "util/concurrent", "io", "nio/file", "time")
        .anyMatch(
            p -> Files.exists(jdk.getPath("/modules/java.base/java/" + p + "/" + name + ".class")));
  }

  @Test
  @DisplayName("Every class in the picture of ARCHITECTURE.md exists")
  void picture() throws IOException, URISyntaxException {
    String picture = Files.readString(DESCRIPTION).split("```")[1];
    Set<String> known = new HashSet<>();
    for (Path c : files(classes(), ".class")) {
      known.add(c.getFileName().toString().replace(".class", ""));
    }
    List<String> drawn = all(Pattern.compile("\\b([A-Z][A-Za-z]*[a-z])\\b"), picture);
    assertThat(drawn).hasSizeGreaterThan(10).isSubsetOf(known);
  }
}
