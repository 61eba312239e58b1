package dev.pitstop.cli;

import dev.pitstop.process.Command;
import dev.pitstop.project.ProgramFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Command lines whose options are valid one by one and make no sense together (O1).
final class Checks {
  /// Options that need a server that Pitstop starts and stops.
  static final List<String> NOT_OF_A_URL = List.of("binary", "order", "on-crash", "stop-timeout");

  /// Options that need a server that keeps running between calls.
  static final List<String> NOT_OF_CLI = List.of("order", "on-crash", "replay", "drain-timeout");

  private Checks() {}

  /// Reads the file system only if an option names a directory, or a word may be a program.
  ///
  /// @throws Options.UsageException with the mistake
  static void of(Options o) throws Options.UsageException {
    notEmpty(o);
    directory(o);
    boolean url = isUrl(o.command().getFirst());
    for (String option : o.values().keySet()) {
      ofItsKind(option, o.cli(), url);
    }
    if (o.begins("mux") && !isProgram(o, "mux")) {
      throw new Options.UsageException(
          "`pitstop mux` takes its servers from a file: use --config FILE; for a program of that"
              + " name use `pitstop -- mux`");
    }
    if (o.cli()) {
      tools(o);
    }
    if (url) {
      daemon(o);
    } else {
      withoutScheme(o);
      oneWord(o);
    }
    boolean watches = o.has("watch");
    if (watches && onlyExcludes(o.all("watch"))) {
      throw new Options.UsageException("--watch: all globs are exclusions; add a glob to watch");
    }
    if (o.one("on-crash", "respawn").equals("report")
        && !watches
        && !Proxy.tools(o).test("recompile")) {
      throw new Options.UsageException(
          "--on-crash report needs a way to reload: `recompile` in --tools, or --watch");
    }
  }

  /// An option of another kind of session.
  private static void ofItsKind(String option, boolean cli, boolean url)
      throws Options.UsageException {
    OptionGroup group = group(option);
    if (group == OptionGroup.MANY) {
      throw new Options.UsageException(
          "--" + option + " is for many servers: leave out COMMAND; the file lists the servers");
    }
    if (group == OptionGroup.CLI && !cli) {
      throw new Options.UsageException(
          "--"
              + option
              + " is for a command-line program: pitstop cli --"
              + option
              + " … -- COMMAND");
    }
    if (group == OptionGroup.URL && !url) {
      throw new Options.UsageException(
          "--" + option + " is for a server behind a URL: pitstop --" + option + " … http://…");
    }
  }

  private static OptionGroup group(String option) {
    return OptionTable.row(option).orElseThrow().group();
  }

  /// Empty commands, which would do nothing without a message.
  private static void notEmpty(Options o) throws Options.UsageException {
    for (String option : new String[] {"build", "start", "restart", "log-file", "cwd"}) {
      if (o.has(option) && o.one(option, "").isBlank()) {
        throw new Options.UsageException("--" + option + ": must not be empty");
      }
    }
  }

  /// `"python3 x.py"`: a command line in one word, which only a shell splits.
  private static void oneWord(Options o) throws Options.UsageException {
    String word = o.command().getFirst();
    if (o.command().size() == 1 && word.strip().indexOf(' ') > 0 && !isProgram(o, word)) {
      String[] words = word.strip().split(" +", -1);
      throw new Options.UsageException(
          "there is no program `"
              + word
              + "`; write each word separately: `pitstop -- "
              + String.join(" ", words)
              + "`, in JSON \""
              + String.join("\", \"", words)
              + "\"");
    }
  }

  /// Options of `pitstop doctor` in a session.
  static void notOfDoctor(Options o) throws Options.UsageException {
    for (String option : o.values().keySet()) {
      if (group(option) == OptionGroup.DOCTOR) {
        throw new Options.UsageException(
            "--"
                + option
                + " is for `pitstop doctor`: pitstop doctor --"
                + option
                + " … -- COMMAND");
      }
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

  /// `localhost:8080/mcp` is most likely a URL.
  private static void withoutScheme(Options o) throws Options.UsageException {
    String word = o.command().getFirst();
    int colon = word.indexOf(':');
    boolean port =
        colon > 1 && colon + 1 < word.length() && Character.isDigit(word.charAt(colon + 1));
    if (port && o.command().size() == 1 && !isProgram(o, word)) {
      throw new Options.UsageException(
          "there is no program `" + word + "`; for a URL use `pitstop http://" + word + "`");
    }
  }

  /// What makes no sense with a URL.
  private static void daemon(Options o) throws Options.UsageException {
    if (o.command().size() > 1) {
      throw new Options.UsageException(
          "unexpected word `" + o.command().get(1) + "` after the URL");
    }
    for (String option : NOT_OF_A_URL) {
      if (o.has(option)) {
        throw new Options.UsageException(
            "--" + option + " is for a server that Pitstop starts and stops, not for a URL");
      }
    }
  }

  /// What makes no sense with a command-line program: it does not run between calls.
  private static void tools(Options o) throws Options.UsageException {
    if (isUrl(o.command().getFirst())) {
      throw new Options.UsageException(
          "`pitstop cli` runs a program; for a URL use `pitstop " + o.command().getFirst() + "`");
    }
    for (String option : NOT_OF_CLI) {
      if (o.has(option)) {
        throw new Options.UsageException(
            "--"
                + option
                + " is for a server that keeps running; `pitstop cli` starts a process for each call");
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

  /// Whether a word is a file, or a program on the `PATH` that the command would have.
  static boolean isProgram(Options o, String word) throws Options.UsageException {
    Path directory = Path.of(o.one("cwd", "")).toAbsolutePath();
    return ProgramFile.isThere(new Command(List.of(word), Proxy.environment(o), directory));
  }

  /// Whether a word is a URL.
  static boolean isUrl(String word) {
    return word.regionMatches(true, 0, "http://", 0, 7)
        || word.regionMatches(true, 0, "https://", 0, 8);
  }
}
