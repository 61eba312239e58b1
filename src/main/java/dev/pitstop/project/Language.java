package dev.pitstop.project;

import dev.pitstop.process.Interpreters;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The language that a program is written in, as far as names tell.
public enum Language {
  JAVASCRIPT(
      Words.list("js mjs cjs jsx ts mts cts tsx"),
      Words.list("npm pnpm yarn bun node nodejs npx bunx pnpx tsx deno ts-node")),
  PYTHON(Words.list("py pyz"), List.of("fastmcp")), // and what Interpreters knows
  JVM(Words.list("jar class java"), Words.list("java javaw jbang mvn mvnw mvnd gradle gradlew")),
  RUST(List.of("rs"), Words.list("cargo rustup")),
  GO(List.of("go"), List.of("go")),
  DOTNET(Words.list("dll cs"), List.of("dotnet")),
  SHELL(List.of("sh"), List.of()),
  OTHER(List.of(), List.of());

  private final List<String> endings;
  private final List<String> tools;

  /// @param endings of programs' files
  /// @param tools that run or build programs
  Language(List<String> endings, List<String> tools) {
    this.endings = endings;
    this.tools = tools;
  }

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
    return first(language -> language.endings.contains(ending(name)));
  }

  /// The language by the tool that runs or builds the program.
  ///
  /// @param name see [Interpreters#baseName]
  public static Language ofTool(String name) {
    return Interpreters.runsPython(name)
        ? PYTHON
        : first(language -> language.tools.contains(name));
  }

  private static Language first(Predicate<Language> which) {
    return Stream.of(values()).filter(which).findFirst().orElse(OTHER);
  }

  /// The ending of a file's name, without the dot; empty if it has none.
  public static String ending(String name) {
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? "" : name.substring(dot + 1);
  }
}
