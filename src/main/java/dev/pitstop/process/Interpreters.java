package dev.pitstop.process;

import dev.pitstop.text.Words;
import java.util.Locale;
import java.util.Set;

/// The known programs that run something else, by base name (see [#baseName]), and the options of
/// theirs that say nothing about what they run. The file of such a program never counts as a
/// server's own, and its processes are never hunted down. Stateless.
public final class Interpreters {
  private static final Set<String> SHELLS = Words.set("sh bash dash zsh ksh fish");

  /// Programs that run a script, or code from an option.
  private static final Set<String> LANGUAGES =
      Words.set(
          "node nodejs tsx ts-node deno bun python pythonw pypy ruby php perl lua dotnet go rscript",
          "groovy kotlin scala elixir java javaw busybox");

  /// Programs that run the command behind their options.
  private static final Set<String> WRAPPERS =
      Words.set(
          "env cross-env nice nohup time stdbuf unbuffer setsid ionice strace ltrace valgrind sudo",
          "caffeinate xvfb-run tini dumb-init timeout gtimeout taskset chrt");

  /// Programs that fetch a package and run it.
  private static final Set<String> FETCHERS = Words.set("npx bunx pnpx uvx pipx");

  private static final Set<String> PACKAGE_MANAGERS = Words.set("npm pnpm yarn bun");

  /// Programs that run a command in the environment of a project, with the verb `run`.
  private static final Set<String> ENVIRONMENTS = Words.set("uv poetry pipenv pdm hatch rye");

  private static final Set<String> OTHER_RUNNERS = Words.set("bundle nodemon watchexec");

  /// Programs that build what they run, or run it elsewhere. Their words do not tell its file.
  private static final Set<String> BUILD_TOOLS =
      Words.set(
          "cargo rustup make gmake just rake mvn mvnd mvnw gradle gradlew sbt bazel swift docker",
          "podman");

  /// Options that take the next word, so that word is not what runs.
  private static final Set<String> WITH_VALUE =
      Words.set(
          "-r --require --import --loader --experimental-loader -C --conditions --tsconfig --project",
          "--config --env-file -W -X --directory --cwd --dir --prefix --from --with --python -p",
          "--package -w --workspace -F --filter --module-path --add-modules --add-opens",
          "--add-exports --add-reads --source -k --kill-after --signal -n");

  private static final Set<String> CLASS_PATH = Words.set("-cp -classpath --class-path");
  private static final Set<String> CODE = Words.set("-c -e --eval --print -pe");
  private static final Set<String> CODE_OF_SHELLS = Words.set("-c -lc -ic -ec");

  private Interpreters() {}

  /// The name without directory, version digits and `.exe`: `/usr/bin/python3.12` → `python`.
  public static String baseName(String program) {
    int slash = Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\'));
    String name = program.substring(slash + 1).toLowerCase(Locale.ROOT);
    if (name.endsWith(".exe") || name.endsWith(".cmd") || name.endsWith(".bat")) {
      name = name.substring(0, name.length() - 4);
    }
    int end = name.length();
    while (end > 0 && "0123456789.".indexOf(name.charAt(end - 1)) >= 0) {
      end--;
    }
    return end == 0 ? name : name.substring(0, end);
  }

  /// Whether a program, given by path or name, runs something else.
  public static boolean runsOthers(String program) {
    return has(baseName(program));
  }

  /// Whether this class knows the base name.
  public static boolean has(String name) {
    return isLanguage(name)
        || WRAPPERS.contains(name)
        || isFetcher(name)
        || isPackageManager(name)
        || ENVIRONMENTS.contains(name)
        || OTHER_RUNNERS.contains(name)
        || isBuildTool(name);
  }

  private static boolean isLanguage(String name) {
    return isShell(name) || LANGUAGES.contains(name);
  }

  public static boolean isShell(String name) {
    return SHELLS.contains(name);
  }

  /// Whether a program fetches a package and runs it.
  public static boolean isFetcher(String name) {
    return FETCHERS.contains(name);
  }

  /// Whether a program runs the scripts of a `package.json`.
  public static boolean isPackageManager(String name) {
    return PACKAGE_MANAGERS.contains(name);
  }

  public static boolean isBuildTool(String name) {
    return BUILD_TOOLS.contains(name);
  }

  public static boolean isJava(String name) {
    return name.equals("java") || name.equals("javaw");
  }

  public static boolean isPython(String name) {
    return name.equals("python") || name.equals("pythonw") || name.equals("pypy");
  }

  /// Whether it is Python, or a tool that runs Python programs.
  public static boolean runsPython(String name) {
    return isPython(name)
        || ENVIRONMENTS.contains(name)
        || name.equals("uvx")
        || name.equals("pipx");
  }

  /// Whether the next word belongs to this option of a program.
  public static boolean takesValue(String name, String option) {
    return WITH_VALUE.contains(option) || (isJava(name) && isClassPath(option));
  }

  public static boolean isClassPath(String option) {
    return CLASS_PATH.contains(option);
  }

  /// Whether code follows this option of a program, and not a file.
  public static boolean isCode(String name, String option) {
    return isLanguage(name)
        && !isJava(name)
        && (isShell(name) ? CODE_OF_SHELLS : CODE).contains(option);
  }
}
