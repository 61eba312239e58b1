package dev.pitstop.config;

import dev.pitstop.catalog.Namespace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the servers of a file's entries are called (M2): a good name stays as it is, another is
/// made to fit, and an entry that has one keeps it as long as it is in the file.
final class EntryNames {
  private final Map<String, String> names = new HashMap<>(); // by those that are written

  /// These entries are in the file now.
  ///
  /// @param others names of servers that are not the file's: what is made to fit is none of them. A
  ///   good name may be one of them, as it stays as it is
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

  /// What the server of an entry is called.
  String of(String written) {
    return names.getOrDefault(written, written);
  }

  /// The entries whose server is called so.
  List<String> written(String name) {
    List<String> all = new ArrayList<>();
    names.forEach((written, called) -> {
      if (called.equals(name)) {
        all.add(written);
      }
    });
    return all;
  }

  /// The entry that is written so has this name, and no other entry has.
  void give(String name) {
    written(name).forEach(names::remove);
    names.put(name, name);
  }

  /// The entry is in the file no more.
  void drop(String written) {
    names.remove(written);
  }
}
