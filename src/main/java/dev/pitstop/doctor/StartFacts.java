package dev.pitstop.doctor;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// How a start went.
sealed interface StartFacts {
  /// There was no process.
  ///
  /// @param why sentences: what is wrong, and what to do
  /// @param program as the command names it
  /// @param near names of programs that are there
  /// @param elsewhere where the shell's `PATH` has it, if the client's has not
  record NotStarted(String why, String program, List<String> near, Optional<Path> elsewhere)
      implements StartFacts {}

  /// It ended before it had answered.
  ///
  /// @param how a clause whose subject is the server
  /// @param last lines that it wrote
  record Ended(String how, long millis, List<String> last) implements StartFacts {}

  /// It runs, and does not answer.
  ///
  /// @param last lines that it wrote that are no messages
  /// @param wrote what it wrote besides, up to its end
  record Silent(long millis, List<String> last, Conversation.Wrote wrote) implements StartFacts {}

  /// It answered with what cannot be read.
  record Unreadable(String detail, String line) implements StartFacts {}

  /// It refused to speak.
  record Refused(int code, String message) implements StartFacts {}

  /// It answered.
  ///
  /// @param method what it answered first
  /// @param millis from the start of the process on
  /// @param again the same of a second start
  record Answered(String method, long millis, OptionalLong again) implements StartFacts {}
}
