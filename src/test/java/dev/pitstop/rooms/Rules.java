package dev.pitstop.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which package may import which, as the tables of ARCHITECTURE.md say: a row names the packages
/// that its package imports, and it may also import whatever those may import.
///
/// @param imports the second column, by the first
/// @param leaves the packages of the table of leaves
record Rules(Map<String, Set<String>> imports, Set<String> leaves) {
  static final Path DESCRIPTION = Path.of("ARCHITECTURE.md");

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z.]+)` \\| ((?:`[a-z.]+`(?:, )?)+|–) \\|");
  private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");

  static Rules read() throws IOException {
    String text = Files.readString(DESCRIPTION);
    String[] parts = text.split("(?m)^### ");
    Map<String, Set<String>> imports = new TreeMap<>();
    Set<String> leaves = new TreeSet<>();
    for (String part : parts) {
      Map<String, Set<String>> rows = rows(part);
      imports.putAll(rows);
      if (part.startsWith("Leaves")) {
        leaves.addAll(rows.keySet());
      }
    }
    assertThat(leaves).as("rows under \"### Leaves\" in %s", DESCRIPTION).isNotEmpty();
    return new Rules(imports, leaves);
  }

  private static Map<String, Set<String>> rows(String text) {
    Map<String, Set<String>> rows = new TreeMap<>();
    Matcher row = ROW.matcher(text);
    while (row.find()) {
      Set<String> named = new TreeSet<>();
      NAME.matcher(row.group(2)).results().forEach(r -> named.add(r.group(1)));
      rows.put(row.group(1), named);
    }
    return rows;
  }

  boolean allows(String from, String to) {
    return from.equals(to) || mayImport(from).contains(to);
  }

  private Set<String> mayImport(String from) {
    Set<String> all = new TreeSet<>();
    Deque<String> next = new ArrayDeque<>(List.of(from));
    while (!next.isEmpty()) {
      for (String to : imports.getOrDefault(next.pop(), Set.of())) {
        if (all.add(to)) {
          next.add(to);
        }
      }
    }
    return all;
  }
}
