package dev.pitstop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.proxy.Session;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Which package may use which, read from the class files; and that the description of the
/// architecture speaks of classes that exist.
class ArchitectureTest {
  private static final Set<String> LEAVES = Set.of("rpc", "process", "watch", "log", "build");

  /// `cli → config → proxy → backend, catalog → mcp → rpc`; leaves use none of the others.
  private static final Map<String, Set<String>> MAY_USE =
      Map.of(
          "rpc", Set.of(),
          "process", Set.of(),
          "watch", Set.of(),
          "log", Set.of(),
          "build", Set.of(),
          "mcp", Set.of("rpc"),
          "catalog", Set.of("mcp", "rpc"),
          "backend", with("mcp", "catalog"),
          "proxy", with("mcp", "catalog", "backend"),
          "cli", with("mcp", "catalog", "backend", "proxy", "config"));

  private static final Pattern OURS = Pattern.compile("dev/pitstop/([a-z]+)/(?:[a-z]+/)*[A-Z]");
  private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(?:\\.[A-Z]\\w*)*`");

  private static Set<String> with(String... more) {
    Set<String> all = new HashSet<>(LEAVES);
    all.addAll(List.of(more));
    return all;
  }

  private static Path classes() throws URISyntaxException {
    return Path.of(Session.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .resolve("dev/pitstop");
  }

  private static List<Path> classFiles(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(p -> p.toString().endsWith(".class")).toList();
    }
  }

  private static Set<String> uses(Path classFile) throws IOException {
    Set<String> used = new TreeSet<>();
    for (PoolEntry e : ClassFile.of().parse(classFile).constantPool()) {
      if (e instanceof Utf8Entry text) {
        Matcher m = OURS.matcher(text.stringValue());
        while (m.find()) {
          used.add(m.group(1));
        }
      }
    }
    return used;
  }

  @Test
  @DisplayName("Packages use each other in one direction only")
  void directions() throws IOException, URISyntaxException {
    Path root = classes();
    List<String> wrong = new ArrayList<>();
    Set<String> seen = new TreeSet<>();
    for (Path c : classFiles(root)) {
      Path inside = root.relativize(c);
      String from = inside.getName(0).toString();
      seen.add(from);
      for (String to : uses(c)) {
        if (!to.equals(from) && !MAY_USE.getOrDefault(from, Set.of()).contains(to)) {
          wrong.add(inside + " uses " + to);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(seen).containsAll(Set.of("rpc", "mcp", "catalog", "backend", "proxy", "cli"));
  }

  @Test
  @DisplayName("Every package is one of the architecture's")
  void packages() throws IOException, URISyntaxException {
    Path root = classes();
    Set<String> found = new TreeSet<>();
    for (Path c : classFiles(root)) {
      found.add(root.relativize(c).getName(0).toString());
    }
    assertThat(MAY_USE.keySet()).containsAll(found);
  }

  @Test
  @DisplayName("Every class that ARCHITECTURE.md names exists")
  void description() throws IOException, URISyntaxException {
    Path file = Path.of("ARCHITECTURE.md");
    Assumptions.assumeTrue(Files.exists(file), "not written yet");
    Set<String> ours = new HashSet<>();
    for (Path c : classFiles(classes())) {
      String name = c.getFileName().toString().replace(".class", "");
      ours.addAll(List.of(name.split("\\$", -1)));
    }
    FileSystem jdk = FileSystems.getFileSystem(URI.create("jrt:/"));
    List<String> unknown = new ArrayList<>();
    Matcher m = NAMED.matcher(Files.readString(file));
    while (m.find()) {
      String name = m.group(1);
      boolean java = false;
      for (String p : List.of("lang", "util", "util/concurrent", "io", "nio/file", "time")) {
        java |= Files.exists(jdk.getPath("/modules/java.base/java/" + p + "/" + name + ".class"));
      }
      if (!java && !ours.contains(name)) {
        unknown.add(name);
      }
    }
    assertThat(unknown).isEmpty();
  }
}
