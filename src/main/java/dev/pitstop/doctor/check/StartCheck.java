package dev.pitstop.doctor.check;

import dev.pitstop.doctor.client.ClientProfile;
import dev.pitstop.process.StderrRing;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// Checks whether a server starts, and soon enough for the clients.
public final class StartCheck {
  private static final String AREA = "start";

  /// The client that gives up first is Cline.
  private static final long SOON = 3_000;

  private static final int MOST_LINES = 12;

  private StartCheck() {}

  public static Finding of(StartFacts facts, List<ClientProfile> clients) {
    return switch (facts) {
      case StartFacts.NotStarted n -> notStarted(n);
      case StartFacts.Ended e ->
          Finding.fail(
                  AREA,
                  "the server "
                      + e.how()
                      + ", "
                      + Words.duration(e.millis())
                      + " after it started and before it answered",
                  DeathAdvice.of(e.last()))
              .withExcerpt(ofStderr(e.last()), MOST_LINES);
      case StartFacts.Silent s -> silent(s);
      case StartFacts.Unreadable u ->
          Finding.fail(
                  AREA,
                  "the answer to `initialize` is not a valid message: " + u.detail(),
                  "Write each message as one line of JSON, without line breaks inside")
              .with(u.line().isEmpty() ? List.of() : List.of(u.line()));
      case StartFacts.Refused r ->
          Finding.fail(
              AREA,
              "the server refuses `initialize`: "
                  + r.message()
                  + (r.code() == 0 ? "" : " (" + r.code() + ")"),
              "Answer with revision, name and capabilities, even if the client asks for an unknown"
                  + " revision");
      case StartFacts.Answered a -> answered(a, clients);
    };
  }

  /// Lines of stdout have a finding of their own.
  private static List<String> ofStderr(List<String> lines) {
    return lines.stream().filter(l -> !StderrRing.isOfStdout(l)).toList();
  }

  /// Whether it runs, but serves its clients over HTTP.
  public static boolean servesHttp(StartFacts facts) {
    return facts instanceof StartFacts.Silent s && url(s.last()).isPresent();
  }

  private static Finding notStarted(StartFacts.NotStarted n) {
    String advice =
        n.advice().isEmpty()
            ? "Correct the command, or its working directory"
            : withoutStop(n.advice());
    if (n.elsewhere().isPresent()) {
      advice =
          "Write "
              + n.elsewhere().get()
              + " instead of `"
              + n.program()
              + "` into the client's configuration: your shell finds it, a client started from"
              + " the dock"
              + " does not";
    } else if (!n.near().isEmpty()) {
      List<String> near = n.near().stream().map(p -> "`" + p + "`").toList();
      advice = "Did you mean " + String.join(" or ", near) + "? If not, " + lower(advice);
    }
    return Finding.fail(AREA, withoutStop(n.problem()), advice);
  }

  private static String lower(String sentence) {
    return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
  }

