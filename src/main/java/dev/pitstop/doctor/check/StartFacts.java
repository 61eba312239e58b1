package dev.pitstop.doctor.check;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The outcome of a start.
public sealed interface StartFacts {
  /// What a server wrote to stdout while a request stayed unanswered.
  ///
  /// @param messages how many
  /// @param first the beginnings of the first messages
  /// @param ids the ids of responses that match no open request
  /// @param late whether one of them came after its request had timed out
  record Wrote(int messages, List<String> first, List<String> ids, boolean late) {}

  /// No process was started.
  ///
  /// @param problem a sentence that says what is wrong
  /// @param advice sentences that say what to do; may be empty
  /// @param program its name in the command
  /// @param near similar names of programs on the `PATH`
  /// @param elsewhere its file on the shell's `PATH`, if it is not on the client's
  record NotStarted(
      String problem, String advice, String program, List<String> near, Optional<Path> elsewhere)
      implements StartFacts {}

  /// It did not answer as it should.
  ///
  /// @param initialize what came of the first request
  /// @param millis from the start of the process to that outcome
  /// @param last the last lines that it wrote, without messages
  /// @param wrote the messages that it wrote, up to its end
  record Unanswered(Outcome initialize, long millis, List<String> last, Wrote wrote)
      implements StartFacts {}

  /// It answered.
  ///
  /// @param method the request that it answered first
  /// @param millis from the start of the process to that answer
  /// @param again the same for a second start
  record Answered(String method, long millis, OptionalLong again) implements StartFacts {}
}
