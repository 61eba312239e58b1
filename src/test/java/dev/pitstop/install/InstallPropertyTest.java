package dev.pitstop.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import dev.pitstop.textedit.Document;
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

  private static String text(Files4Tests.Kind kind, RandomClientFile made) {
    return switch (kind) {
      case JSON -> made.json();
      case TOML -> made.toml();
      case OPENCODE -> made.openCode();
    };
  }

  /// A document that the readers understand: of TOML, a made one may name a key twice.
  private static Optional<ClientFile> file(Files4Tests.Kind kind, String text) {
    Document.Read read = Document.read(text, kind.format(), kind.containers());
    boolean good = read instanceof Document.Read.Good;
    if (kind.format() == Format.JSON) {
      assertThat(good).as(text).isTrue();
    }
    return good
        ? Optional.of(Files4Tests.file(((Document.Read.Good) read).document()))
        : Optional.empty();
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName("uninstall(install(x)) = x, and install is idempotent")
  void wayBack(Files4Tests.Kind kind) {
    int wrapped = 0;
    for (long seed = FIRST; seed < FIRST + DOCUMENTS; seed++) {
      String text = text(kind, new RandomClientFile(new SplittableRandom(seed)));
      Optional<ClientFile> file = file(kind, text);
      if (file.isEmpty()) {
        continue;
      }
      Map<String, Wrapping.How> wishes = Files4Tests.wishes(file.get());
      String after = file.get().wrap(wishes);
      ClientFile installed = Files4Tests.again(after, kind);

      assertThat(Files4Tests.ids(installed))
          .as("seed %d\n%s", seed, after)
          .isEqualTo(Files4Tests.ids(file.get()));
      for (ClientFile.Listed each : installed.servers()) {
        assertThat(each.server() instanceof Server.Wrapped)
            .as("seed %d: %s\n%s", seed, each.name(), after)
            .isEqualTo(wishes.containsKey(each.id()));
        wrapped += each.server() instanceof Server.Wrapped ? 1 : 0;
      }
      assertThat(Files4Tests.wrapAll(installed)).as("seed %d", seed).isEqualTo(after);
      assertThat(installed.unwrap(Files4Tests.ids(installed), Optional.of(text)))
          .as("seed %d\n%s", seed, after)
          .isEqualTo(text);
      assertThat(installed.original(Optional.of(text))).as("seed %d", seed).isEqualTo(text);
    }
    assertThat(wrapped).isGreaterThan(DOCUMENTS);
  }

  private static final List<Wrapping.How> BY_HAND =
      List.of(
          new Wrapping.How(List.of("pitstop"), List.of("--")),
          new Wrapping.How(List.of("pitstop"), List.of("--name", "x", "--build", "y", "--")),
          new Wrapping.How(List.of("npx", "-y", "pitstop-mcp@1"), List.of("--watch", "a", "--")),
          new Wrapping.How(Files4Tests.LAUNCHER, List.of("--cwd", "/w", "--")),
          new Wrapping.How(
              Files4Tests.LAUNCHER, List.of("--name", "x", "--", "pitstop", "--build", "y", "--")));

  /// Some of what can be wrapped, as its author may do it.
  private static Map<String, Wrapping.How> byHand(
      ClientFile file, List<Wrapping.How> hows, RandomGenerator random) {
    Map<String, Wrapping.How> some = new LinkedHashMap<>();
    Files4Tests.wishes(file)
        .forEach((id, how) -> {
          if (random.nextBoolean()) {
            Wrapping.How hand = hows.get(random.nextInt(hows.size()));
            boolean url = !how.options().contains("--");
            some.put(id, url ? new Wrapping.How(hand.launcher(), List.of("--name", "u")) : hand);
          }
        });
    return some;
  }

  private static String uninstalled(String text, Files4Tests.Kind kind, Optional<String> before) {
    ClientFile file = Files4Tests.again(text, kind);
    return file.unwrap(file.written(before, Optional.of(Files4Tests.LAUNCHER)), before);
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName(
      "uninstall(install(x)) = x, whatever of x its author has wrapped, once or twice, before")
  void wrappedByHand(Files4Tests.Kind kind) {
    for (long seed = FIRST; seed < FIRST + DOCUMENTS; seed++) {
      RandomGenerator random = new SplittableRandom(seed);
      Optional<ClientFile> plain = file(kind, text(kind, new RandomClientFile(random)));
      if (plain.isEmpty()) {
        continue;
      }
      String text = plain.get().wrap(byHand(plain.get(), BY_HAND, random));
      ClientFile file = Files4Tests.again(text, kind);
      String after = file.wrap(Files4Tests.wishes(file));
      Optional<String> before = after.equals(text) ? Optional.empty() : Optional.of(text);
      assertThat(uninstalled(after, kind, before)).as("seed %d\n%s", seed, after).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName("what its author wraps after the install, with a launcher of his own, stays")
  void wrappedByHandLater(Files4Tests.Kind kind) {
    for (long seed = FIRST; seed < FIRST + DOCUMENTS; seed++) {
      RandomGenerator random = new SplittableRandom(seed);
      String text = text(kind, new RandomClientFile(random));
      Optional<ClientFile> file = file(kind, text);
      if (file.isEmpty()) {
        continue;
      }
      Map<String, Wrapping.How> later = byHand(file.get(), BY_HAND.subList(1, 2), random);
      Map<String, Wrapping.How> wishes = Files4Tests.wishes(file.get());
      later.keySet().forEach(wishes::remove);
      String installed = file.get().wrap(wishes);
      String after = Files4Tests.again(installed, kind).wrap(later);
      assertThat(uninstalled(after, kind, Optional.of(text)))
          .as("seed %d\n%s", seed, after)
          .isEqualTo(file.get().wrap(later));
    }
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName("what is behind Pitstop is what was configured: the same words, the same URL")
  void sameCommand(Files4Tests.Kind kind) {
    for (long seed = FIRST; seed < FIRST + DOCUMENTS; seed++) {
      String text = text(kind, new RandomClientFile(new SplittableRandom(seed)));
      Optional<ClientFile> file = file(kind, text);
      if (file.isEmpty()) {
        continue;
      }
      ClientFile installed = Files4Tests.again(Files4Tests.wrapAll(file.get()), kind);
      for (int i = 0; i < installed.servers().size(); i++) {
        Server before = file.get().servers().get(i).server();
        if (installed.servers().get(i).server() instanceof Server.Wrapped w) {
          List<String> words =
              before instanceof Server.Program p
                  ? p.words()
                  : List.of(((Server.Daemon) before).url());
          assertThat(w.command()).as("seed %d\n%s", seed, text).isEqualTo(words);
          assertThat(w.launcher()).isEqualTo(Files4Tests.LAUNCHER);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName("programs come back with their words even without the backup")
  void withoutBackup(Files4Tests.Kind kind) {
    for (long seed = FIRST; seed < FIRST + DOCUMENTS; seed++) {
      String text = text(kind, new RandomClientFile(new SplittableRandom(seed)).withoutUrls());
      Optional<ClientFile> file = file(kind, text);
      if (file.isEmpty()) {
        continue;
      }
      ClientFile installed = Files4Tests.again(Files4Tests.wrapAll(file.get()), kind);
      String after = installed.unwrap(Files4Tests.ids(installed), Optional.empty());
      assertThat(programs(Files4Tests.again(after, kind)))
          .as("seed %d\n%s", seed, after)
          .isEqualTo(programs(file.get()));
    }
  }

  private static List<List<String>> programs(ClientFile file) {
    return file.servers().stream()
        .map(s -> s.server() instanceof Server.Program p ? p.words() : List.<String>of())
        .toList();
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName("without the backup the entries of URLs stay")
  void urlsWithoutBackup(Files4Tests.Kind kind) {
    for (long seed = FIRST; seed < FIRST + DOCUMENTS; seed++) {
      String text = text(kind, new RandomClientFile(new SplittableRandom(seed)));
      Optional<ClientFile> file = file(kind, text);
      if (file.isEmpty()) {
        continue;
      }
      Map<String, Wrapping.How> wishes = Files4Tests.wishes(file.get());
      for (ClientFile.Listed each : file.get().servers()) {
        if (!(each.server() instanceof Server.Daemon)) {
          wishes.remove(each.id());
        }
      }
      String after = file.get().wrap(wishes);
      ClientFile installed = Files4Tests.again(after, kind);
      assertThat(installed.unwrap(Files4Tests.ids(installed), Optional.empty()))
          .as("seed %d\n%s", seed, text)
          .isEqualTo(after);
    }
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName("of several, some come back and the others stay wrapped; then those too")
  void some(Files4Tests.Kind kind) {
    for (long seed = FIRST; seed < FIRST + DOCUMENTS; seed++) {
      RandomGenerator random = new SplittableRandom(seed);
      String text = text(kind, new RandomClientFile(random));
      Optional<ClientFile> file = file(kind, text);
      if (file.isEmpty()) {
        continue;
      }
      ClientFile installed = Files4Tests.again(Files4Tests.wrapAll(file.get()), kind);
      List<String> ids = new ArrayList<>(Files4Tests.ids(installed));
      ids.removeIf(id -> random.nextBoolean());
      String part = installed.unwrap(ids, Optional.of(text));
      ClientFile left = Files4Tests.again(part, kind);
      for (ClientFile.Listed each : left.servers()) {
        if (ids.contains(each.id())) {
          assertThat(each.server()).isNotInstanceOf(Server.Wrapped.class);
        }
      }
      assertThat(left.unwrap(Files4Tests.ids(left), Optional.of(text)))
          .as("seed %d", seed)
          .isEqualTo(text);
    }
  }

  @ParameterizedTest
  @EnumSource(Files4Tests.Kind.class)
  @DisplayName("an edit elsewhere stays, and the entries come back byte for byte all the same")
  void editedElsewhere(Files4Tests.Kind kind) {
    String comment = kind.format() == Format.JSON ? "// mine\n" : "# mine\n";
    for (long seed = FIRST; seed < FIRST + DOCUMENTS; seed++) {
      String text = text(kind, new RandomClientFile(new SplittableRandom(seed)));
      Optional<ClientFile> file = file(kind, text);
      if (file.isEmpty() || text.startsWith("\uFEFF")) {
        continue;
      }
      // the file's first line end is the pattern for new ones
      boolean first = text.contains("\r\n");
      String edit = first ? comment.replace("\n", "\r\n") : comment;
      String edited = edit + Files4Tests.wrapAll(file.get());
      ClientFile installed = Files4Tests.again(edited, kind);
      assertThat(installed.unwrap(Files4Tests.ids(installed), Optional.of(text)))
          .as("seed %d\n%s", seed, edited)
          .isEqualTo(edit + text);
    }
  }
}
