package dev.pitstop.guess;

import java.util.List;
import java.util.Optional;

/// What a project's files say, as seen from its own directory.
record Found(Optional<String> build, List<String> watch, String reason) {
  Found {
    watch = List.copyOf(watch);
  }
}
