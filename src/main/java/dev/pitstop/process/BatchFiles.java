package dev.pitstop.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Batch files of Windows (`.bat`, `.cmd`). Windows runs them in its shell, which reads their
/// arguments as part of a command line, so that a value can run a command. Untested on Windows.
public final class BatchFiles {
  private static final String SPECIAL = "&|<>^%!\"()\r\n";

  private BatchFiles() {}

  /// The reason why these words must not be passed to a program: it is a batch file, and a word
  /// holds a character that has a meaning in Windows' shell. Empty if they can be passed.
  ///
  /// @param program the program as it is run without the words
  /// @param executables finds its file
  /// @return one or more sentences
  public static Optional<String> refuses(
      Command program, Executables executables, List<String> words) {
    return Platform.current() == Platform.WINDOWS
        ? refuses(Platform.WINDOWS, executables.find(program), words)
        : Optional.empty();
  }

  static Optional<String> refuses(Platform platform, Optional<Path> file, List<String> words) {
    if (platform != Platform.WINDOWS || !isBatch(file)) {
      return Optional.empty();
    }
    for (String word : words) {
      for (int i = 0; i < word.length(); i++) {
        if (SPECIAL.indexOf(word.charAt(i)) >= 0) {
          return Optional.of(
              file.orElseThrow().getFileName()
                  + " is a batch file, which Windows runs in its shell. A word with `"
                  + (word.charAt(i) < ' ' ? "a line break" : String.valueOf(word.charAt(i)))
                  + "` cannot be passed to it safely. Nothing was run.");
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isBatch(Optional<Path> file) {
    String name = file.map(f -> f.toString().toLowerCase(Locale.ROOT)).orElse("");
    return name.endsWith(".bat") || name.endsWith(".cmd");
  }
}
