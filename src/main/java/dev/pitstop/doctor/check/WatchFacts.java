package dev.pitstop.doctor.check;

import java.util.List;
import java.util.Map;

/// What `--watch` would watch.
///
/// @param watched paths of files, relative to the directory
/// @param ignored how many matching files are ignored, by their directory
/// @param empty globs that match no file, each with suggestions, which may be empty
public record WatchFacts(
    List<String> watched, Map<String, Integer> ignored, Map<String, List<String>> empty) {}
