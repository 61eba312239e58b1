package dev.pitstop.doctor;

import dev.pitstop.process.StderrRing;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;

/// Manners on the wire that are seen in passing.
final class WireCheck {
  /// A pipe holds so much on Linux.
  private static final long PIPE = 64 * 1024;

  private WireCheck() {}

  /// @param unasked ids of responses that nobody had asked for
  /// @param lines that it wrote from the start to the last list, the last of them if they are many
  /// @param ping its answer
  static List<Finding> of(List<String> unasked, List<String> lines, Reply ping) {
    List<Finding> findings = new ArrayList<>();
    if (!unasked.isEmpty()) {
      findings.add(
          Finding.fail(
              "answers",
              Words.count(unasked.size(), "answer")
                  + " that nobody had asked for (id "
                  + String.join(", ", unasked.subList(0, Math.min(3, unasked.size())))
                  + ")",
              "Codex closes the connection then: answer each request once, under the very id that it"
                  + " had (a number stays a number, 0 is one), and never a notification"));
    }
    switch (ping) {
      case Reply.Answer a -> {}
      case Reply.Refused r ->
          findings.add(
              Finding.warn(
                  "ping",
                  "`ping` is refused: " + r.message(),
                  "Answer with {}: clients that ask take the server for dead"));
      case Reply.Silence s ->
          findings.add(
              Finding.fail(
                  "ping",
                  "`ping` is not answered within " + Words.duration(s.millis()),
                  "Answer with {}: clients that ask take the server for dead"));
      case Reply.Unreadable u ->
          findings.add(
              Finding.fail("ping", "`ping` is answered with what is no message", "Answer with {}"));
      case Reply.Over o ->
          findings.add(
              Finding.fail("ping", "it " + o.how() + " when it was asked", "See its stderr"));
    }
    long bytes = lines.stream().mapToLong(l -> l.length() + 1).sum();
    if (bytes > PIPE || lines.size() >= StderrRing.LINES) {
      findings.add(
          Finding.warn(
              "stderr",
              (bytes > PIPE ? Words.bytes(bytes) : lines.size() + " lines")
                  + " and more on stderr before the first call",
              "Gemini CLI reads stderr in its debug mode only: once the pipe is full (64 KiB) the"
                  + " server stands still. Write less, or to a file (Pitstop reads it always)"));
    }
    return findings;
  }
}
