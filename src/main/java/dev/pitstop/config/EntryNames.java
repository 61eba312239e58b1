package dev.pitstop.config;

import dev.pitstop.catalog.Namespace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The names of the servers in a file. A valid name stays as it is; any other name is changed until
/// it is valid. An entry keeps its name as long as it is in the file.
final class EntryNames {
  private final Map<String, String> names = new HashMap<>(); // by the names in the file

  /// Names the entries that are in the file now.
  ///
  /// @param others names of servers that are not in the file. A changed name is never one of them;
  ///   a valid name stays as it is, even if it is one of them
  void fit(List<String> written, Set<String> others) {
    names.keySet().retainAll(written);
    Set<String> held = new HashSet<>(names.values());
    for (String each : written) {
      if (!names.containsKey(each) && Namespace.problem(each).isEmpty() && held.add(each)) {
        names.put(each, each);
      }
    }
    held.addAll(others);
    for (String each : written) {
      if (!names.containsKey(each)) {
        String name = Namespace.fit(each, held);
        held.add(name);
        names.put(each, name);
      }
    }
  }

  /// The name of an entry's server.
  String of(String written) {
    return names.getOrDefault(written, written);
  }

  /// The entries whose server has this name.
  List<String> written(String name) {
    return names.keySet().stream().filter(written -> of(written).equals(name)).toList();
  }

  /// Gives this name to the entry of this name, and takes it from any other entry.
  void give(String name) {
    written(name).forEach(names::remove);
    names.put(name, name);
  }

  /// Forgets an entry that is no longer in the file.
  void drop(String written) {
    names.remove(written);
  }
}
