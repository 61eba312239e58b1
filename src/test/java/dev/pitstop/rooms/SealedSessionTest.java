package dev.pitstop.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Session;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
      Set.of("CommandCheckTest", "FailureTextTest", "InstructionsTest", "ListJoinTest",
          "ListUptakeTest", "NoticePlaceTest", "NoticesTest", "OutsideTurnsTest", "ProposalTest",
          "TaskIdsTest", "TrackerTest");

  private static final Path SOURCES = Path.of("src/test/java/dev/pitstop/session");
  private static final Pattern INSIDE =
      Pattern.compile("dev\\.pitstop\\.(session\\.[a-z]+\\.[A-Z]\\w*|backend\\.Backend\\b)");

  private static ClassUses classes() throws IOException, URISyntaxException {
    return ClassUses.read(
        RoomsTest.beside(Session.class),
        RoomsTest.beside(SealedSessionTest.class).resolve("session"));
  }

  private static Set<String> names() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return new TreeSet<>(
          files.map(f -> f.getFileName().toString().replace(".java", "")).toList());
    }
  }

  @Test
  @DisplayName("Tests of sessions use no class of a session, but by the few that know them")
  void sealed() throws IOException, URISyntaxException {
    Set<String> tests = names();
    List<String> wrong = new ArrayList<>();
    classes()
        .uses()
        .forEach((from, used) -> {
          String name = from.substring(from.lastIndexOf('.') + 1);
          if (from.equals("session." + name) && tests.contains(name) && !WINDOWS.contains(name)) {
            used.stream()
                .filter(to -> inside(to, tests) || to.equals("backend.Backend"))
                .filter(to -> !UNIT_TESTS.contains(name))
                .forEach(to -> wrong.add(name + " uses " + to));
          }
        });
    assertThat(wrong).isEmpty();
  }

  private static boolean inside(String used, Set<String> tests) {
    return used.startsWith("session.") && !tests.contains(used.substring("session.".length()));
  }

  @Test
  @DisplayName("Nor do their sources name one: a constant of another class is in no class file")
  void sources() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (String name : names()) {
      if (!WINDOWS.contains(name) && !UNIT_TESTS.contains(name)) {
        INSIDE
            .matcher(Files.readString(SOURCES.resolve(name + ".java")))
            .results()
            .forEach(r -> wrong.add(name + " names " + r.group(1)));
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  @DisplayName("A unit test has no session, and the lists have no name too many")
  void unitTests() throws IOException, URISyntaxException {
    ClassUses classes = classes();
    for (String name : UNIT_TESTS) {
      assertThat(classes.uses().get("session." + name))
          .as("%s", name)
          .doesNotContain("session.SessionDriver", "session.ManyDriver", "session.ManyWire");
    }
    assertThat(names()).containsAll(WINDOWS).containsAll(UNIT_TESTS);
  }
}
