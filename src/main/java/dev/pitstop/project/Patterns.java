package dev.pitstop.project;

import java.util.List;

/// Patterns of files out of a command's words, and the words themselves. Stateless.
final class Patterns {
  private Patterns() {}

  /// All of a directory's files with these endings.
  static String glob(String directory, String endings) {
    String path = directory.startsWith("./") ? directory.substring(2) : directory;
    String below = path.isEmpty() || path.equals(".") ? "**/" : path + "/**/";
    return below + (endings.indexOf(',') < 0 ? "*." + endings : "*.{" + endings + "}");
  }

  /// Where a script lies: `src` for `src/server.ts`.
  static String place(String file) {
    int slash = file.replace('\\', '/').lastIndexOf('/');
    return slash <= 0 ? "" : file.substring(0, slash);
  }

  static String stripSlash(String path) {
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  static String at(List<String> words, int i) {
    return i < words.size() ? words.get(i) : "";
  }

  /// The first word behind the program that is no option: the script.
  static String file(List<String> argv) {
    for (String word : argv.subList(Math.min(1, argv.size()), argv.size())) {
      if (!word.startsWith("-") && word.indexOf('.') > 0) {
        return word;
      }
    }
    return "";
  }
}
