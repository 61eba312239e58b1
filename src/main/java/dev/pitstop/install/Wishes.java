package dev.pitstop.install;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is to become of a client's file.
///
/// @param wraps how servers are wrapped, by the ids of their entries
/// @param settings of the client's own, for servers that are wrapped then
/// @param wide settings of the client's own for all its servers
public record Wishes(
    Map<String, Wrapping.How> wraps,
    Map<String, List<Setting.OfServer>> settings,
    List<Setting.OfClient> wide) {
  public Wishes {
    wraps = new LinkedHashMap<>(wraps);
    settings = new LinkedHashMap<>(settings);
    wide = List.copyOf(wide);
  }

  static Wishes wraps(Map<String, Wrapping.How> wraps) {
    return new Wishes(wraps, Map.of(), List.of());
  }

  /// The same but for these servers; what is for all servers goes if nothing is left.
  ///
  /// @param left whether other servers stay wrapped
  Wishes without(List<String> ids, boolean left) {
    Map<String, Wrapping.How> others = new LinkedHashMap<>(wraps);
    Map<String, List<Setting.OfServer>> theirs = new LinkedHashMap<>(settings);
    ids.forEach(others::remove);
    ids.forEach(theirs::remove);
    return new Wishes(others, theirs, left ? wide : List.of());
  }
}
