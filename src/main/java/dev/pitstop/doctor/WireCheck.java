package dev.pitstop.doctor;

import dev.pitstop.mcp.Methods;
import dev.pitstop.text.Words;
import java.util.List;

/// Checks answers without a request, `ping`, and the amount of stderr.
final class WireCheck {
  /// The most lines of a program that are looked at.
  static final int MANY = 1_000;

  /// The capacity of a pipe on Linux, in bytes.
  private static final long PIPE = 64 * 1024;

  private WireCheck() {}

  /// @param unasked ids of responses that match no open request
  /// @param lines the last lines that it wrote, from the start to the last list
  /// @param ping the answer to `ping`
  static List<Finding> of(List<String> unasked, List<String> lines, Outcome ping) {
    long bytes = lines.stream().mapToLong(l -> l.length() + 1).sum();
    return Finding.all(
        Finding.fail(
                "answers",
                "%s %s no open request (id %s)"
                    .formatted(
                        Words.count(unasked.size(), "answer"),
                        unasked.size() == 1 ? "matches" : "match",
                        Words.some(unasked, 3, unasked.size())),
                "Answer each request once, with its own id (a number stays a number, even 0), and"
                    + " never answer a notification: Codex closes the connection")
            .when(!unasked.isEmpty()),
        Finding.of(
                "ping",
                ping instanceof Outcome.Refused ? Mark.WARN : Mark.FAIL,
                ping.trouble(Methods.PING),
                "Answer with {}: clients that send `ping` consider the server dead")
            .when(ping.answer().isEmpty()),
        Finding.warn(
                "stderr",
                "at least "
                    + (bytes > PIPE ? Words.bytes(bytes) : lines.size() + " lines")
                    + " on stderr before the first call",
                "Write less, or to a file: Gemini CLI reads stderr only in debug mode, and the server"
                    + " blocks once the pipe is full (64 KiB). Pitstop always reads it")
            .when(bytes > PIPE || lines.size() >= MANY));
  }
}
