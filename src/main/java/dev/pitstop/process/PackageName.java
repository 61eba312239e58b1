package dev.pitstop.process;

/// What is given to a package runner such as `npx`: `@scope/pkg@1.2`, `pkg==1.2`, `git+https://…`,
/// `./pkg`.
final class PackageName {
  private PackageName() {}

  /// Whether it is a path and no name.
  static boolean isPath(String word) {
    char separator = word.startsWith("..") ? at(word, 2) : word.startsWith(".") ? at(word, 1) : 0;
    boolean relative =
        word.equals(".") || word.equals("..") || separator == '/' || separator == '\\';
    boolean drive = at(word, 1) == ':' && (at(word, 2) == '/' || at(word, 2) == '\\');
    return relative || drive || word.startsWith("/") || word.startsWith("\\");
  }

  /// `pkg` for `@scope/pkg@1.2`, `host/x/pkg@v1`, `npm:pkg`, `pkg[extra]==1.2`,
  /// `git+https://host/pkg.git`.
  static String simple(String word) {
    int start = Math.max(word.lastIndexOf('/'), word.lastIndexOf(':')) + 1;
    String name = withoutVersion(word.substring(start));
    return name.endsWith(".git") ? name.substring(0, name.length() - 4) : name;
  }

  /// `scope` for `@scope/pkg`, else empty.
  static String scope(String word) {
    int at = word.indexOf('@');
    int slash = word.indexOf('/', at + 1);
    return at == 0 && slash > 0 ? word.substring(1, slash) : "";
  }

  /// `pkg` for `pkg@1.2`; what has no version stays as it is.
  static String withoutVersion(String word) {
    for (int i = 1; i < word.length(); i++) {
      if ("@=<>~![#".indexOf(word.charAt(i)) >= 0) {
        return word.substring(0, i);
      }
    }
    return word;
  }

  private static char at(String word, int i) {
    return i < word.length() ? word.charAt(i) : 0;
  }
}
