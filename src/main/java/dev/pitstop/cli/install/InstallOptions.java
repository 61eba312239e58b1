package dev.pitstop.cli.install;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.cli.options.InstallTable;
import dev.pitstop.cli.options.OptionRow;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.install.Client;
import dev.pitstop.textedit.Format;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The command lines of `pitstop install` and `pitstop uninstall`.
///
/// @param client empty with `--file`, and if no client is given
/// @param servers only these; empty for all
/// @param user whether to use the user's file
/// @param project whether to use the project's file; if neither is set, the project's file if there
///   is one
/// @param yes whether to ask nothing; without effect in `uninstall`, which never asks
/// @param settings whether to write the client's own settings that help without asking
/// @param build for the one server that is named
/// @param command the words that start Pitstop; empty for the path it was called by
public record InstallOptions(
    Optional<Client> client,
    List<String> servers,
    Optional<Path> file,
    boolean user,
    boolean project,
    boolean print,
    boolean yes,
    boolean settings,
    boolean guess,
    boolean help,
    Optional<String> build,
    List<String> watch,
    List<String> command) {

  /// @param words after `install` or `uninstall`
  public static InstallOptions parse(String verb, List<String> words) throws UsageException {
    List<OptionRow> rows = InstallTable.rows(verb);
    List<String> known = rows.stream().map(r -> "--" + r.name()).toList();
    List<String> given = new ArrayList<>();
    List<String> plain = new ArrayList<>();
    List<String> watch = new ArrayList<>();
    List<String> command = List.of();
    Optional<Path> file = Optional.empty();
    Optional<String> build = Optional.empty();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      String name = equals < 0 ? word : word.substring(0, equals);
      if (!word.startsWith("-")) {
        plain.add(word);
        continue;
      }
      boolean letter = name.equals("-h") || name.equals("-y");
      if (!letter && !known.contains(name)) {
        throw unknown(verb, name, known);
      }
      if (letter || rows.get(known.indexOf(name)).value().isEmpty()) {
        if (equals >= 0) {
          throw new UsageException(name + " takes no value");
        }
        given.add(name);
        continue;
      }
      if (equals < 0 && i + 1 == words.size()) {
        throw new UsageException(name + " needs a value");
      }
      String value = equals < 0 ? words.get(++i) : word.substring(equals + 1);
      if (value.isBlank()) {
        throw new UsageException(name + ": must not be empty");
      }
      switch (name) {
        case "--file" -> file = Optional.of(path(value));
        case "--build" -> build = Optional.of(value);
        case "--command" -> command = List.of(value.strip().split("\\s+"));
        default -> watch.add(value);
      }
    }
    return new InstallOptions(
            file.isPresent() || plain.isEmpty() ? Optional.empty() : Optional.of(client(plain)),
            file.isPresent() || plain.isEmpty() ? plain : plain.subList(1, plain.size()),
            file,
            given.contains("--user"),
            given.contains("--project"),
            given.contains("--print"),
            given.contains("--yes") || given.contains("-y"),
            given.contains("--settings"),
            !given.contains("--no-guess"),
            given.contains("--help") || given.contains("-h"),
            build,
            List.copyOf(watch),
            command)
        .checked();
  }

  private InstallOptions checked() throws UsageException {
    if (user && project) {
      throw new UsageException("use either --user or --project");
    }
    if (file.isPresent() && (user || project)) {
      throw new UsageException("--file names the file: leave out --user and --project");
    }
    if ((build.isPresent() || !watch.isEmpty()) && servers.size() != 1) {
      throw new UsageException("--build and --watch are for one server: name the server");
    }
    if (project && client.isPresent() && client.get().project(Path.of("")).isEmpty()) {
      throw new UsageException(
          client.get().title() + " has no project file: leave out --project");
    }
    return this;
  }

  private static Client client(List<String> plain) throws UsageException {
    String name = plain.getFirst();
    Optional<Client> client = Client.of(name);
    if (client.isPresent()) {
      return client.get();
    }
    List<String> near = Nearest.names(name, Client.ids(), 1);
    throw new UsageException(
        "there is no client `"
            + name
            + "`"
            + (near.isEmpty() ? "" : "; did you mean `" + near.getFirst() + "`?")
            + (near.isEmpty()
                ? ": use one of " + String.join(", ", Client.ids()) + ", or --file FILE"
                : ""));
  }

  private static UsageException unknown(String verb, String name, List<String> known) {
    List<String> near = Nearest.names(name, known, 1);
    return new UsageException(
        "`pitstop "
            + verb
            + "` has no option "
            + name
            + (near.isEmpty() ? "" : "; did you mean " + near.getFirst() + "?"));
  }

  private static Path path(String value) throws UsageException {
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new UsageException("--file: " + value + " is not a valid file name");
    }
  }

  /// The format of a file, by its name.
  static Format format(Path file) {
    return file.toString().endsWith(".toml") ? Format.TOML : Format.JSON;
  }
}
