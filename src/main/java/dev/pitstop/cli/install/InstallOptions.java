package dev.pitstop.cli.install;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.install.Client;
import dev.pitstop.process.Surroundings;
import dev.pitstop.project.Guess;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command line of `pitstop install` or `pitstop uninstall`.
///
/// @param client empty with `--file`, and if no client is given
/// @param file of `--file`
/// @param servers only these; empty for all
/// @param reload `--build` and `--watch` for the one server that is named, by name without dashes
/// @param command the words that start Pitstop; empty for the path it was called by
public record InstallOptions(
    Options given,
    Optional<Client> client,
    Optional<Path> file,
    List<String> servers,
    Map<String, List<String>> reload,
    List<String> command) {

  /// @param words after `install` or `uninstall`
  /// @param here where they were given
  public static InstallOptions parse(Verb verb, List<String> words, Surroundings here)
      throws UsageException {
    Options given = verb.parse(words, here);
    Optional<Path> file = file(given);
    List<String> plain = given.command();
    boolean named = file.isEmpty() && !plain.isEmpty();
    List<String> servers = named ? plain.subList(1, plain.size()) : plain;
    Optional<Client> client = named ? Optional.of(client(plain.getFirst())) : Optional.empty();
    if (file.isPresent() && given.has("user")) {
      throw new UsageException("--file names the file: leave out --user");
    }
    if ((given.has("build") || given.has("watch")) && servers.size() != 1) {
      throw new UsageException("--build and --watch are for one server: name the server");
    }
    return new InstallOptions(
        given,
        client,
        file,
        servers,
        Guess.values(given.one("build"), given.all("watch")),
        given.one("command").map(c -> List.of(c.strip().split("\\s+"))).orElse(List.of()));
  }

  private static Optional<Path> file(Options given) throws UsageException {
    Optional<String> name = given.one("file");
    try {
      return name.map(Path::of);
    } catch (InvalidPathException e) {
      throw new UsageException("--file: " + name.orElse("") + " is not a valid file name");
    }
  }

  boolean has(String option) {
    return given.has(option);
  }

  private static Client client(String name) throws UsageException {
    return Client.of(name)
        .orElseThrow(() ->
            new UsageException(
                "there is no client `%s`%s"
                    .formatted(
                        name,
                        Nearest.question(name, Client.ids(), "`%s`")
                            .orElse(
                                ": use one of "
                                    + String.join(", ", Client.ids())
                                    + ", or --file FILE"))));
  }
}
