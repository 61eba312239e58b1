package dev.pitstop.digest;

import java.nio.file.Path;
import java.util.Optional;

/// A build's output for an agent: the number of errors, the first errors with their explanations,
/// the end of the output, counts of what was left out, and the path of the full log.
///
/// @param text at most [#MOST_LINES] lines and about [#MOST_CHARS] characters, without terminal
///   codes; paths below the working directory are relative
/// @param errors the number of different error messages; 0 also if the build tool is unknown
/// @param lines the number of lines of output
/// @param logFile the file with the full output, if there is one
public record BuildReport(String text, int errors, long lines, Optional<Path> logFile) {
  public static final int MOST_LINES = 60;
  public static final int MOST_CHARS = 6_000;
}
