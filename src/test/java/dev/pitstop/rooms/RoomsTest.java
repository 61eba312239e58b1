package dev.pitstop.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Session;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The shape of the code is the one that ARCHITECTURE.md draws: packages import each other in one
/// direction, leaves import leaves, no package is large, and no circle of classes is.
class RoomsTest {
  private static final int FILES_OF_A_PACKAGE = 40;
  private static final int CLASSES_OF_A_CIRCLE = 3;

  private static final Path SOURCES = Path.of("src/main/java/dev/pitstop");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?dev\\.pitstop\\.([a-z.]+)\\.[A-Z]");

  private static ClassUses classes() throws IOException, URISyntaxException {
    return ClassUses.read(beside(Session.class));
  }

  /// The class files of Pitstop, or of its tests.
  static Path beside(Class<?> one) throws URISyntaxException {
    return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI())
        .resolve("dev/pitstop");
  }

  private static List<String> wrong(Rules rules, ClassUses classes) {
    List<String> wrong = new ArrayList<>();
    classes
        .uses()
        .forEach((from, used) ->
            used.stream()
                .filter(to -> !rules.allows(ClassUses.packageOf(from), ClassUses.packageOf(to)))
                .forEach(to -> wrong.add(from + " uses " + to)));
    return wrong;
  }

  private static List<Set<String>> large(ClassUses classes) {
    return classes.circles().stream().filter(c -> c.size() > CLASSES_OF_A_CIRCLE).toList();
  }

  @Test
  @DisplayName("Packages import each other in the directions of ARCHITECTURE.md only")
  void directions() throws IOException, URISyntaxException {
    assertThat(wrong(Rules.read(), classes())).isEmpty();
  }

  @Test
  @DisplayName("So do imports in the sources: a constant of another class is in no class file")
  void imports() throws IOException {
    Rules rules = Rules.read();
    List<String> wrong = new ArrayList<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path f : files.filter(p -> p.toString().endsWith(".java")).toList()) {
        String from = SOURCES.relativize(f.getParent()).toString().replace('/', '.');
        Matcher m = IMPORT.matcher(Files.readString(f));
        while (m.find()) {
          if (!rules.allows(from, m.group(1))) {
            wrong.add(f + " imports " + m.group(1));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  @DisplayName("Every package is in the tables of ARCHITECTURE.md, and no other")
  void packages() throws IOException, URISyntaxException {
    assertThat(Rules.read().imports().keySet()).isEqualTo(classes().packages().keySet());
  }

  @Test
  @DisplayName("The directions have no circle, and leaves import leaves only")
  void oneDirection() throws IOException {
    Rules rules = Rules.read();
    List<String> wrong = new ArrayList<>();
    rules
        .imports()
        .forEach((from, imported) -> {
          for (String to : imported) {
            if (rules.allows(to, from)) {
              wrong.add(from + " and " + to + " import each other");
            }
            if (rules.leaves().contains(from) && !rules.leaves().contains(to)) {
              wrong.add("leaf " + from + " imports " + to);
            }
          }
        });
    assertThat(wrong).isEmpty();
  }

  @Test
  @DisplayName("No package has more than 40 files")
  void size() throws IOException, URISyntaxException {
    Map<String, List<String>> packages = classes().packages();
    packages.values().removeIf(classes -> classes.size() <= FILES_OF_A_PACKAGE);
    assertThat(packages).isEmpty();
  }

  @Test
  @DisplayName("No circle of classes is larger than three")
  void circles() throws IOException, URISyntaxException {
    assertThat(large(classes())).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("A class that went the wrong way would be noticed")
  @ValueSource(
      strings = {
        "rpc.Bad session.Session",
        "rpc.Bad mcp.Messages",
        "text.Bad process.Child",
        "channel.Bad channel.http.Http",
        "channel.wire.Bad channel.http.Http",
        "backend.Bad session.Session",
        "session.members.Bad session.exposure.Face",
        "session.notices.Bad session.tools.Management",
        "session.Bad cli.demo.Demo"
      })
  void noticed(String fromAndTo) throws IOException {
    String[] names = fromAndTo.split(" ");
    List<ClassModel> bad = List.of(using(names[0], names[1]), using(names[1], names[1]));
    assertThat(wrong(Rules.read(), ClassUses.of(bad))).hasSize(1);
  }

  @Test
  @DisplayName("A circle of four would be noticed, with a nested class in it as well")
  void circleNoticed() {
    List<ClassModel> four =
        List.of(
            using("a.A", "a.B"), using("a.B$In", "b.C"), using("b.C", "a.D"), using("a.D", "a.A"));
    assertThat(large(ClassUses.of(four))).containsExactly(Set.of("a.A", "a.B", "b.C", "a.D"));
    assertThat(large(ClassUses.of(four.subList(0, 3)))).isEmpty();
  }

  private static ClassModel using(String from, String to) {
    return ClassFile.of()
        .parse(
            ClassFile.of()
                .build(
                    ClassDesc.of("dev.pitstop." + from),
                    c ->
                        c.withField(
                            "field", ClassDesc.of("dev.pitstop." + to), ClassFile.ACC_PRIVATE)));
  }
}
