package dev.pitstop.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Session;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Tests of sessions do not know the classes of a session, so that a session can be rewritten under
/// them. A few classes know them for the others.
class SealedSessionTest {
  /// What the others have instead.
  private static final Set<String> WINDOWS =
      Set.of("TestSession", "SeenServer", "DirectServer", "ConfiguredServers", "FakeOrigin");

  /// Each makes the one class that it tests, and no session.
  private static final Set<String> UNIT_TESTS =
      Set.of(
          "FailureTextTest",
          "InstructionsTest",
          "ListJoinTest",
          "NoticePlaceTest",
          "OutsideTurnsTest");

  private static final Path SOURCES = Path.of("src/test/java/dev/pitstop/session");

  /// A constant of another class is in no class file, but in an import.
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?dev\\.pitstop\\.([a-z.]+\\.[A-Z]\\w*)");

  private static Set<String> names() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return new TreeSet<>(
          files
              .map(f -> f.getFileName().toString())
              .filter(name -> name.endsWith(".java"))
              .map(name -> name.replace(".java", ""))
              .toList());
    }
  }

  /// The classes of Pitstop and of these tests that each of these tests uses.
  private static Map<String, Set<String>> uses() throws IOException, URISyntaxException {
    ClassUses classes =
        ClassUses.read(
            RoomsTest.beside(Session.class),
            RoomsTest.beside(SealedSessionTest.class).resolve("session"));
    Map<String, Set<String>> all = new TreeMap<>();
    for (String name : names()) {
      Set<String> used = new TreeSet<>(classes.uses().get("session." + name));
      Matcher m = IMPORT.matcher(Files.readString(SOURCES.resolve(name + ".java")));
      m.results().map(r -> r.group(1)).filter(classes.uses()::containsKey).forEach(used::add);
      all.put(name, used);
    }
    return all;
  }

  @Test
  @DisplayName("Tests of sessions use no class of a session, but by the few that know them")
  void sealed() throws IOException, URISyntaxException {
    Map<String, Set<String>> all = uses();
    assertThat(all.keySet()).containsAll(WINDOWS).containsAll(UNIT_TESTS);
    List<String> wrong = new ArrayList<>();
    all.forEach((name, used) -> {
      if (!WINDOWS.contains(name) && !UNIT_TESTS.contains(name)) {
        used.stream()
            .filter(to -> inside(to, all.keySet()))
            .forEach(to -> wrong.add(name + " uses " + to));
      }
    });
    assertThat(wrong).isEmpty();
  }

  private static boolean inside(String used, Set<String> tests) {
    return switch (ClassUses.packageOf(used)) {
      case "session" -> !tests.contains(used.substring("session.".length()));
      case "backend" -> !used.equals("backend.SystemTimers"); // what is below it are plain facts
      case String room -> room.startsWith("session.");
    };
  }

  @Test
  @DisplayName("A unit test of a class of a session has no session")
  void unitTests() throws IOException, URISyntaxException {
    Map<String, Set<String>> all = uses();
    all.keySet().retainAll(UNIT_TESTS);
    assertThat(all)
        .allSatisfy((name, used) ->
            assertThat(used).noneMatch(to -> to.endsWith("Driver") || to.endsWith("Session")));
  }
}
