package dev.pitstop.cli.options;

import dev.pitstop.config.Fits;
import dev.pitstop.config.Setting;
import dev.pitstop.config.SettingGroup;
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
    if (o.cli()) {
      tools(o);
    }
    if (o.has("url")) {
      served(o);
    }
    fit(o, o.cli() ? Fits.CLI : o.isUrl() ? Fits.URL : o.has("url") ? Fits.SERVED : Fits.PROGRAM);
    if (o.isUrl()) {
      daemon(o);
    } else {
      withoutScheme(o);
      oneWord(o);
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
      return " is for one server: put it in the server's entry of the configuration file, or use"
          + " `pitstop {} … -- COMMAND`";
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

  /// `"python3 x.py"`: a command line in one word, which only a shell splits.
  private static void oneWord(Options o) throws UsageException {
    String word = o.command().getFirst();
    if (o.command().size() == 1
        && word.strip().indexOf(' ') > 0
        && !ServerOptions.isProgram(o, word)) {
      String[] words = word.strip().split(" +", -1);
      throw new UsageException(
          "there is no program `%s`; write each word separately: `pitstop -- %s`, in JSON \"%s\""
              .formatted(word, String.join(" ", words), String.join("\", \"", words)));
    }
  }

  /// Options of `pitstop doctor` in a session.
  public static void notOfDoctor(Options o) throws UsageException {
    for (Setting given : o.given()) {
      if (given.group() == SettingGroup.DOCTOR) {
        throw new UsageException(
            "%1$s is for `pitstop doctor`: pitstop doctor %1$s … -- COMMAND"
                .formatted(given.name()));
      }
    }
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

  /// `localhost:8080/mcp` is most likely a URL.
  private static void withoutScheme(Options o) throws UsageException {
    String word = o.command().getFirst();
    int colon = word.indexOf(':');
    boolean port =
        colon > 1 && colon + 1 < word.length() && Character.isDigit(word.charAt(colon + 1));
    if (port && o.command().size() == 1 && !ServerOptions.isProgram(o, word)) {
      throw new UsageException(
          "there is no program `" + word + "`; for a URL use `pitstop http://" + word + "`");
    }
  }

  /// What makes no sense with a URL.
  private static void daemon(Options o) throws UsageException {
    if (o.command().size() > 1) {
      throw new UsageException("unexpected word `" + o.command().get(1) + "` after the URL");
    }
  }

  /// What makes no sense with a command-line program: it does not run between calls.
  private static void tools(Options o) throws UsageException {
    if (o.isUrl()) {
      throw new UsageException(
          "`pitstop cli` runs a program; for a URL use `pitstop " + o.command().getFirst() + "`");
    }
  }

  /// What makes no sense with a command that serves HTTP.
  private static void served(Options o) throws UsageException {
    if (o.isUrl()) {
      throw new UsageException(
          "--url goes with the command that serves it; if others run the server, use `pitstop "
              + o.command().getFirst()
              + "`");
    }
  }
}
