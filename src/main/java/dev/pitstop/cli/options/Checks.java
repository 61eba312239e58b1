package dev.pitstop.cli.options;

import dev.pitstop.config.Fits;
import dev.pitstop.config.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// Command lines whose options are valid one by one and make no sense together.
public final class Checks {
  private Checks() {}

  /// Reads the file system only if an option names a directory, or a word may be a program.
  ///
  /// @throws UsageException with the mistake
  public static void of(Options o) throws UsageException {
    directory(o);
    if (o.isUrl() && o.cli()) {
      throw new UsageException(
          "`pitstop cli` runs a program; for a URL use `pitstop " + o.command().getFirst() + "`");
    }
    if (o.isUrl() && o.has("url")) {
      throw new UsageException(
          "--url goes with the command that serves it; if others run the server, use `pitstop "
              + o.command().getFirst()
              + "`");
    }
    if (o.isUrl() && o.command().size() > 1) {
      throw new UsageException("unexpected word `" + o.command().get(1) + "` after the URL");
    }
    fit(o, o.cli() ? Fits.CLI : o.isUrl() ? Fits.URL : o.has("url") ? Fits.SERVED : Fits.PROGRAM);
    if (!o.isUrl() && o.command().size() == 1) {
      oneWord(o, o.command().getFirst());
    }
  }

  /// Options of another kind of session.
  ///
  /// @param kind of this session
  public static void fit(Options o, Fits kind) throws UsageException {
    for (Setting given : o.given()) {
      if (!given.fits().contains(kind)) {
        throw new UsageException(
            given.name() + why(given.fits(), kind).replace("{}", given.name()));
      }
    }
  }

  /// Settings of sessions, for a command that starts a server once.
  ///
  /// @param command its word
  public static void once(Options o, String command) throws UsageException {
    for (Setting given : o.given()) {
      if (!given.fits().contains(Fits.ONCE)) {
        throw new UsageException(
            given.name() + " is for sessions, not for `pitstop " + command + "`");
      }
    }
  }

  /// What a setting is for that is not for this kind.
  private static String why(Set<Fits> fits, Fits kind) {
    if (kind == Fits.MANY) {
      return " is for one server: put it in the server's entry of the configuration file, or name"
          + " COMMAND behind `--`";
    } else if (fits.contains(Fits.MANY) && !fits.contains(Fits.PROGRAM)) {
      return " is for many servers: leave out COMMAND; the file lists the servers";
    } else if (fits.contains(Fits.CLI) && !fits.contains(Fits.PROGRAM)) {
      return " is for a command-line program: pitstop cli {} … -- COMMAND";
    } else if (fits.contains(Fits.URL) && !fits.contains(Fits.PROGRAM)) {
      return " is for a server behind a URL: pitstop {} … http://…";
    }
    return kind == Fits.CLI
        ? " is for a server that keeps running; `pitstop cli` starts a process for each call"
        : " is for a server that Pitstop starts and stops, not for a URL";
  }

  /// A command line in one word, which only a shell splits, and `localhost:8080/mcp`, which is most
  /// likely a URL.
  private static void oneWord(Options o, String word) throws UsageException {
    boolean line = word.strip().indexOf(' ') > 0;
    boolean port = word.matches("[^:]{2,}:[0-9].*");
    if (!(line || port) || ServerOptions.isProgram(o, word)) {
      return;
    }
    String[] words = word.strip().split(" +", -1);
    throw new UsageException(
        line
            ? "there is no program `%s`; write each word separately: `pitstop -- %s`, in JSON \"%s\""
                .formatted(word, String.join(" ", words), String.join("\", \"", words))
            : "there is no program `" + word + "`; for a URL use `pitstop http://" + word + "`");
  }

  private static void directory(Options o) throws UsageException {
    Optional<String> given = o.one("cwd");
    if (given.isPresent()) {
      Path cwd = ServerOptions.directory(o);
      if (!Files.isDirectory(cwd)) {
        String problem = Files.exists(cwd) ? " is not a directory" : " does not exist";
        throw new UsageException("--cwd: " + Path.of(given.get()) + problem);
      }
    }
  }
}
