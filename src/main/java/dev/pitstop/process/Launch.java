package dev.pitstop.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the first program of a command line runs, by its words alone: one layer of `timeout 9 npx
/// tsx x.ts`. The file system is not asked.
sealed interface Launch {
  /// The program itself runs: an executable, or an interpreter with its script.
  record Itself() implements Launch {}

  /// What stands behind it runs.
  ///
  /// @param argv the words from there on, never empty, nor is the first one
  /// @param env variables that are set for it
  record Inner(Kind kind, List<String> argv, Map<String, String> env) implements Launch {}

  /// A task that a file of the project describes, or a build.
  ///
  /// @param name empty when the words do not tell one
  record Task(String name) implements Launch {}

  /// What the first word of an inner command line is.
  enum Kind {
    /// An executable, or a program that [Interpreters] knows: one more layer.
    COMMAND,
    /// A script, an executable of the project's, or one from `PATH`: `uv run`.
    PROJECT,
    /// A task of the project, or an executable of its packages: `yarn x`.
    TASK_OR_PACKAGE,
    /// The name of a package that is in the project or is fetched, or a path of one: `npx`.
    LOCAL_PACKAGE,
    /// The same, and never looked for in the project: `uvx`.
    PACKAGE
  }

  /// What the first of these words runs.
  static Launch of(List<String> argv) {
    String name = Interpreters.baseName(argv.getFirst());
    if (Interpreters.isBuildTool(name)) {
      return new Task("");
    }
    int first = operand(argv, 1, name);
    return Interpreters.isWrapper(name)
        ? behindWrapper(argv, first, name)
        : behindRunner(argv, first, name);
  }

  private static Launch behindWrapper(List<String> argv, int first, String name) {
    Map<String, String> env = new HashMap<>();
    int operands = Interpreters.operandsInFront(name);
    int i = first;
    while (i < argv.size()) {
      int equals = argv.get(i).indexOf('=');
      if (equals > 0 && Interpreters.takesVariables(name)) {
        env.put(argv.get(i).substring(0, equals), argv.get(i).substring(equals + 1));
      } else if (operands > 0) {
        operands--;
      } else {
        break;
      }
      i = operand(argv, i + 1, name);
    }
    return inner(Kind.COMMAND, argv, i, env);
  }

  private static Launch behindRunner(List<String> argv, int first, String name) {
    String verb = word(argv, first);
    int second = operand(argv, first + 1, name);
    return switch (name) {
      case "npx", "bunx" -> inner(Kind.LOCAL_PACKAGE, argv, first);
      case "pnpx", "uvx" -> inner(Kind.PACKAGE, argv, first);
      case "nodemon", "watchexec" -> inner(Kind.PROJECT, argv, first);
      case "npm" ->
          switch (verb) {
            case "exec", "x" -> inner(Kind.LOCAL_PACKAGE, argv, second);
            case "run", "run-script" -> new Task(word(argv, second));
            default -> new Task(verb);
          };
      case "pnpm" ->
          switch (verb) {
            case "dlx" -> inner(Kind.PACKAGE, argv, second);
            case "exec" -> inner(Kind.PROJECT, argv, second);
            case "run" -> new Task(word(argv, second));
            default -> inner(Kind.TASK_OR_PACKAGE, argv, first);
          };
      case "yarn" ->
          switch (verb) {
            case "dlx" -> inner(Kind.PACKAGE, argv, second);
            case "exec" -> inner(Kind.PROJECT, argv, second);
            case "run" -> inner(Kind.TASK_OR_PACKAGE, argv, second);
            default -> inner(Kind.TASK_OR_PACKAGE, argv, first);
          };
      case "bun" -> verb.equals("x") ? inner(Kind.LOCAL_PACKAGE, argv, second) : new Itself();
      case "deno" -> verb.equals("task") ? new Task(word(argv, second)) : new Itself();
      case "uv" ->
          switch (verb) {
            case "run" -> inner(Kind.PROJECT, argv, second);
            case "tool" -> inner(Kind.PACKAGE, argv, operand(argv, second + 1, name));
            default -> new Itself();
          };
      case "pipx" -> verb.equals("run") ? inner(Kind.PACKAGE, argv, second) : new Itself();
      case "poetry", "pipenv", "pdm", "hatch", "bundle" ->
          verb.equals("run") || verb.equals("exec")
              ? inner(Kind.PROJECT, argv, second)
              : new Itself();
      case "go" -> ofGo(argv, verb, second);
      case "dotnet" -> {
        String file = Interpreters.isSubcommand(verb) ? word(argv, second) : verb;
        yield file.endsWith(".dll") || file.endsWith(".cs") ? new Itself() : new Task("");
      }
      default -> new Itself();
    };
  }

  /// `go run x.go` is an interpreter and its script; `go run ./x` and `go run host/x@v1` build a
  /// package.
  private static Launch ofGo(List<String> argv, String verb, int second) {
    String what = word(argv, second);
    if (!verb.equals("run") || what.isEmpty()) {
      return new Task("");
    }
    return what.endsWith(".go") ? new Itself() : inner(Kind.PACKAGE, argv, second);
  }

  private static Launch inner(Kind kind, List<String> argv, int i) {
    return inner(kind, argv, i, Map.of());
  }

  private static Launch inner(Kind kind, List<String> argv, int i, Map<String, String> env) {
    String word = word(argv, i);
    if (word.isEmpty() || saysCode(argv.subList(0, i))) {
      return new Itself();
    }
    List<String> words = new ArrayList<>(argv.subList(i, argv.size()));
    if (kind == Kind.PACKAGE || kind == Kind.LOCAL_PACKAGE) {
      String bare = PackageName.withoutVersion(word); // `npx tsx@latest x.ts`
      if (word.indexOf('/') < 0 && Interpreters.has(Interpreters.baseName(bare))) {
        words.set(0, bare);
        return new Inner(Kind.COMMAND, words, env);
      }
      return new Inner(kind, words, env);
    }
    boolean known = Interpreters.has(Interpreters.baseName(word));
    return new Inner(known ? Kind.COMMAND : kind, words, env);
  }

  /// Whether one of a program's own words says that code follows: `npx -c …`.
  private static boolean saysCode(List<String> own) {
    String family = LaunchOptions.family(Interpreters.baseName(own.getFirst()));
    for (String option : own) {
      if (LaunchOptions.isCode(family, option)) {
        return true;
      }
    }
    return false;
  }

  /// The place of the next word that is neither an option nor an option's value; behind the last
  /// word if there is none.
  private static int operand(List<String> argv, int from, String name) {
    Set<String> withValue = LaunchOptions.withValue(LaunchOptions.family(name));
    int i = from;
    while (i < argv.size() && argv.get(i).startsWith("-")) {
      i += withValue.contains(argv.get(i)) ? 2 : 1;
    }
    return i;
  }

  private static String word(List<String> argv, int i) {
    return i < argv.size() ? argv.get(i) : "";
  }
}
