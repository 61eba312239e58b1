package dev.pitstop.commandline;

import java.util.List;
import java.util.Optional;

/// The words and the stdin for the process of one call.
///
/// @param words the arguments after COMMAND, each one element of the argument vector
/// @param stdin the bytes that the process reads; empty if its stdin is closed at once
public record Invocation(List<String> words, Optional<byte[]> stdin) {
  public Invocation {
    words = List.copyOf(words);
  }
}
