package dev.pitstop.doctor.check;

import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;

/// Checks which files `--watch` would watch and ignore.
public final class WatchCheck {
  private static final String AREA = "watch";
  private static final int NAMES = 3;

  private WatchCheck() {}

  public static List<Finding> of(WatchFacts facts) {
    List<Finding> findings = new ArrayList<>();
    facts
        .empty()
        .forEach((glob, near) ->
            findings.add(
                Finding.fail(
                    AREA,
                    "`" + glob + "` matches no file",
                    near.isEmpty()
                        ? "Globs are relative to the server's directory (--cwd); `**` spans"
                            + " directories: \"src/**/*.ts\""
                        : "Did you mean " + String.join(" or ", near) + "?")));
    if (!facts.watched().isEmpty()) {
      findings.addFirst(Finding.ok(AREA, watched(facts) + ignored(facts)));
    } else if (findings.isEmpty()) {
      findings.add(
          Finding.fail(
              AREA,
              "no file would be watched" + ignored(facts),
              "Use a glob that matches the files you edit: exclusions (`!…`) and ignored directories"
                  + " leave no file"));
    }
    return findings;
  }

  private static String watched(WatchFacts facts) {
    int n = facts.watched().size();
    List<String> some = facts.watched().subList(0, Math.min(NAMES, n));
    return Words.count(n, "file") + ": " + String.join(", ", some) + (n > NAMES ? ", …" : "");
  }

  private static String ignored(WatchFacts facts) {
    int sum = facts.ignored().values().stream().mapToInt(Integer::intValue).sum();
    if (sum == 0) {
      return "";
    }
    List<String> places =
        facts.ignored().entrySet().stream()
            .sorted((a, b) -> Integer.compare(b.getValue(), a.getValue()))
            .limit(NAMES)
            .map(e -> e.getKey() + " (" + e.getValue() + ")")
            .toList();
    return "; ignored: " + String.join(", ", places);
  }
}
