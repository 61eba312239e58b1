package dev.pitstop.doctor;

import dev.pitstop.text.Words;
import dev.pitstop.watch.Preview;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Checks which files `--watch` would watch and ignore, and finds suggestions for globs without a
/// file. Reads directories.
final class WatchCheck {
  private static final String AREA = "watch";

  private static final int NAMES = 3;

  private WatchCheck() {}

  static List<Finding> of(Path directory, List<String> globs) {
    Path root = directory.toAbsolutePath().normalize();
    Preview preview = Preview.of(root, globs);
    boolean none = preview.files().isEmpty();
    return Finding.all(
        Finding.ok(AREA, watched(root, preview.files()) + ignored(preview)).when(!none),
        Finding.fail(
                AREA,
                "no file would be watched" + ignored(preview),
                "Use a glob that matches the files you edit: exclusions (`!…`) and ignored"
                    + " directories leave no file")
            .when(none && preview.withoutFile().isEmpty()),
        preview.withoutFile().stream()
            .map(glob -> withoutFile(root, glob, !preview.ignored().isEmpty())));
  }

  private static Finding withoutFile(Path root, String glob, boolean ignores) {
    return Finding.fail(
        AREA,
        "`" + glob + "` matches no file" + (ignores ? " (or all are ignored)" : ""),
        meant(root, glob)
            .map(other -> "Did you mean " + other + "?")
            .orElse(
                "Globs are relative to the server's directory (--cwd); `**` spans"
                    + " directories: \"src/**/*.ts\""
                    + (ignores ? ". An ignored file is watched if a glob names it" : "")));
  }

  private static String watched(Path root, List<Path> files) {
    int n = files.size();
    String names =
        files.stream()
            .limit(NAMES)
            .map(f -> (f.startsWith(root) ? root.relativize(f) : f).toString())
            .collect(Collectors.joining(", "));
    return Words.count(n, "file") + ": " + names + (n > NAMES ? ", …" : "");
  }

  private static String ignored(Preview preview) {
    String places =
        preview.ignored().entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .limit(NAMES)
            .map(e -> e.getKey() + " (" + e.getValue() + ")")
            .collect(Collectors.joining(", "));
    return places.isEmpty() ? "" : "; ignored: " + places;
  }

  /// A glob for the same ending that matches a file: below the same directory, or anywhere.
  private static Optional<String> meant(Path root, String glob) {
    int slash = glob.lastIndexOf('/');
    int dot = glob.lastIndexOf('.');
    String any = "**/*" + glob.substring(Math.max(0, dot));
    return Stream.of(glob.substring(0, slash + 1) + any, any)
        .filter(other -> dot > slash && !other.equals(glob))
        .flatMap(other -> {
          int n = Preview.of(root, List.of(other)).files().size();
          return n > 0
              ? Stream.of("\"" + other + "\" (" + Words.count(n, "file") + ")")
              : Stream.empty();
        })
        .findFirst();
  }
}
