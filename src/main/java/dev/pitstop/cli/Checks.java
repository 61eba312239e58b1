package dev.pitstop.cli;

import dev.pitstop.process.Command;
import dev.pitstop.process.Program;
import dev.pitstop.process.ProgramFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Command lines whose parts are right one by one, and from which no session could come (O1).
final class Checks {
  /// Options of `pitstop doctor` alone.
  static final List<String> OF_DOCTOR = List.of("as", "json");

  private Checks() {}

  /// Looks at the file system only where a directory was named, or a word may be a program.
  ///
  /// @throws Options.UsageException saying what is wrong
  static void of(Options o) throws Options.UsageException {
    notEmpty(o);
    directory(o);
    for (String many : new String[] {"config", "list-wait"}) {
      if (o.has(many)) {
        throw new Options.UsageException(
            "--" + many + " is for many servers, which their file lists: there is no COMMAND then");
      }
    }
    if (o.begins("mux") && !isProgram(o, "mux")) {
      throw new Options.UsageException(
          "`pitstop mux` takes its servers from a file: say --config FILE; for a program of that name"
              + " say `pitstop -- mux`");
    }
    if (o.cli()) {
      tools(o);
    } else {
      for (String option : CliTools.ITS_OWN) {
        if (o.has(option)) {
          throw new Options.UsageException(
              "--"
                  + option
                  + " is for a command-line program: pitstop cli --"
                  + option
                  + " … -- COMMAND");
        }
      }
    }
    if (isUrl(o.command().getFirst())) {
      daemon(o);
    } else {
      withoutScheme(o);
      oneWord(o);
      mistyped(o);
      for (String option : new String[] {"header", "bearer-env", "start", "restart"}) {
        if (o.has(option)) {
          throw new Options.UsageException(
              "--" + option + " is for a server behind a URL: pitstop --" + option + " … http://…");
        }
      }
    }
    boolean watches = o.has("watch");
    if (watches && onlyExcludes(o.all("watch"))) {
      throw new Options.UsageException("--watch: only excludes; say what to watch");
    }
    if (o.one("on-crash", "respawn").equals("report")
        && !watches
        && !Proxy.tools(o).test("recompile")) {
      throw new Options.UsageException(
          "--on-crash report needs `recompile` among --tools, or --watch");
    }
  }

  /// Commands that would do nothing, and nobody would see why.
  private static void notEmpty(Options o) throws Options.UsageException {
    for (String option : new String[] {"build", "start", "restart", "log-file", "cwd"}) {
      if (o.has(option) && o.one(option, "").isBlank()) {
        throw new Options.UsageException("--" + option + ": must not be empty");
      }
    }
  }

  /// `"python3 x.py"`: a command line in one word, as shells take it and nobody else.
  private static void oneWord(Options o) throws Options.UsageException {
    String word = o.command().getFirst();
    if (o.command().size() == 1 && word.strip().indexOf(' ') > 0 && !isProgram(o, word)) {
      String[] words = word.strip().split(" +", -1);
      throw new Options.UsageException(
          "there is no program `"
              + word
              + "`; each word stands for itself: `pitstop -- "
              + String.join(" ", words)
              + "`, in JSON \""
              + String.join("\", \"", words)
              + "\"");
    }
  }

  /// What only `pitstop doctor` understands.
  static void notOfDoctor(Options o) throws Options.UsageException {
    for (String option : OF_DOCTOR) {
      if (o.has(option)) {
        throw new Options.UsageException(
            "--"
                + option
                + " is for `pitstop doctor`: pitstop doctor --"
                + option
                + " … -- COMMAND");
      }
    }
  }

  private static void mistyped(Options o) throws Options.UsageException {
    Optional<String> meant = o.nearlyOurs();
    String word = o.command().getFirst();
    if (meant.isPresent() && !isProgram(o, word)) {
      throw new Options.UsageException(
          "there is no program `" + word + "`; did you mean `pitstop " + meant.get() + "`?");
    }
  }

  private static void directory(Options o) throws Options.UsageException {
    if (o.has("cwd")) {
      Path cwd = Path.of(o.one("cwd", ""));
      if (!Files.isDirectory(cwd)) {
        String problem = Files.exists(cwd) ? " is not a directory" : " does not exist";
        throw new Options.UsageException("--cwd: " + cwd + problem);
      }
    }
  }

  /// `localhost:8080/mcp` is no program, and most likely a URL.
  private static void withoutScheme(Options o) throws Options.UsageException {
    String word = o.command().getFirst();
    int colon = word.indexOf(':');
    boolean port =
        colon > 1 && colon + 1 < word.length() && Character.isDigit(word.charAt(colon + 1));
    if (port && o.command().size() == 1 && !isProgram(o, word)) {
      throw new Options.UsageException(
          "`" + word + "` is no program; for a daemon say `pitstop http://" + word + "`");
    }
  }

  /// What a daemon has no use for.
  private static void daemon(Options o) throws Options.UsageException {
    if (o.command().size() > 1) {
      throw new Options.UsageException(
          "a URL stands alone: `" + o.command().get(1) + "` is too much");
    }
    for (String option : new String[] {"binary", "order", "on-crash", "stop-timeout"}) {
      if (o.has(option)) {
        throw new Options.UsageException(
            "--" + option + " is for a server that Pitstop starts and stops, not for a URL");
      }
    }
  }

  /// What a command-line program has no use for: nothing of it runs between calls.
  private static void tools(Options o) throws Options.UsageException {
    if (isUrl(o.command().getFirst())) {
      throw new Options.UsageException(
          "`pitstop cli` runs a program; for a daemon say `pitstop "
              + o.command().getFirst()
              + "`");
    }
    for (String option : new String[] {"order", "on-crash", "replay", "drain-timeout"}) {
      if (o.has(option)) {
        throw new Options.UsageException(
            "--" + option + " is for a server that runs; each call of `pitstop cli` is a process");
      }
    }
  }

  private static boolean onlyExcludes(List<String> globs) {
    for (String glob : globs) {
      if (!glob.startsWith("!")) {
        return false;
      }
    }
    return true;
  }

  /// Whether there is a program of this name where the command would be looked for.
  static boolean isProgram(Options o, String word) throws Options.UsageException {
    Path directory = Path.of(o.one("cwd", "")).toAbsolutePath();
    Map<String, String> env = Proxy.environment(o);
    return Files.exists(directory.resolve(word))
        || ProgramFile.of(new Command(List.of(word), env, directory)) instanceof Program.Own;
  }

  /// Whether it is a URL and no command.
  static boolean isUrl(String word) {
    return word.regionMatches(true, 0, "http://", 0, 7)
        || word.regionMatches(true, 0, "https://", 0, 8);
  }
}
