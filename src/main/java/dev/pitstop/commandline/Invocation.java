package dev.pitstop.commandline;

import java.util.List;
import java.util.Optional;

/// What one call of a tool gives to its process.
///
/// @param words what stands behind COMMAND, each of them one element of the argument vector
/// @param stdin what the process reads; empty if its stdin ends at once
public record Invocation(List<String> words, Optional<byte[]> stdin) {
  public Invocation {
    words = List.copyOf(words);
  }
}
