package dev.pitstop.doctor;

import dev.pitstop.doctor.client.ClientProfile;
import dev.pitstop.mcp.Methods;
import dev.pitstop.process.StderrRing;
import dev.pitstop.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Checks whether a server starts, and soon enough for the clients.
final class StartCheck {
  private static final String AREA = "start";

  /// The client that gives up first is Cline.
  private static final long SOON = 3_000;

  private static final int MOST_LINES = 12;

  /// A URL of this machine, without the full stop of its sentence.
  private static final Pattern URL =
      Pattern.compile("http://(localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0)[^\\s\"'`,;)>\\]]*(?<!\\.)");

  private StartCheck() {}

  /// It did not answer as it should.
  ///
  /// @param initialize what came of the first request
  /// @param millis from the start of the process to that outcome
  /// @param last the last lines that it wrote, without messages
  /// @param heard what it wrote to stdout, up to its end
  static Finding unanswered(
      Outcome initialize, long millis, List<String> last, Conversation.Heard heard) {
    return switch (initialize) {
      case Outcome.Answer a -> throw new IllegalStateException("answered");
      case Outcome.Over o ->
          Finding.fail(
                  AREA,
                  "the server %s, %s after it started and before it answered"
                      .formatted(o.how(), Words.duration(millis)),
                  DeathAdvice.of(last))
              .withExcerpt(ofStderr(last), MOST_LINES);
      case Outcome.Silence s -> silent(s.millis(), last, heard);
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

  /// Lines of stdout have a finding of their own.
  private static List<String> ofStderr(List<String> lines) {
    return lines.stream().filter(l -> !StderrRing.isOfStdout(l)).toList();
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
    String usual =
        advice.isEmpty() ? "Correct the command, or its working directory" : withoutStop(advice);
    String remedy =
        elsewhere
            .map(file ->
                "Write %s instead of `%s` into the client's configuration: your shell finds it, a client started from the dock does not"
                    .formatted(file, program))
            .orElse(usual);
    return Finding.fail(AREA, withoutStop(problem), remedy);
  }

  static String withoutStop(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  private static Finding silent(long millis, List<String> last, Conversation.Heard wrote) {
    String text = "no answer to `initialize` within " + Words.duration(millis);
    Optional<String> url = url(last);
    if (url.isEmpty() && wrote.messages() > 0) {
      return wrote(text + ", but ", wrote).with(wrote.samples());
    }
    String remedy =
        url.isPresent()
            ? "Try `pitstop doctor %s`, or start the server for stdio: the server seems to serve HTTP"
                .formatted(url.get())
            : last.isEmpty()
                ? "The server printed nothing: run the command by hand, type {} and Enter, and"
                    + " check that an MCP server answers on stdio"
                : "Read the server's output below: a slow server needs --start-timeout, an HTTP"
                    + " server its URL";
    return Finding.fail(AREA, text, remedy).withExcerpt(ofStderr(last), MOST_LINES);
  }

  private static Finding wrote(String text, Conversation.Heard wrote) {
    List<String> ids = wrote.unasked();
    return wrote.late()
        ? Finding.fail(
            AREA,
            text + "one came when Pitstop closed the server's stdin",
            "End each message with a line break and flush stdout: until then it stays in the"
                + " server's buffer")
        : ids.isEmpty()
            ? Finding.fail(
                AREA,
                text + "the server wrote " + Words.count(wrote.messages(), "message"),
                "Answer each request with its id, and read stdin while writing: none of these"
                    + " messages is an answer")
            : Finding.fail(
                AREA,
                "%sthe server wrote %s that %s no request"
                    .formatted(
                        text,
                        Words.count(ids.size(), "answer"),
                        ids.size() == 1 ? "matches" : "match"),
                ("Answer with the id of the request: the number 0 and the string \"0\" are different"
                        + " ids (here %s)")
                    .formatted(Parts.first(ids, 3)));
  }

  /// A URL of this machine in a server's output; of several, the one most likely to be MCP's.
  static Optional<String> url(List<String> lines) {
    List<String> urls = lines.stream().map(StartCheck::urlIn).flatMap(Optional::stream).toList();
    return urls.stream()
        .filter(u -> u.endsWith("/mcp") || u.endsWith("/sse"))
        .findFirst()
        .or(() -> urls.stream().findFirst());
  }

  private static Optional<String> urlIn(String line) {
    Matcher url = URL.matcher(line);
    return url.find() ? Optional.of(url.group().replace("0.0.0.0", "localhost")) : Optional.empty();
  }

  /// It answered.
  ///
  /// @param method the request that it answered first
  /// @param millis from the start of the process to that answer
  static Finding answered(String method, long millis, List<ClientProfile> clients) {
    List<String> late = new ArrayList<>();
    StringBuilder settings = new StringBuilder();
    boolean lost = false;
    for (ClientProfile client : clients) {
      long limit = client.start().limitMillis().orElse(Long.MAX_VALUE);
      long grace = client.start().graceMillis().orElse(Long.MAX_VALUE);
      if (millis > limit) {
        late.add(client.name() + " waits " + limit / 1_000 + " s");
        lost |= limit > SOON;
      } else if (millis > grace) {
        late.add(
            "after %s s %s sends its first request without these tools"
                .formatted(grace / 1_000, client.name()));
      }
      if (millis > Math.min(limit, grace)) {
        settings.append(client.advice(client.start()));
      }
    }
    String text = "answered `" + method + "` " + Words.duration(millis) + " after its start";
    if (late.isEmpty()) {
      return Finding.ok(AREA, text);
    }
    text += ": " + String.join(", ", late);
    String remedy =
        "Answer `initialize` first, then load, connect or download; install packages beforehand"
            + " instead of starting through `npx -y` or `uvx`. Behind Pitstop, the answer is in"
            + " time from the second start on"
            + settings;
    return lost ? Finding.fail(AREA, text, remedy) : Finding.warn(AREA, text, remedy);
  }
}
