package dev.pitstop.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.textedit.Document;
import dev.pitstop.textedit.Format;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What tests of clients' files have in common.
final class Files4Tests {
  static final List<String> LAUNCHER = List.of("/opt/pit stop/pitstop");
  static final List<String> OPTIONS =
      List.of("--build", "make \"x\" && é", "--watch", "src/**/*.{ts,js}");

  private Files4Tests() {}

  /// Reads a command line as Pitstop does, as far as these tests go.
  static Optional<CommandLines.Line> lines(List<String> words) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    int i = 0;
    while (i < words.size() && words.get(i).startsWith("--") && !words.get(i).equals("--")) {
      if (words.get(i).equals("--newer")) {
        return Optional.empty();
      }
      values
          .computeIfAbsent(words.get(i).substring(2), n -> new ArrayList<>())
          .add(words.get(i + 1));
      i += 2;
    }
    boolean separated = i < words.size() && words.get(i).equals("--");
    List<String> command = words.subList(separated ? i + 1 : i, words.size());
    boolean ours = !separated && !command.isEmpty() && command.getFirst().equals("demo");
    return Optional.of(new CommandLines.Line(values, command, !command.isEmpty() && !ours));
  }

  static ClientFile json(String text) {
    return read(text, Format.JSON, Client.containers(Format.JSON));
  }

  static ClientFile toml(String text) {
    return read(text, Format.TOML, Client.containers(Format.TOML));
  }

  static ClientFile read(String text, Format format, List<List<String>> containers) {
    Document.Read read = Document.read(text, format, containers);
    assertThat(read).as(text).isInstanceOf(Document.Read.Good.class);
    return file(((Document.Read.Good) read).document());
  }

  static ClientFile file(Document document) {
    return new ClientFile(document, Files4Tests::lines);
  }

  /// The ways in which clients write their servers.
  enum Kind {
    JSON(Format.JSON, Client.containers(Format.JSON)),
    TOML(Format.TOML, Client.containers(Format.TOML)),
    OPENCODE(Format.JSON, Client.OPENCODE.containers(List.of()));

    private final Format format;
    private final List<List<String>> containers;

    Kind(Format format, List<List<String>> containers) {
      this.format = format;
      this.containers = containers;
    }

    Format format() {
      return format;
    }

    List<List<String>> containers() {
      return containers;
    }
  }

  static ClientFile again(String text, Kind kind) {
    return read(text, kind.format(), kind.containers());
  }

  /// All that can be wrapped, with options for every second one.
  static Map<String, Wrapping.How> wishes(ClientFile file) {
    Map<String, Wrapping.How> wishes = new LinkedHashMap<>();
    for (ClientFile.Listed each : file.servers()) {
      boolean plain = wishes.size() % 2 == 0;
      switch (each.server()) {
        case Server.Program p -> {
          List<String> words = new ArrayList<>(plain ? List.of() : OPTIONS);
          words.add("--");
          wishes.put(each.id(), new Wrapping.How(LAUNCHER, words));
        }
        case Server.Daemon d -> wishes.put(each.id(), new Wrapping.How(LAUNCHER, List.of()));
        case Server.Wrapped w -> {}
        case Server.Other other -> {}
      }
    }
    return wishes;
  }

  static String wrapAll(ClientFile file) {
    return file.wrap(wishes(file));
  }

  static List<String> ids(ClientFile file) {
    return file.servers().stream().map(ClientFile.Listed::id).toList();
  }

  static Server server(ClientFile file, String name) {
    return file.servers().stream()
        .filter(s -> s.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no server " + name))
        .server();
  }
}
