package dev.pitstop.project;

import dev.pitstop.process.Interpreters;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The language that a program is written in, as far as names tell.
public enum Language {
  JAVASCRIPT,
  PYTHON,
  JVM,
  RUST,
  GO,
  DOTNET,
  SHELL,
  OTHER;

  /// The language by the first word of a command that tells. A word of a shell's line counts too.
  public static Language of(List<String> argv) {
    return Stream.of(String.join(" ", argv).toLowerCase(Locale.ROOT).split("\\s+"))
        .flatMap(word -> Stream.of(ofTool(Interpreters.baseName(word)), ofFile(word)))
        .filter(language -> language != OTHER)
        .findFirst()
        .orElse(OTHER);
  }

  /// The language by the ending of a program's file.
  public static Language ofFile(String name) {
    return switch (Project.ending(name)) {
      case "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx" -> JAVASCRIPT;
      case "py", "pyz" -> PYTHON;
      case "jar", "class", "java" -> JVM;
      case "rs" -> RUST;
      case "go" -> GO;
      case "dll", "cs" -> DOTNET;
      case "sh" -> SHELL;
      default -> OTHER;
    };
  }

  /// The language by the tool that runs or builds the program.
  ///
  /// @param name see [Interpreters#baseName]
  public static Language ofTool(String name) {
    if (Interpreters.isPackageManager(name)) {
      return JAVASCRIPT;
    }
    if (Interpreters.runsPython(name)) {
      return PYTHON;
    }
    return switch (name) {
      case "node", "nodejs", "npx", "bunx", "pnpx", "tsx", "deno", "ts-node" -> JAVASCRIPT;
      case "fastmcp" -> PYTHON;
      case "java", "javaw", "jbang", "mvn", "mvnw", "mvnd", "gradle", "gradlew" -> JVM;
      case "cargo", "rustup" -> RUST;
      case "go" -> GO;
      case "dotnet" -> DOTNET;
      default -> OTHER;
    };
  }
}
