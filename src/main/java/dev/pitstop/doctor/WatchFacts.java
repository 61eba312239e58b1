package dev.pitstop.doctor;

import java.util.List;
import java.util.Map;

/// What `--watch` would see.
///
/// @param watched paths of files, relative to the directory
/// @param ignored files that the globs match and that are ignored, by where they lie
/// @param empty globs that match no file, each with what was probably meant, which may be nothing
record WatchFacts(
    List<String> watched, Map<String, Integer> ignored, Map<String, List<String>> empty) {
  WatchFacts {
    watched = List.copyOf(watched);
  }
}
