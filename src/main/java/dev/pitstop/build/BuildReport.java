package dev.pitstop.build;

import java.nio.file.Path;
import java.util.Optional;

/// What a build said, for an agent (R3): how many errors, the first ones with what explains them,
/// the end of the output, what was left out, where the full log is.
///
/// @param text at most [#MOST_LINES] lines and about [#MOST_CHARS] characters, without terminal
///   codes; paths below the working directory are relative
/// @param errors different error messages recognised; 0 also when the tool is not known
/// @param lines lines of output in all
/// @param logFile the full output, if there is a file
public record BuildReport(String text, int errors, long lines, Optional<Path> logFile) {
  public static final int MOST_LINES = 60;
  public static final int MOST_CHARS = 6_000;
}
