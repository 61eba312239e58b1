package dev.pitstop.config;

import dev.pitstop.catalog.Namespace;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The names of the servers in a file. A valid name stays as it is; any other name is changed until
/// it is valid. Pure.
final class EntryNames {
  private EntryNames() {}

  /// The names of these entries, by the names in the file and in its order.
  static Map<String, String> fit(List<String> written) {
    Set<String> held = new HashSet<>(written);
    Map<String, String> names = new LinkedHashMap<>();
    for (String each : written) {
      boolean valid = Namespace.problem(each).isEmpty();
      String name = valid ? each : Namespace.fit(each, held);
      names.put(each, name);
      held.add(name);
    }
    return names;
  }
}
