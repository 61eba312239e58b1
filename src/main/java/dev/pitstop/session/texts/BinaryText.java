package dev.pitstop.session.texts;

import dev.pitstop.channel.RunKind;
import dev.pitstop.project.BinaryInfo;
import dev.pitstop.text.Words;
import java.nio.file.Path;

/// The texts of `binary_info`: which file the server runs, and whether the process is older.
public final class BinaryText {
  /// What changed after the start, if that is the program's own file; see [#stale].
  public static final String ITS_FILE = "the file";

  private BinaryText() {}

  /// Path, version, size, age and hash of the file.
  public static String file(BinaryInfo info, long ageMillis) {
    return info.path()
        + info.version().map(v -> "\nversion " + v).orElse("")
        + Words.fill("\n{}, changed {} ago", Words.bytes(info.size()), Words.duration(ageMillis))
        + info.sha256().map(h -> "\nsha256 " + h).orElse("");
  }

  /// Nothing runs that could be old.
  public static String idle(RunKind kind) {
    return switch (kind) {
      case PROCESS, SESSION -> "The server is not running.";
      case SCHEMA -> "Each call runs the current file. Its tools have not been read yet.";
    };
  }

  /// What runs is up to date.
  public static String fresh(RunKind kind) {
    return switch (kind) {
      case PROCESS, SESSION -> "The running process is newer than the file.";
      case SCHEMA -> "Each call runs the current file. Its tools were read after the last change.";
    };
  }

  /// What runs is older than `changed`, and how to run the new file.
  public static String stale(OwnToolNames tools, RunKind kind, String changed) {
    return switch (kind) {
      case PROCESS, SESSION ->
          Words.fill("STALE: the running process started before {} changed", changed)
              + tools.call("recompile", "; {} starts the new one.", ".");
      case SCHEMA ->
          "Each call runs the current file. "
              + Words.fill("STALE: its tools were read before {} changed", changed)
              + tools.call("recompile", "; {} reads them again.", ".");
    };
  }

  public static String notExecutable(Path file, String command) {
    return Words.MARK + file + " is not an executable file." + command(command);
  }

  public static String missing(Path file, RunKind kind, boolean running, String command) {
    return Words.MARK
        + file
        + " is missing; a build may have removed it."
        + switch (kind) {
          case PROCESS, SESSION ->
              running
                  ? " The running server started from an earlier file and cannot restart until"
                      + " the file is back."
                  : " The server cannot start until the file exists.";
          case SCHEMA -> " No call can run until the file exists.";
        }
        + command(command);
  }

  public static String unknown(String server, String command) {
    return Words.MARK
        + Words.fill("The command of server `{}` does not name a program file", server)
        + " (an interpreter, shell, wrapper, package runner or build tool is not one), so Pitstop"
        + " cannot tell whether the server is stale."
        + command(command);
  }

  private static String command(String display) {
    return "\nCommand: " + display;
  }

  public static String beingWritten(Path file) {
    return Words.MARK + file + " is being written right now.";
  }
}
