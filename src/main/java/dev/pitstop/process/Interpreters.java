package dev.pitstop.process;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The one list of programs that run something else, by base name, see [#baseName]. What stands
/// behind them is told by [Launch], their options by [LaunchOptions].
final class Interpreters {
  private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "ksh", "fish");

  /// Programs that run a script of theirs.
  private static final Set<String> INTERPRETERS =
      Set.of(
          "node", "nodejs", "tsx", "ts-node", "deno", "bun", "python", "pythonw", "pypy", "ruby",
          "php", "perl", "lua", "dotnet", "go", "rscript", "groovy", "kotlin", "scala", "elixir");

  /// Programs that run another command, found on `PATH` or in `node_modules/.bin`, a package, or a
  /// task of the project.
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
          "bundle",
          "nodemon",
          "watchexec");

  /// Programs that build what they run, or run it elsewhere: their words do not tell its file.
  private static final Set<String> BUILD_TOOLS =
      Set.of(
          "cargo", "rustup", "make", "gmake", "just", "rake", "mvn", "mvnd", "mvnw", "gradle",
          "gradlew", "sbt", "bazel", "swift", "docker", "podman");

  /// Programs that run the very command that follows, in another way. In the value: how many words
  /// of their own come first, such as the duration of `timeout`.
  private static final Map<String, Integer> WRAPPERS = wrappers();

  /// None of these, but what a process of them runs is not told by their own file either.
  private static final Set<String> OTHERS = Set.of("java", "javaw", "busybox");

  /// Words of interpreters in front of what they run.
  private static final Set<String> SUBCOMMANDS =
      Set.of("run", "exec", "dlx", "x", "tool", "watch", "serve", "--");

  private static final Set<String> WITH_SUBCOMMANDS = Set.of("tsx", "deno", "bun", "dotnet", "go");

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
    return runsScripts(name)
        || RUNNERS.contains(name)
        || isBuildTool(name)
        || isWrapper(name)
        || OTHERS.contains(name);
  }

  /// Whether its first argument that is no option is a script.
  static boolean runsScripts(String name) {
    return INTERPRETERS.contains(name) || SHELLS.contains(name);
  }

  static boolean isBuildTool(String name) {
    return BUILD_TOOLS.contains(name);
  }

  /// Whether the command that follows is what runs.
  static boolean isWrapper(String name) {
    return WRAPPERS.containsKey(name);
  }

  /// How many words that are no options a wrapper takes before the command.
  static int operandsInFront(String name) {
    return WRAPPERS.getOrDefault(name, 0);
  }

  /// Whether `NAME=VALUE` before the command sets a variable.
  static boolean takesVariables(String name) {
    return name.equals("env") || name.equals("cross-env") || name.equals("sudo");
  }

  /// Whether this word may stand before a script: the `run` of `deno run x.ts`.
  static boolean isSubcommand(String word) {
    return SUBCOMMANDS.contains(word);
  }

  /// Whether it has subcommands at all.
  static boolean takesSubcommand(String name) {
    return WITH_SUBCOMMANDS.contains(name);
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
