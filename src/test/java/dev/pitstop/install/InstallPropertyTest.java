package dev.pitstop.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import dev.pitstop.textedit.Format;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// For any document in any format, what was wrapped comes back.
class InstallPropertyTest {
  private static final int DOCUMENTS = Rounds.of(800);
  private static final long FIRST = Rounds.seed(0);

  private interface Property {
    void holds(ClientFile file, RandomGenerator random);
  }

  private static void forAll(Files4Tests.Kind kind, Property property) {
    for (long seed = FIRST; seed < FIRST + DOCUMENTS; seed++) {
      RandomGenerator random = new SplittableRandom(seed);
      RandomClientFile made = new RandomClientFile(random);
      String text =
          switch (kind) {
            case JSON -> made.json();
            case TOML -> made.toml();
            case OPENCODE -> made.openCode();
          };
      try {
        property.holds(Files4Tests.again(text, kind), random);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + "\n" + text, e);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName("uninstall(install(x)) = x, and install is idempotent")
  void wayBack(Files4Tests.Kind kind) {
    List<String> all = new ArrayList<>();
    forAll(
        kind,
        (file, random) -> {
          Map<List<String>, Wrapping.How> wishes = Files4Tests.wishes(file);
          ClientFile installed = file.wrap(wishes);
          assertThat(Files4Tests.paths(installed)).isEqualTo(Files4Tests.paths(file));
          for (ClientFile.Listed each : installed.servers()) {
            boolean wrapped = each.server() instanceof Server.Wrapped;
            assertThat(wrapped).as(each.name()).isEqualTo(wishes.containsKey(each.path()));
            all.addAll(wrapped ? List.of(each.name()) : List.of());
          }
          assertThat(Files4Tests.wrapAll(installed)).isEqualTo(installed.text());
          assertThat(uninstalled(installed, file)).isEqualTo(file.text());
          assertThat(installed.original(Optional.of(file))).isEqualTo(file.text());
        });
    assertThat(all).hasSizeGreaterThan(DOCUMENTS);
  }

  private static final List<Wrapping.How> BY_HAND =
      List.of(
          new Wrapping.How(List.of("pitstop"), List.of("--")),
          new Wrapping.How(List.of("pitstop"), List.of("--name", "x", "--build", "y", "--")),
          new Wrapping.How(List.of("npx", "-y", "pitstop-mcp@1"), List.of("--watch", "a", "--")),
          new Wrapping.How(Files4Tests.LAUNCHER, List.of("--cwd", "/w", "--")),
          new Wrapping.How(
              Files4Tests.LAUNCHER, List.of("--name", "x", "--", "pitstop", "--build", "y", "--")));

  /// What `uninstall` makes of it that names no server.
  private static String uninstalled(ClientFile file, ClientFile before) {
    Optional<ClientFile> backup = Optional.of(before);
    return file.unwrap(file.since(backup), file.provable(backup)).text();
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName(
      "uninstall(install(x)) = x, whatever of x its author has wrapped, once or twice, before")
  void wrappedByHand(Files4Tests.Kind kind) {
    forAll(
        kind,
        (plain, random) -> {
          Map<List<String>, Wrapping.How> some = new LinkedHashMap<>();
          Files4Tests.wishes(plain)
              .forEach((path, how) -> {
                Wrapping.How hand = BY_HAND.get(random.nextInt(BY_HAND.size()));
                boolean url = !how.options().contains("--");
                if (random.nextBoolean()) {
                  some.put(
                      path, url ? new Wrapping.How(hand.launcher(), List.of("--name", "u")) : hand);
                }
              });
          ClientFile file = plain.wrap(some);
          assertThat(uninstalled(file.wrap(Files4Tests.wishes(file)), file)).isEqualTo(file.text());
        });
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName("what is behind Pitstop is what was configured: the same words, the same URL")
  void sameCommand(Files4Tests.Kind kind) {
    forAll(
        kind,
        (file, random) -> {
          ClientFile installed = file.wrap(Files4Tests.wishes(file));
          for (int i = 0; i < installed.servers().size(); i++) {
            if (installed.servers().get(i).server() instanceof Server.Wrapped w) {
              List<String> words =
                  file.servers().get(i).server() instanceof Server.Program p
                      ? p.words()
                      : List.of(((Server.Daemon) file.servers().get(i).server()).url());
              assertThat(w.command()).isEqualTo(words);
              assertThat(w.launcher()).isEqualTo(Files4Tests.LAUNCHER);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName(
      "without the backup programs come back with their words, and the entries of URLs stay")
  void withoutBackup(Files4Tests.Kind kind) {
    forAll(
        kind,
        (file, random) -> {
          ClientFile installed = file.wrap(Files4Tests.wishes(file));
          ClientFile after = installed.unwrap(Files4Tests.paths(installed), Map.of());
          for (int i = 0; i < after.servers().size(); i++) {
            Server was = file.servers().get(i).server();
            Server now = after.servers().get(i).server();
            if (was instanceof Server.Program p) {
              assertThat(((Server.Program) now).words()).isEqualTo(p.words());
            } else if (was instanceof Server.Daemon d) {
              assertThat(((Server.Wrapped) now).command()).containsExactly(d.url());
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName("of several, some come back and the others stay wrapped; then those too")
  void some(Files4Tests.Kind kind) {
    forAll(
        kind,
        (file, random) -> {
          ClientFile installed = file.wrap(Files4Tests.wishes(file));
          List<List<String>> paths = new ArrayList<>(Files4Tests.paths(installed));
          paths.removeIf(path -> random.nextBoolean());
          ClientFile left = installed.unwrap(paths, installed.provable(Optional.of(file)));
          for (ClientFile.Listed each : left.servers()) {
            if (paths.contains(each.path())) {
              assertThat(each.server()).isNotInstanceOf(Server.Wrapped.class);
            }
          }
          assertThat(uninstalled(left, file)).isEqualTo(file.text());
        });
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName("an edit elsewhere stays, and the entries come back byte for byte all the same")
  void editedElsewhere(Files4Tests.Kind kind) {
    String comment = kind.format() == Format.JSON ? "// mine\n" : "# mine\n";
    forAll(
        kind,
        (file, random) -> {
          if (!file.text().startsWith("\uFEFF")) {
            // the file's first line end is the pattern for new ones
            boolean first = file.text().contains("\r\n");
            String edit = first ? comment.replace("\n", "\r\n") : comment;
            ClientFile edited = Files4Tests.again(edit + Files4Tests.wrapAll(file), kind);
            assertThat(uninstalled(edited, file)).isEqualTo(edit + file.text());
          }
        });
  }
}
