package dev.pitstop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Session;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.constant.ClassDesc;
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
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// That ARCHITECTURE.md is right: which package may use which is read from its text and held
/// against class files and imports, and the classes that the descriptions name exist.
class ArchitectureTest {
  private static final Path DESCRIPTION = Path.of("ARCHITECTURE.md");
  private static final Path SOURCES = Path.of("src/main/java/dev/pitstop");

  private static final Pattern CHAIN = Pattern.compile("`([a-z]+(?: → [a-z]+)+)`");
  private static final Pattern LEAVES = Pattern.compile(";\\s+(`[a-z`, and\\s]+`) are leaves");
  private static final Pattern COMMON =
      Pattern.compile("no\\s+other\\s+package\\s+but\\s+`([a-z]+)`");
  private static final Pattern WORD = Pattern.compile("[a-z]{2,}");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z]+)` \\|");
  private static final Pattern OURS = Pattern.compile("dev/pitstop/([a-z]+)/(?:[a-z]+/)*[A-Z]");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?dev\\.pitstop\\.([a-z]+)\\.");
  private static final Pattern NAMED =
      Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(?:\\.\\w+)*(?:\\(\\))?`");

  /// What ARCHITECTURE.md says: `chain` uses to the right, and leaves; leaves use one other leaf at
  /// most.
  private record Rules(List<String> chain, Set<String> leaves, String common) {
    static Rules read() throws IOException {
      String text = Files.readString(DESCRIPTION);
      List<String> chain = List.of(only(CHAIN, text).split(" → "));
      Set<String> leaves = new TreeSet<>(all(WORD, only(LEAVES, text).replace("and", "")));
      leaves.add(chain.getLast()); // "as is `rpc`"
      return new Rules(chain, leaves, only(COMMON, text));
    }

    boolean allows(String from, String to) {
      return from.equals(to)
          || to.equals(common)
          || (!leaves.contains(from)
              && (leaves.contains(to) || chain.indexOf(from) < chain.indexOf(to)));
    }

    Set<String> packages() {
      Set<String> all = new TreeSet<>(leaves);
      all.addAll(chain);
      return all;
    }
  }

  private static String only(Pattern pattern, String text) {
    List<String> found = all(pattern, text);
    assertThat(found).as("%s in ARCHITECTURE.md", pattern).hasSize(1);
    return found.getFirst();
  }

  private static List<String> all(Pattern pattern, String text) {
    Matcher m = pattern.matcher(text);
    List<String> found = new ArrayList<>();
    while (m.find()) {
      found.add(m.groupCount() == 0 ? m.group() : m.group(1));
    }
    return found;
  }

  private static Path classes() throws URISyntaxException {
    return Path.of(Session.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .resolve("dev/pitstop");
  }

  private static List<Path> files(Path root, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(p -> p.toString().endsWith(ending)).toList();
    }
  }

  /// What this class uses against the rules.
  private static List<String> wrong(Rules rules, ClassModel c) {
    String name = c.thisClass().asInternalName();
    String from = name.split("/")[2]; // dev/pitstop/PACKAGE/…
    Set<String> used = new TreeSet<>();
    for (PoolEntry e : c.constantPool()) {
      if (e instanceof Utf8Entry text) {
        used.addAll(all(OURS, text.stringValue()));
      }
    }
    return wrong(rules, name, from, used);
  }

  private static List<String> wrong(Rules rules, String name, String from, Set<String> used) {
    return used.stream()
        .filter(to -> !rules.allows(from, to))
        .map(to -> name + " uses " + to)
        .toList();
  }

  @Test
  @DisplayName("Packages use each other in the directions of ARCHITECTURE.md only")
  void directions() throws IOException, URISyntaxException {
    Rules rules = Rules.read();
    List<String> wrong = new ArrayList<>();
    for (Path c : files(classes(), ".class")) {
      wrong.addAll(wrong(rules, ClassFile.of().parse(c)));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  @DisplayName("So do their imports: a constant of another package leaves no trace in a class file")
  void imports() throws IOException {
    Rules rules = Rules.read();
    List<String> wrong = new ArrayList<>();
    for (Path source : files(SOURCES, ".java")) {
      Path inside = SOURCES.relativize(source);
      Set<String> used = new TreeSet<>(all(IMPORT, Files.readString(source)));
      wrong.addAll(wrong(rules, inside.toString(), inside.getName(0).toString(), used));
    }
    assertThat(wrong).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("A class that went the wrong way would be noticed")
  @ValueSource(
      strings = {
        "rpc.Bad session.Session",
        "rpc.Bad mcp.Messages",
        "catalog.Bad rpc.Json",
        "process.Bad log.Log",
        "text.Bad process.Child",
        "mcp.Bad backend.Backend",
        "http.Bad channel.Channel",
        "commandline.Bad http.Uris",
        "commandline.Bad channel.Channel",
        "backend.Bad session.Router",
        "session.Bad cli.demo.Demo",
        "watch.deeper.Bad cli.Main"
      })
  void noticed(String fromAndTo) throws IOException {
    String[] names = fromAndTo.split(" ");
    ClassDesc to = ClassDesc.of("dev.pitstop." + names[1]);
    byte[] bad =
        ClassFile.of()
            .build(
                ClassDesc.of("dev.pitstop." + names[0]),
                c -> c.withField("field", to, ClassFile.ACC_PRIVATE));
    assertThat(wrong(Rules.read(), ClassFile.of().parse(bad))).hasSize(1);
  }

  @Test
  @DisplayName(
      "Every package is in the directions and in the table of ARCHITECTURE.md, and no other")
  void packages() throws IOException, URISyntaxException {
    Path root = classes();
    Set<String> found = new TreeSet<>();
    for (Path c : files(root, ".class")) {
      found.add(root.relativize(c).getName(0).toString());
    }
    assertThat(Rules.read().packages()).isEqualTo(found);
    assertThat(all(ROW, Files.readString(DESCRIPTION))).containsExactlyInAnyOrderElementsOf(found);
  }

  @ParameterizedTest
  @DisplayName("Every class that a description names exists")
  @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md", "docs"})
  void named(String place) throws IOException, URISyntaxException {
    Set<String> known = new HashSet<>();
    for (Path c : files(classes(), ".class")) {
      String name = c.getFileName().toString().replace(".class", "");
      known.addAll(List.of(name.split("\\$", -1)));
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
    assertThat(named).as("names of classes in %s", place).isGreaterThan(10);
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
