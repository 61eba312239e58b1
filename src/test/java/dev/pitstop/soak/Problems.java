package dev.pitstop.soak;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a session did wrong, by the name of the check that noticed. Any thread.
final class Problems {
  /// Of one check, so many are written out; the others are counted.
  private static final int WRITTEN_OUT = 4;

  private final Map<String, List<String>> byCheck = new LinkedHashMap<>();

  synchronized void add(String check, String what) {
    byCheck.computeIfAbsent(check, c -> new ArrayList<>()).add(what);
  }

  synchronized boolean none() {
    return byCheck.isEmpty();
  }

  synchronized boolean mention(String words) {
    return byCheck.values().stream().flatMap(List::stream).anyMatch(p -> p.contains(words));
  }

  @Override
  public synchronized String toString() {
    StringBuilder out = new StringBuilder();
    byCheck.forEach((check, all) -> {
      for (String one : all.subList(0, Math.min(WRITTEN_OUT, all.size()))) {
        out.append("  ").append(check).append(": ").append(one).append('\n');
      }
      if (all.size() > WRITTEN_OUT) {
        out.append("  ")
            .append(check)
            .append(": ")
            .append(all.size() - WRITTEN_OUT)
            .append(" more\n");
      }
    });
    return out.toString();
  }
}
