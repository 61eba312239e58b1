package dev.pitstop.doctor;

import dev.pitstop.text.Words;
import dev.pitstop.watch.Preview;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Checks which files `--watch` would watch and ignore, and finds suggestions for globs without a
/// file. Reads directories.
final class WatchCheck {
  private static final String AREA = "watch";

  private static final int NAMES = 3;

  private WatchCheck() {}

  /// @throws IllegalArgumentException with a text for the user if a glob is not valid
  static List<Finding> of(Path directory, List<String> globs) {
    Path root = directory.toAbsolutePath().normalize();
    Preview preview = Preview.of(root, globs);
    boolean ignores = !preview.ignored().isEmpty();
    List<Finding> findings = new ArrayList<>();
    if (!preview.files().isEmpty()) {
      findings.add(Finding.ok(AREA, watched(root, preview.files()) + ignored(preview)));
    } else if (preview.withoutFile().isEmpty()) {
      findings.add(
          Finding.fail(
              AREA,
              "no file would be watched" + ignored(preview),
              "Use a glob that matches the files you edit: exclusions (`!…`) and ignored"
                  + " directories leave no file"));
    }
    for (String glob : preview.withoutFile()) {
      List<String> near = meant(root, glob);
      findings.add(
          Finding.fail(
              AREA,
              "`" + glob + "` matches no file" + (ignores ? " (or all are ignored)" : ""),
              near.isEmpty()
                  ? "Globs are relative to the server's directory (--cwd); `**` spans"
                      + " directories: \"src/**/*.ts\""
                      + (ignores ? ". An ignored file is watched if a glob names it" : "")
                  : "Did you mean " + String.join(" or ", near) + "?"));
    }
    return findings;
  }

  private static String watched(Path root, List<Path> files) {
    int n = files.size();
    List<String> names =
        files.stream()
            .limit(NAMES)
            .map(f -> (f.startsWith(root) ? root.relativize(f) : f).toString())
            .toList();
    return Words.count(n, "file") + ": " + String.join(", ", names) + (n > NAMES ? ", …" : "");
  }

  private static String ignored(Preview preview) {
    List<String> places =
        preview.ignored().entrySet().stream()
            .filter(e -> e.getValue() > 0)
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .limit(NAMES)
            .map(e -> e.getKey() + " (" + e.getValue() + ")")
            .toList();
    return places.isEmpty() ? "" : "; ignored: " + String.join(", ", places);
  }

  private static List<String> meant(Path root, String glob) {
    int slash = glob.lastIndexOf('/');
    int dot = glob.lastIndexOf('.');
    if (dot <= slash) {
      return List.of();
    }
    String ending = glob.substring(dot);
    String deeper = (slash < 0 ? "" : glob.substring(0, slash)) + "/**/*" + ending;
    for (String other : List.of(slash < 0 ? "**/*" + ending : deeper, "**/*" + ending)) {
      int n = Preview.of(root, List.of(other)).files().size();
      if (n > 0 && !other.equals(glob)) {
        return List.of("\"" + other + "\" (" + n + (n == 1 ? " file)" : " files)"));
      }
    }
    return List.of();
  }
}
