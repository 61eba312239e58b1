package dev.pitstop.process;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// What is known of the programs that run something else: their names, and which of their options
/// take a value. Names are base names, see {@link #baseName}.
final class Interpreters {
  private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "ksh", "fish");

  /// Programs that run a script of theirs.
  private static final Set<String> INTERPRETERS =
      Set.of(
          "node", "nodejs", "tsx", "ts-node", "deno", "bun", "python", "pythonw", "pypy", "ruby",
          "php", "perl", "lua", "dotnet", "rscript", "groovy", "kotlin", "scala", "elixir");

  /// Programs that run another command, found on `PATH` or in `node_modules/.bin`, or a file of a
  /// language of theirs.
  private static final Set<String> RUNNERS =
      Set.of(
          "npx",
          "bunx",
          "pnpx",
          "uv",
          "uvx",
          "pnpm",
          "yarn",
          "npm",
          "poetry",
          "pipenv",
          "pdm",
          "pipx",
          "hatch",
          "nodemon",
          "watchexec");

  /// Programs that run the very command that follows, in another way. In the value: how many words
  /// of their own come first, such as the duration of `timeout`.
  private static final Map<String, Integer> WRAPPERS = wrappers();

  /// Neither of these, but what a process of them runs is not told by their own file either.
  private static final Set<String> OTHERS = Set.of("java", "javaw", "busybox");

  /// Words of runners and interpreters in front of what they run.
  private static final Set<String> SUBCOMMANDS =
      Set.of("run", "exec", "dlx", "x", "tool", "watch", "serve", "--");

  /// Options that take the next argument, by family; the rest is taken for flags.
  private static final Map<String, Set<String>> WITH_VALUE = withValue();

  /// Options after which there is no file to run, by family.
  private static final Map<String, Set<String>> WITHOUT_FILE =
      Map.of(
          "node", Set.of("-e", "--eval", "-p", "--print", "-pe", "--run"),
          "python", Set.of("-c"),
          "sh", Set.of("-c", "-s"),
          "ruby", Set.of("-e"),
          "perl", Set.of("-e", "-E"),
          "php", Set.of("-r"));

  private Interpreters() {}

  /// The name without directory, version digits and `.exe`: `/usr/bin/python3.12` → `python`.
  static String baseName(String program) {
    int slash = Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\'));
    String name = program.substring(slash + 1).toLowerCase(Locale.ROOT);
    for (String ending : List.of(".exe", ".cmd", ".bat")) {
      if (name.endsWith(ending)) {
        name = name.substring(0, name.length() - ending.length());
      }
    }
    int end = name.length();
    while (end > 0 && "0123456789.".indexOf(name.charAt(end - 1)) >= 0) {
      end--;
    }
    return end == 0 ? name : name.substring(0, end);
  }

  /// Whether it is any of those known here.
  static boolean has(String name) {
    return runsScripts(name) || runsCommands(name) || OTHERS.contains(name);
  }

  /// Whether its first argument that is no option is a script.
  static boolean runsScripts(String name) {
    return INTERPRETERS.contains(name) || SHELLS.contains(name);
  }

  /// Whether its first argument that is no option is a command.
  static boolean runsCommands(String name) {
    return RUNNERS.contains(name) || WRAPPERS.containsKey(name);
  }

  /// How many words that are no options a wrapper takes before the command.
  static int operandsInFront(String name) {
    return WRAPPERS.getOrDefault(name, 0);
  }

  /// Whether `NAME=VALUE` before the command sets a variable.
  static boolean takesVariables(String name) {
    return name.equals("env") || name.equals("cross-env") || name.equals("sudo");
  }

  /// The name under which those with the same options are known.
  static String family(String name) {
    return switch (name) {
      case "nodejs", "tsx", "ts-node", "bun", "deno" -> "node";
      case "bash", "dash", "zsh", "ksh", "fish" -> "sh";
      default -> name;
    };
  }

  static boolean isSubcommand(String word) {
    return SUBCOMMANDS.contains(word);
  }

  static Set<String> optionsWithValue(String family) {
    return WITH_VALUE.getOrDefault(family, Set.of());
  }

  /// Whether an option says that code follows and no file: `-c`, also as in `bash -lc`.
  static boolean isCode(String family, String option) {
    boolean bundled =
        family.equals("sh")
            && option.length() > 2
            && option.charAt(0) == '-'
            && option.charAt(1) != '-'
            && option.endsWith("c");
    return bundled || WITHOUT_FILE.getOrDefault(family, Set.of()).contains(option);
  }

  private static Map<String, Set<String>> withValue() {
    Map<String, Set<String>> options = new HashMap<>();
    options.put(
        "node",
        Set.of(
            "-r",
            "--require",
            "--import",
            "--loader",
            "--experimental-loader",
            "-C",
            "--conditions",
            "--tsconfig",
            "--project",
            "-c",
            "--config"));
    options.put("python", Set.of("-W", "-X", "--check-hash-based-pycs"));
    options.put("sh", Set.of("-o", "+o", "-O", "--rcfile", "--init-file"));
    options.put("ruby", Set.of("-I", "-r", "-C"));
    options.put("perl", Set.of("-I"));
    options.put("php", Set.of("-d", "-c", "-z"));
    options.put("npx", Set.of("-p", "--package", "-w", "--workspace"));
    options.put("uv", Set.of("--directory", "--project", "--with", "--python", "-p", "--env-file"));
    options.put("uvx", Set.of("--from", "--with", "--python", "-p"));
    options.put("pnpm", Set.of("-C", "--dir", "--filter"));
    options.put("nice", Set.of("-n"));
    options.put("env", Set.of("-u", "-C", "--chdir"));
    options.put("timeout", Set.of("-s", "--signal", "-k", "--kill-after"));
    options.put("stdbuf", Set.of("-i", "--input", "-o", "--output", "-e", "--error"));
    options.put("ionice", Set.of("-c", "--class", "-n", "--classdata"));
    options.put("strace", Set.of("-o", "-e", "-s", "-E", "-p", "-u"));
    options.put("sudo", Set.of("-u", "--user", "-g", "--group", "-C", "-D"));
    options.put("time", Set.of("-o", "--output", "-f", "--format"));
    return options;
  }

  private static Map<String, Integer> wrappers() {
    Map<String, Integer> wrappers = new HashMap<>();
    for (String name :
        List.of(
            "env",
            "cross-env",
            "nice",
            "nohup",
            "time",
            "stdbuf",
            "unbuffer",
            "setsid",
            "ionice",
            "strace",
            "ltrace",
            "valgrind",
            "sudo",
            "caffeinate",
            "xvfb-run",
            "tini",
            "dumb-init")) {
      wrappers.put(name, 0);
    }
    for (String name : List.of("timeout", "gtimeout", "taskset", "chrt")) {
      wrappers.put(name, 1);
    }
    return wrappers;
  }
}
