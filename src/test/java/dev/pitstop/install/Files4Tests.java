package dev.pitstop.install;

import dev.pitstop.textedit.Format;
import dev.pitstop.textedit.Mistake;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What tests of clients' files have in common.
final class Files4Tests {
  static final List<String> LAUNCHER = List.of("/opt/pit stop/pitstop");
  static final List<String> OPTIONS =
      List.of("--build", "make \"x\" && é", "--watch", "src/**/*.{ts,js}");

  private Files4Tests() {}

  static ClientFile json(String text) {
    return read(text, Format.JSON, Client.containers(Path.of("x.json")));
  }

  static ClientFile toml(String text) {
    return read(text, Format.TOML, Client.containers(Path.of("x.toml")));
  }

  static ClientFile read(String text, Format format, List<List<String>> containers) {
    try {
      return ClientFile.read(text, format, containers);
    } catch (Mistake m) {
      throw new AssertionError(m.message() + "\n" + text, m);
    }
  }

  /// The ways in which clients write their servers.
  enum Kind {
    JSON(Format.JSON, Client.containers(Path.of("x.json"))),
    TOML(Format.TOML, Client.containers(Path.of("x.toml"))),
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
  static Map<List<String>, Wrapping.How> wishes(ClientFile file) {
    Map<List<String>, Wrapping.How> wishes = new LinkedHashMap<>();
    for (ClientFile.Listed each : file.servers()) {
      boolean plain = wishes.size() % 2 == 0;
      switch (each.server()) {
        case Server.Program p -> {
          List<String> words = new ArrayList<>(plain ? List.of() : OPTIONS);
          words.add("--");
          wishes.put(each.path(), new Wrapping.How(LAUNCHER, words));
        }
        case Server.Daemon d -> wishes.put(each.path(), new Wrapping.How(LAUNCHER, List.of()));
        case Server.Wrapped w -> {}
        case Server.Other other -> {}
      }
    }
    return wishes;
  }

  static String wrapAll(ClientFile file) {
    return file.wrap(wishes(file)).text();
  }

  static List<List<String>> paths(ClientFile file) {
    return file.servers().stream().map(ClientFile.Listed::path).toList();
  }

  static Server server(ClientFile file, String name) {
    return file.servers().stream()
        .filter(s -> s.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no server " + name))
        .server();
  }
}