  static String withoutStop(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  private static Finding silent(StartFacts.Silent s) {
    String text = "no answer to `initialize` within " + Words.duration(s.millis());
    Optional<String> url = url(s.last());
    StartFacts.Wrote wrote = s.wrote();
    if (url.isEmpty() && wrote.messages() > 0) {
      return Finding.fail(AREA, text + ", but " + wrote(wrote), answering(wrote))
          .with(wrote.first());
    }
    String remedy =
        url.isPresent()
            ? "Try `pitstop doctor "
                + url.get()
                + "`, or start the server for stdio: the server seems to serve HTTP"
            : s.last().isEmpty()
                ? "The server printed nothing: run the command by hand, type {} and Enter, and"
                    + " check that an MCP"
                    + " server answers on stdio"
                : "Read the server's output below: a slow server needs --start-timeout, an HTTP"
                    + " server its URL";
    return Finding.fail(AREA, text, remedy).withExcerpt(ofStderr(s.last()), MOST_LINES);
  }

  private static String wrote(StartFacts.Wrote wrote) {
    if (wrote.late()) {
      return "one came when Pitstop closed the server's stdin";
    }
    return wrote.ids().isEmpty()
        ? "the server wrote " + Words.count(wrote.messages(), "message")
        : "the server wrote "
            + Words.count(wrote.ids().size(), "answer")
            + " that "
            + (wrote.ids().size() == 1 ? "matches" : "match")
            + " no request";
  }

  private static String answering(StartFacts.Wrote wrote) {
    if (wrote.late()) {
      return "End each message with a line break and flush stdout: until then it stays in the"
          + " server's"
          + " buffer";
    }
    return wrote.ids().isEmpty()
        ? "Answer each request with its id, and read stdin while writing: none of these messages is"
            + " an answer"
        : "Answer with the id of the request: the number 0 and the string \"0\" are different ids"
            + " (here "
            + String.join(", ", wrote.ids().subList(0, Math.min(3, wrote.ids().size())))
            + ")";
  }

  /// A URL of this machine in a server's output; of several, the one most likely to be MCP's.
  static Optional<String> url(List<String> lines) {
    Optional<String> any = Optional.empty();
    for (String line : lines) {
      Optional<String> url = urlIn(line).or(() -> port(line));
      if (url.isPresent() && (url.get().endsWith("/mcp") || url.get().endsWith("/sse"))) {
        if (urlIn(line).isPresent()) {
          return url;
        }
      }
      any = any.or(() -> url);
    }
    return any;
  }

  private static Optional<String> urlIn(String line) {
    int at = line.indexOf("http://");
    if (at < 0) {
      return Optional.empty();
    }
    int end = at;
    while (end < line.length()
        && !Character.isWhitespace(line.charAt(end))
        && "\"'`,;)>]".indexOf(line.charAt(end)) < 0) {
      end++;
    }
    String url = line.substring(at, end);
    while (url.endsWith(".")) {
      url = url.substring(0, url.length() - 1);
    }
    return Optional.of(url.replace("0.0.0.0", "localhost"))
        .filter(u -> u.contains("localhost") || u.contains("127.0.0.1"));
  }

  /// `listening on port 3333`.
  private static Optional<String> port(String line) {
    String lower = line.toLowerCase(Locale.ROOT);
    int port = lower.indexOf("port ");
    if (port < 0 || !(lower.contains("listen") || lower.contains("running"))) {
      return Optional.empty();
    }
    StringBuilder digits = new StringBuilder();
    for (int i = port + 5; i < lower.length() && Character.isDigit(lower.charAt(i)); i++) {
      digits.append(lower.charAt(i));
    }
    return digits.isEmpty() ? Optional.empty() : Optional.of("http://localhost:" + digits + "/mcp");
  }

  /// The slower of two starts counts: a client waits equally long for both.
  private static Finding answered(StartFacts.Answered a, List<ClientProfile> clients) {
    long millis = Math.max(a.millis(), a.again().orElse(0));
    List<String> late = new ArrayList<>();
    List<String> settings = new ArrayList<>();
    boolean lost = false;
    for (ClientProfile client : clients) {
      OptionalLong limit = client.start().limitMillis();
      OptionalLong grace = client.start().graceMillis();
      if (limit.isPresent() && millis > limit.getAsLong()) {
        late.add(client.name() + " waits " + limit.getAsLong() / 1_000 + " s");
        lost |= limit.getAsLong() > SOON;
      } else if (grace.isPresent() && millis > grace.getAsLong()) {
        late.add(
            "after "
                + grace.getAsLong() / 1_000
                + " s "
                + client.name()
                + " sends its first request without these tools");
      } else {
        continue;
      }
      client.start().setting().ifPresent(s -> settings.add(client.advice(s)));
    }
    String text =
        "answered `" + a.method() + "` " + Words.duration(a.millis()) + " after its start";
    boolean slower = !late.isEmpty() && a.again().orElse(0) > a.millis();
    if (a.again().isPresent() && (millis > SOON || slower)) {
      text += " (the second time " + Words.duration(a.again().getAsLong()) + ")";
    }
    if (late.isEmpty()) {
      return Finding.ok(AREA, text);
    }
    String remedy =
        "Answer `initialize` first, then load, connect or download; install packages beforehand"
            + " instead of starting through `npx -y` or `uvx`. Behind Pitstop, the answer is in"
            + " time"
            + " from the second start on"
            + String.join("", settings);
    String all = text + ": " + String.join(", ", late);
    return lost ? Finding.fail(AREA, all, remedy) : Finding.warn(AREA, all, remedy);
  }
}
