package dev.pitstop.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// U3: for any document in any format, what was wrapped comes back.
class InstallPropertyTest {
  private static final int DOCUMENTS = Rounds.of(800);

  private static String text(Format format, RandomClientFile made) {
    return format == Format.JSON ? made.json() : made.toml();
  }

  /// A document that the readers understand: of TOML, a made one may name a key twice.
  private static Optional<ClientFile> file(Format format, String text) {
    ClientFile.Read read =
        ClientFile.read(text, format, Client.containers(format), UrlForm.USUAL, Files4Tests::lines);
    boolean good = read instanceof ClientFile.Read.Good;
    if (format == Format.JSON) {
      assertThat(good).as(text).isTrue();
    }
    return good ? Optional.of(((ClientFile.Read.Good) read).file()) : Optional.empty();
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  @DisplayName("U3: uninstall(install(x)) = x, and install is idempotent")
  void wayBack(Format format) {
    int wrapped = 0;
    for (long seed = 0; seed < DOCUMENTS; seed++) {
      String text = text(format, new RandomClientFile(new SplittableRandom(seed)));
      Optional<ClientFile> file = file(format, text);
      if (file.isEmpty()) {
        continue;
      }
      Map<String, Wrapping.How> wishes = Files4Tests.wishes(file.get());
      String after = file.get().wrap(wishes);
      ClientFile installed = Files4Tests.again(after, format);

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

  @ParameterizedTest
  @EnumSource(Format.class)
  @DisplayName("U3: what is behind Pitstop is what was configured: the same words, the same URL")
  void sameCommand(Format format) {
    for (long seed = 0; seed < DOCUMENTS; seed++) {
      String text = text(format, new RandomClientFile(new SplittableRandom(seed)));
      Optional<ClientFile> file = file(format, text);
      if (file.isEmpty()) {
        continue;
      }
      ClientFile installed = Files4Tests.again(Files4Tests.wrapAll(file.get()), format);
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
  @EnumSource(Format.class)
  @DisplayName("U3: programs come back byte for byte even without the backup")
  void withoutBackup(Format format) {
    for (long seed = 0; seed < DOCUMENTS; seed++) {
      String text = text(format, new RandomClientFile(new SplittableRandom(seed)).withoutUrls());
      Optional<ClientFile> file = file(format, text);
      if (file.isEmpty()) {
        continue;
      }
      String after = Files4Tests.wrapAll(file.get());
      ClientFile installed = Files4Tests.again(after, format);
      assertThat(installed.unwrap(Files4Tests.ids(installed), Optional.empty()))
          .as("seed %d\n%s", seed, after)
          .isEqualTo(text);
    }
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  @DisplayName("U3: URLs come back without the backup with the same address and headers")
  void urlsWithoutBackup(Format format) {
    for (long seed = 0; seed < DOCUMENTS; seed++) {
      String text = text(format, new RandomClientFile(new SplittableRandom(seed)));
      Optional<ClientFile> file = file(format, text);
      if (file.isEmpty()) {
        continue;
      }
      ClientFile installed = Files4Tests.again(Files4Tests.wrapAll(file.get()), format);
      String back = installed.unwrap(Files4Tests.ids(installed), Optional.empty());
      ClientFile again = Files4Tests.again(back, format);
      for (int i = 0; i < again.servers().size(); i++) {
        if (file.get().servers().get(i).server() instanceof Server.Daemon before) {
          assertThat(again.servers().get(i).server())
              .as("seed %d\n%s\n%s", seed, text, back)
              .isInstanceOfSatisfying(
                  Server.Daemon.class,
                  d -> {
                    assertThat(d.url()).isEqualTo(before.url());
                    assertThat(d.options()).containsExactlyInAnyOrderElementsOf(before.options());
                  });
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  @DisplayName("U3: of several, some come back and the others stay wrapped; then those too")
  void some(Format format) {
    for (long seed = 0; seed < DOCUMENTS; seed++) {
      RandomGenerator random = new SplittableRandom(seed);
      String text = text(format, new RandomClientFile(random));
      Optional<ClientFile> file = file(format, text);
      if (file.isEmpty()) {
        continue;
      }
      ClientFile installed = Files4Tests.again(Files4Tests.wrapAll(file.get()), format);
      List<String> ids = new ArrayList<>(Files4Tests.ids(installed));
      ids.removeIf(id -> random.nextBoolean());
      String part = installed.unwrap(ids, Optional.of(text));
      ClientFile left = Files4Tests.again(part, format);
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
  @EnumSource(Format.class)
  @DisplayName("U3: an edit elsewhere stays, and what was wrapped comes back all the same")
  void editedElsewhere(Format format) {
    String comment = format == Format.JSON ? "// mine\n" : "# mine\n";
    for (long seed = 0; seed < DOCUMENTS; seed++) {
      RandomClientFile made = new RandomClientFile(new SplittableRandom(seed));
      String text = text(format, format == Format.JSON ? made : made.withoutUrls());
      Optional<ClientFile> file = file(format, text);
      if (file.isEmpty() || text.startsWith("\uFEFF")) {
        continue;
      }
      // the file's first line end is the pattern for new ones
      boolean first = text.contains("\r\n");
      String edit = first ? comment.replace("\n", "\r\n") : comment;
      String edited = edit + Files4Tests.wrapAll(file.get());
      ClientFile installed = Files4Tests.again(edited, format);
      assertThat(installed.unwrap(Files4Tests.ids(installed), Optional.of(text)))
          .as("seed %d\n%s", seed, edited)
          .isEqualTo(edit + text);
    }
  }
}
