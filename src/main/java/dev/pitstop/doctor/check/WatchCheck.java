package dev.pitstop.doctor.check;

import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Checks which files `--watch` would watch and ignore.
public final class WatchCheck {
  private static final String AREA = "watch";

  private static final int NAMES = 3;

  private WatchCheck() {}

  public static List<Finding> of(WatchFacts facts) {
    boolean ignores = !facts.ignored().isEmpty();
    List<Finding> empty = new ArrayList<>();
    facts
        .empty()
        .forEach((glob, near) ->
            empty.add(
                Finding.fail(
                    AREA,
                    "`" + glob + "` matches no file" + (ignores ? " (or all are ignored)" : ""),
                    near.isEmpty()
                        ? "Globs are relative to the server's directory (--cwd); `**` spans"
                            + " directories: \"src/**/*.ts\""
                            + (ignores ? ". An ignored file is watched if a glob names it" : "")
                        : "Did you mean " + String.join(" or ", near) + "?")));
    List<Finding> findings = new ArrayList<>();
    if (!facts.watched().isEmpty()) {
      findings.add(Finding.ok(AREA, watched(facts.watched()) + ignored(facts)));
    } else if (empty.isEmpty()) {
      findings.add(
          Finding.fail(
              AREA,
              "no file would be watched" + ignored(facts),
              "Use a glob that matches the files you edit: exclusions (`!…`) and ignored directories"
                  + " leave no file"));
    }
    List<Finding> all = new ArrayList<>(findings);
    all.addAll(empty);
    return all;
  }

  private static String watched(List<String> files) {
    int n = files.size();
    return Words.count(n, "file") + ": " + Parts.first(files, NAMES) + (n > NAMES ? ", …" : "");
  }

  private static String ignored(WatchFacts facts) {
    List<String> places =
        facts.ignored().entrySet().stream()
            .filter(e -> e.getValue() > 0)
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .limit(NAMES)
            .map(e -> e.getKey() + " (" + e.getValue() + ")")
            .toList();
    return places.isEmpty() ? "" : "; ignored: " + String.join(", ", places);
  }
}
