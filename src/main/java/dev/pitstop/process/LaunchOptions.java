package dev.pitstop.process;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Which options of the programs in [Interpreters] take a value, and which say that code follows.
/// The rest is taken for flags.
final class LaunchOptions {
  /// Options that take the next argument, by family.
  private static final Map<String, Set<String>> WITH_VALUE = withValue();

  /// Options after which there is no file to run, by family.
  private static final Map<String, Set<String>> WITHOUT_FILE =
      Map.of(
          "node", Set.of("-e", "--eval", "-p", "--print", "-pe", "--run"),
          "python", Set.of("-c"),
          "sh", Set.of("-c", "-s"),
          "ruby", Set.of("-e"),
          "perl", Set.of("-e", "-E"),
          "php", Set.of("-r"),
          "npx", Set.of("-c", "--call"));

  private LaunchOptions() {}

  /// The name under which those with the same options are known.
  static String family(String name) {
    return switch (name) {
      case "nodejs", "tsx", "ts-node", "bun", "deno" -> "node";
      case "bash", "dash", "zsh", "ksh", "fish" -> "sh";
      case "pythonw", "pypy" -> "python";
      case "npm", "bunx", "pnpx" -> "npx";
      case "uvx", "pipx" -> "uv";
      default -> name;
    };
  }

  /// The options of this family that take the next argument.
  static Set<String> withValue(String family) {
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
    options.put("go", Set.of("-C", "-exec", "-ldflags", "-gcflags", "-tags", "-mod", "-modfile"));
    options.put("dotnet", Set.of("--project", "-c", "--configuration", "-f", "--framework"));
    options.put("npx", Set.of("-p", "--package", "-w", "--workspace", "-C", "--prefix"));
    options.put(
        "uv",
        Set.of(
            "--directory",
            "--project",
            "--with",
            "--python",
            "-p",
            "--env-file",
            "--from",
            "--spec"));
    options.put("pnpm", Set.of("-C", "--dir", "-F", "--filter", "--package"));
    options.put("yarn", Set.of("--cwd", "-p", "--package"));
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
}
