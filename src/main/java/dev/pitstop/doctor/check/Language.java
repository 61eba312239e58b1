package dev.pitstop.doctor.check;

import java.util.List;
import java.util.Locale;

/// The language of a server. Remedies show code in this language.
public enum Language {
  NODE(
      "console.error(…) instead of console.log(…)",
      "process.stdin.on(\"end\", () => process.exit(0))"),
  PYTHON(
      "print(…, file=sys.stderr), and logging on stderr",
      "leave the loop when sys.stdin.readline() returns \"\""),
  JVM(
      "System.err, also for the logger's console appender",
      "exit when System.in.read() returns -1"),
  SHELL("echo … >&2", "leave the loop when `read` fails"),
  OTHER("only messages belong on stdout", "exit when a read of stdin returns nothing");

  private final String toStderr;
  private final String atTheEnd;

  Language(String toStderr, String atTheEnd) {
    this.toStderr = toStderr;
    this.atTheEnd = atTheEnd;
  }

  /// How to write to stderr.
  String toStderr() {
    return toStderr;
  }

  /// How to notice the end of stdin.
  String atTheEnd() {
    return atTheEnd;
  }

  /// @param argv the words of a command
  public static Language of(List<String> argv) {
    for (String word : argv) {
      String name = word.substring(word.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
      if (starts(
              name, "node", "nodejs", "npx", "npm", "pnpm", "yarn", "tsx", "bun", "deno", "ts-node")
          || ends(name, ".js", ".mjs", ".cjs", ".ts", ".mts", ".tsx")) {
        return NODE;
      }
      if (starts(name, "python", "uv", "uvx", "pipx", "poetry", "fastmcp") || ends(name, ".py")) {
        return PYTHON;
      }
      if (starts(name, "java", "jbang", "mvn", "gradle", "gradlew")
          || ends(name, ".jar", ".java")) {
        return JVM;
      }
      if (ends(name, ".sh")) {
        return SHELL;
      }
    }
    return OTHER;
  }

  private static boolean starts(String name, String... with) {
    for (String w : with) {
      if (name.equals(w) || (name.startsWith(w) && !Character.isLetter(name.charAt(w.length())))) {
        return true;
      }
    }
    return false;
  }

  private static boolean ends(String name, String... with) {
    for (String w : with) {
      if (name.endsWith(w)) {
        return true;
      }
    }
    return false;
  }
}
