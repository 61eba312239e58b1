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
/// @param servers only these; empty for all
/// @param given the options; of one that was repeated the last value counts
public record InstallOptions(Optional<Client> client, List<String> servers, Options given) {

  /// @param words after `install` or `uninstall`
  /// @param here where they were given
  public static InstallOptions parse(Verb verb, List<String> words, Surroundings here)
      throws UsageException {
    Options read = verb.parse(words, here);
    List<String> plain = read.command();
    boolean named = !read.has("file") && !plain.isEmpty();
    InstallOptions options =
        new InstallOptions(
            named ? Optional.of(client(plain.getFirst())) : Optional.empty(),
            named ? plain.subList(1, plain.size()) : plain,
            new Options(read.values(), List.of(), false, false, here));
    options.check();
    return options;
  }

  private void check() throws UsageException {
    if (has("file")) {
      try {
        file();
      } catch (InvalidPathException e) {
        throw new UsageException(
            "--file: " + given.all("file").getLast() + " is not a valid file name");
      }
      if (has("user")) {
        throw new UsageException("--file names the file: leave out --user");
      }
    }
    if ((has("build") || has("watch")) && servers.size() != 1) {
      throw new UsageException("--build and --watch are for one server: name the server");
    }
  }

  private Optional<String> last(String option) {
    return has(option) ? Optional.of(given.all(option).getLast()) : Optional.empty();
  }

  Optional<Path> file() {
    return last("file").map(Path::of);
  }

  boolean has(String option) {
    return given.has(option);
  }

  /// `--build` and `--watch` for the one server that is named, by name without dashes.
  Map<String, List<String>> reload() {
    return Guess.values(last("build"), given.all("watch"));
  }

  /// The words that start Pitstop; empty for the path it was called by.
  List<String> command() {
    return last("command").map(c -> List.of(c.strip().split("\\s+"))).orElse(List.of());
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
