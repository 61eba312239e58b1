package dev.pitstop.project;

import java.util.List;
import java.util.Optional;

/// The options that a project's files suggest, relative to its own directory.
record Found(Optional<String> build, List<String> watch, String reason) {
  Found {
    watch = List.copyOf(watch);
  }
}
