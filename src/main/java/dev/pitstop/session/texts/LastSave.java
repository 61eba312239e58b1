package dev.pitstop.session.texts;

import dev.pitstop.text.Words;
import java.nio.file.Path;

/// The last of the files that were saved after a program was made.
///
/// @param file relative to the directory of the search
/// @param millis when it was saved, in milliseconds since 1970
/// @param count the number of such files
public record LastSave(Path file, long millis, int count) {
  /// `src/A.java (changed 3.0 min ago) and 4 other files`.
  ///
  /// @param nowMillis since 1970
  public String words(long nowMillis) {
    String others = count > 1 ? " and " + Words.count(count - 1, "other file") : "";
    return Words.fill("{} (changed {} ago){}", file, age(nowMillis), others);
  }

  /// How long ago it was saved: `3.0 s`.
  ///
  /// @param nowMillis since 1970
  public String age(long nowMillis) {
    return Words.duration(Math.max(0, nowMillis - millis));
  }
}
