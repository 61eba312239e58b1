package dev.pitstop.install;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The changes to make in a client's file.
///
/// @param wraps how to wrap servers, by the ids of their entries
/// @param settings the client's own settings, for wrapped servers
/// @param wide the client's own settings for all its servers
public record Wishes(
    Map<String, Wrapping.How> wraps,
    Map<String, List<Setting.OfServer>> settings,
    List<Setting.OfClient> wide) {
  public Wishes {
    wraps = new LinkedHashMap<>(wraps);
    settings = new LinkedHashMap<>(settings);
    wide = List.copyOf(wide);
  }

  /// Wraps servers, and writes no settings.
  public static Wishes wraps(Map<String, Wrapping.How> wraps) {
    return new Wishes(wraps, Map.of(), List.of());
  }

  public boolean hasSettings() {
    return !settings.isEmpty() || !wide.isEmpty();
  }

  /// The same without these servers; settings for all servers go with the last one.
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
