package dev.pitstop.doctor;

import dev.pitstop.digest.LastWords;
import dev.pitstop.mcp.Methods;
import dev.pitstop.process.StderrRing;
import dev.pitstop.text.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Checks whether a server starts, and soon enough for the clients.
final class StartCheck {
  private static final String AREA = "start";

  /// The client that gives up first is Cline.
  private static final long SOON = 3_000;

  /// A URL of this machine, without the full stop of its sentence.
  private static final Pattern URL =
      Pattern.compile("http://(localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0)[^\\s\"'`,;)>\\]]*(?<!\\.)");

  private StartCheck() {}

  /// It did not answer as it should.
  ///
  /// @param initialize what came of the first request
  /// @param millis from the start of the process to that outcome
  /// @param last the last lines that it wrote, without messages
  /// @param directory the server's own
  /// @param heard what it wrote to stdout, up to its end
  static Finding unanswered(
      Outcome initialize,
      long millis,
      List<String> last,
      Path directory,
      Conversation.Heard heard) {
    return switch (initialize) {
      case Outcome.Answer a -> throw new IllegalStateException("answered");
      case Outcome.Over o ->
          Finding.fail(
                  AREA,
                  "the server %s, %s after it started and before it answered"
                      .formatted(o.how(), Words.duration(millis)),
                  death(last))
              .with(ofStderr(last, directory));
      case Outcome.Silence s -> silent(s.millis(), last, directory, heard);
      case Outcome.Unreadable u ->
          Finding.fail(
                  AREA,
                  u.trouble(Methods.INITIALIZE),
                  "Write each message as one line of JSON, without line breaks inside")
              .with(u.line().isEmpty() ? List.of() : List.of(u.line()));
      case Outcome.Refused r ->
          Finding.fail(
              AREA,
              r.trouble(Methods.INITIALIZE),
              "Answer with revision, name and capabilities, even if the client asks for an unknown"
                  + " revision");
    };
  }

  private static String death(List<String> last) {
    return Signs.ofDeath(String.join("\n", last).toLowerCase(Locale.ROOT))
        .orElse(
            last.isEmpty()
                ? "Run the command by hand and keep its stdin open: the server printed nothing"
                : "Read the server's last lines:");
  }

  /// Lines of stdout have a finding of their own.
  private static List<String> ofStderr(List<String> lines, Path directory) {
    List<String> stderr = lines.stream().filter(l -> !StderrRing.isOfStdout(l)).toList();
    return LastWords.of(stderr, directory).shown();
  }

  /// Whether it runs, but serves its clients over HTTP.
  static boolean servesHttp(Outcome initialize, List<String> last) {
    return initialize instanceof Outcome.Silence && url(last).isPresent();
  }

  /// No process was started.
  ///
  /// @param problem a sentence that says what is wrong
  /// @param advice sentences that say what to do; may be empty
  /// @param program its name in the command
  /// @param elsewhere its file on the shell's `PATH`, if it is not on the client's
  static Finding notStarted(
      String problem, String advice, String program, Optional<Path> elsewhere) {
    return Finding.fail(
        AREA,
        withoutStop(problem),
        elsewhere
            .map(file ->
                "Write %s instead of `%s` into the client's configuration: your shell finds it, a client started from the dock does not"
                    .formatted(file, program))
            .orElse(
                advice.isEmpty()
                    ? "Correct the command, or its working directory"
                    : withoutStop(advice)));
  }

  static String withoutStop(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  private static Finding silent(
      long millis, List<String> last, Path directory, Conversation.Heard heard) {
    String text = "no answer to `initialize` within " + Words.duration(millis);
    Optional<String> url = url(last);
    return url.isEmpty() && heard.messages() > 0
        ? Finding.fail(AREA, text + ", but " + instead(heard), remedy(heard)).with(heard.samples())
        : Finding.fail(AREA, text, url.map(StartCheck::http).orElse(remedy(last)))
            .with(ofStderr(last, directory));
  }

  private static String http(String url) {
    return "Try `pitstop doctor %s`, or start the server for stdio: the server seems to serve HTTP"
        .formatted(url);
  }

  private static String remedy(List<String> last) {
    return last.isEmpty()
        ? "The server printed nothing: run the command by hand, type {} and Enter, and"
            + " check that an MCP server answers on stdio"
        : "Read the server's output below: a slow server needs --set startTimeout, an HTTP"
            + " server its URL";
  }

  /// What it wrote instead of an answer.
  private static String instead(Conversation.Heard heard) {
    int answers = heard.unasked().size();
    return heard.late()
        ? "one came when Pitstop closed the server's stdin"
        : answers == 0
            ? "the server wrote " + Words.count(heard.messages(), "message")
            : "the server wrote %s that %s no request"
                .formatted(Words.count(answers, "answer"), answers == 1 ? "matches" : "match");
  }

  private static String remedy(Conversation.Heard heard) {
    return heard.late()
        ? "End each message with a line break and flush stdout: until then it stays in the"
            + " server's buffer"
        : heard.unasked().isEmpty()
            ? "Answer each request with its id, and read stdin while writing: none of these"
                + " messages is an answer"
            : "Answer with the id of the request: the number 0 and the string \"0\" are different"
                + " ids (here "
                + Words.some(heard.unasked(), 3, heard.unasked().size())
                + ")";
  }

  /// A URL of this machine in a server's output; of several, the one most likely to be MCP's.
  static Optional<String> url(List<String> lines) {
    List<String> urls =
        lines.stream()
            .map(URL::matcher)
            .filter(Matcher::find)
            .map(found -> found.group().replace("0.0.0.0", "localhost"))
            .toList();
    return urls.stream()
        .filter(u -> u.endsWith("/mcp") || u.endsWith("/sse"))
        .findFirst()
        .or(() -> urls.stream().findFirst());
  }

  /// It answered.
  ///
  /// @param method the request that it answered first
  /// @param millis from the start of the process to that answer
  static Finding answered(String method, long millis, List<ClientProfile> clients) {
    List<ClientProfile> lost = clients.stream().filter(c -> millis > c.start()).toList();
    List<ClientProfile> late =
        clients.stream().filter(c -> millis > Math.min(c.start(), c.firstRequest())).toList();
    String text = "answered `" + method + "` " + Words.duration(millis) + " after its start";
    if (late.isEmpty()) {
      return Finding.ok(AREA, text);
    }
    return Finding.of(
        AREA,
        lost.stream().anyMatch(c -> c.start() > SOON) ? Mark.FAIL : Mark.WARN,
        text
            + late.stream()
                .map(c ->
                    lost.contains(c)
                        ? c.title() + " waits " + c.start() / 1_000 + " s"
                        : "after %s s %s sends its first request without these tools"
                            .formatted(c.firstRequest() / 1_000, c.title()))
                .collect(Collectors.joining(", ", ": ", "")),
        "Answer `initialize` first, then load, connect or download; install packages beforehand"
            + " instead of starting through `npx -y` or `uvx`. Behind Pitstop, the answer is in"
            + " time from the second start on"
            + late.stream().map(c -> c.advice(c.startSetting())).collect(Collectors.joining()));
  }
}
