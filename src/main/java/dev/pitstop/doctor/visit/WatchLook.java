package dev.pitstop.doctor.visit;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.doctor.check.WatchFacts;
import dev.pitstop.watch.Preview;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Finds the files that globs match, and suggestions for globs without one. Reads directories.
public final class WatchLook {
  private static final int MOST = 2;

  private WatchLook() {}

  /// @throws IllegalArgumentException with a text for the user if a glob is not valid
  public static WatchFacts at(Path root, List<String> globs) {
    Preview preview = Preview.of(root, globs);
    Path absolute = root.toAbsolutePath().normalize();
    List<String> watched =
        preview.files().stream()
            .map(f -> f.startsWith(absolute) ? absolute.relativize(f).toString() : f.toString())
            .toList();
    Map<String, List<String>> empty = new LinkedHashMap<>();
    preview.withoutFile().forEach(glob -> empty.put(glob, meant(absolute, glob)));
    return new WatchFacts(watched, preview.ignored(), empty);
  }

  private static List<String> meant(Path root, String glob) {
    List<String> wrongName = otherDirectory(root, glob);
    if (!wrongName.isEmpty()) {
      return wrongName;
    }
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

  /// The glob with its first missing directory or file replaced by a similar name that exists.
  private static List<String> otherDirectory(Path root, String glob) {
    Path at = root;
    String[] parts = glob.split("/", -1);
    for (int i = 0; i < parts.length; i++) {
      if (parts[i].isEmpty() || parts[i].chars().anyMatch(c -> "*?[{".indexOf(c) >= 0)) {
        return List.of();
      }
      Path next = at.resolve(parts[i]);
      if (!Files.exists(next)) {
        List<String> meant = new ArrayList<>();
        for (String name : Nearest.names(parts[i], entries(at), MOST)) {
          String[] corrected = parts.clone();
          corrected[i] = name;
          meant.add("\"" + String.join("/", corrected) + "\"");
        }
        return meant;
      }
      at = next;
    }
    return List.of();
  }

  private static List<String> entries(Path directory) {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(p -> String.valueOf(p.getFileName())).toList();
    } catch (IOException e) {
      return List.of(); // nothing to propose
    }
  }
}
