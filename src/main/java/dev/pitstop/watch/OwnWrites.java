package dev.pitstop.watch;

import dev.pitstop.project.Language;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds the files that the server itself writes after each start, such as its log below a watched
/// directory. Each write would restart the server, which would write again. After a few restarts in
/// a row for a file, it is left out until the options change. Names that differ in their digits
/// only count as one file, because some logs have a date in their name. For one thread at a time.
public final class OwnWrites {
  /// How long after a start, and after the server has come up, a change can be the server's.
  public static final long NEAR_MILLIS = 2_000;

  /// How many restarts in a row a file may cause.
  private static final int MOST = 3;

  /// The same for sources: somebody who edits them may save that often.
  private static final int MOST_OF_SOURCES = 10;

  private final Set<String> left = new HashSet<>();

  /// How many restarts each file has caused since the last change that was not near a start.
  private final Map<String, Integer> restarts = new HashMap<>();

  /// The files of a change that still count.
  public List<String> counting(List<String> files) {
    return files.stream().filter(file -> !left.contains(key(file))).toList();
  }

  /// Records the files of a change that count.
  ///
  /// @param near whether the server was started shortly before
  /// @return those that count no longer, from now on
  public List<String> changed(List<String> files, boolean near) {
    List<String> found = new ArrayList<>();
    if (!near && !files.isEmpty()) {
      restarts.clear(); // somebody has saved something in between
    }
    for (String file : near ? files : List.<String>of()) {
      if (restarts.merge(key(file), 1, Integer::sum) > (isSource(file) ? MOST_OF_SOURCES : MOST)) {
        left.add(key(file));
        found.add(file);
      }
    }
    return found;
  }

  private static boolean isSource(String file) {
    return Language.ofFile(file) != Language.OTHER;
  }

  private static String key(String file) {
    return file.replaceAll("[0-9]+", "0");
  }
}
