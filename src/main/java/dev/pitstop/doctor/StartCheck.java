package dev.pitstop.doctor;

import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Whether a server starts, and soon enough for the clients.
final class StartCheck {
  private static final String AREA = "start";

  /// The client that gives up first is Cline.
  private static final long SOON = 3_000;

  private static final int MOST_LINES = 12;

  private StartCheck() {}

  static Finding of(StartFacts facts, List<Client> clients) {
    return switch (facts) {
      case StartFacts.NotStarted n -> notStarted(n);
      case StartFacts.Ended e ->
          Finding.fail(
                  AREA,
                  "it " + e.how() + " after " + Words.duration(e.millis()) + ", before it answered",
                  DeathAdvice.of(e.last()))
              .with(shown(e.last()));
      case StartFacts.Silent s -> silent(s);
      case StartFacts.Unreadable u ->
          Finding.fail(
                  AREA,
                  "the answer to `initialize` is no valid message: " + u.detail(),
                  "Write each message as one line of JSON, without line breaks inside")
              .with(u.line().isEmpty() ? List.of() : List.of(u.line()));
      case StartFacts.Refused r ->
          Finding.fail(
              AREA,
              "it refuses `initialize`: "
                  + r.message()
                  + (r.code() == 0 ? "" : " (" + r.code() + ")"),
              "It must answer with its revision, name and capabilities, also when the client asks"
                  + " for a revision that it does not know");
      case StartFacts.Answered a -> answered(a, clients);
    };
  }

  /// What it wrote to stderr: what it wrote to stdout has a finding of its own.
  private static List<String> shown(List<String> lines) {
    return Excerpt.of(lines.stream().filter(l -> !l.startsWith("[stdout] ")).toList(), MOST_LINES);
  }

  /// Whether it runs, and waits for its clients elsewhere.
  static boolean servesHttp(StartFacts facts) {
    return facts instanceof StartFacts.Silent s && url(s.last()).isPresent();
  }

  private static Finding notStarted(StartFacts.NotStarted n) {
    int prefix = n.why().startsWith("Cannot start `") ? n.why().indexOf("`: ") : -1;
    String why = prefix < 0 ? n.why() : n.why().substring(prefix + 3);
    int split = why.indexOf(". ");
    String text = split < 0 ? withoutStop(why) : why.substring(0, split);
    String advice =
        split < 0
            ? "Correct the command, or the directory that it is started in"
            : withoutStop(why.substring(split + 2));
    if (n.elsewhere().isPresent()) {
      advice =
          "Your shell finds "
              + n.elsewhere().get()
              + ", a client started from the dock does not: write this path into its configuration"
              + " in place of `"
              + n.program()
              + "`";
    } else if (!n.near().isEmpty()) {
      List<String> near = n.near().stream().map(p -> "`" + p + "`").toList();
      advice = "Did you mean " + String.join(" or ", near) + "? If not: " + lower(advice);
    }
    return Finding.fail(AREA, text, advice);
  }

  private static String lower(String sentence) {
    return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
  }

  private static String withoutStop(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  private static Finding silent(StartFacts.Silent s) {
    String text = "no answer to `initialize` within " + Words.duration(s.millis());
    Optional<String> url = url(s.last());
    Conversation.Wrote wrote = s.wrote();
    if (url.isEmpty() && wrote.messages() > 0) {
      return Finding.fail(AREA, text + ", but " + wrote(wrote), answering(wrote))
          .with(wrote.first());
    }
    String remedy =
        url.isPresent()
            ? "It seems to serve HTTP: try `pitstop doctor "
                + url.get()
                + "`, or start it with its option for stdio"
            : s.last().isEmpty()
                ? "It wrote nothing either: does the command start an MCP server on stdio? Run it by"
                    + " hand, type {} and Enter, and see whether it says anything"
                : "See what it wrote; a server that is slow needs --start-timeout, one that speaks"
                    + " HTTP its URL";
    return Finding.fail(AREA, text, remedy).with(shown(s.last()));
  }

  private static String wrote(Conversation.Wrote wrote) {
    if (wrote.late()) {
      return "one came when its stdin was closed";
    }
    return wrote.ids().isEmpty()
        ? "it wrote " + Words.count(wrote.messages(), "message")
        : "it wrote " + Words.count(wrote.ids().size(), "answer") + " to nothing that was asked";
  }

  private static String answering(Conversation.Wrote wrote) {
    if (wrote.late()) {
      return "End each message with a line break, and flush stdout after it: until then it stays in"
          + " your process";
    }
    return wrote.ids().isEmpty()
        ? "None of these answers: read stdin while you write, and answer each request under its id"
        : "Answer under the very id that the request had: the number 0 is another id than the text"
            + " \"0\" (here "
            + String.join(", ", wrote.ids().subList(0, Math.min(3, wrote.ids().size())))
            + ")";
  }

  /// A URL of this machine that a server has told; of several the one that looks most like MCP's.
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

  /// The slower of two starts counts: a client waits no longer for the one than for the other.
  private static Finding answered(StartFacts.Answered a, List<Client> clients) {
    long millis = Math.max(a.millis(), a.again().orElse(0));
    List<String> late = new ArrayList<>();
    List<String> settings = new ArrayList<>();
    boolean lost = false;
    for (Client client : clients) {
      OptionalLong limit = client.start().limitMillis();
      OptionalLong grace = client.start().graceMillis();
      if (limit.isPresent() && millis > limit.getAsLong()) {
        late.add(client.name() + " waits " + limit.getAsLong() / 1_000 + " s");
        lost |= limit.getAsLong() > SOON;
      } else if (grace.isPresent() && millis > grace.getAsLong()) {
        late.add(
            client.name()
                + " sends its first request without its tools after "
                + grace.getAsLong() / 1_000
                + " s");
      } else {
        continue;
      }
      client.start().setting().ifPresent(s -> settings.add(client.name() + ": " + s));
    }
    String text =
        "answered `" + a.method() + "` " + Words.duration(a.millis()) + " after its start";
    if (millis > SOON && a.again().isPresent()) {
      text += " (the second time " + Words.duration(a.again().getAsLong()) + ")";
    }
    if (late.isEmpty()) {
      return Finding.ok(AREA, text);
    }
    String remedy =
        "Answer first, and load, connect or download afterwards; do not start through `npx -y` or"
            + " `uvx` what can be installed before. Behind Pitstop the client is answered in time"
            + " from the second start on"
            + settings.stream().map(s -> ". " + s).collect(Collectors.joining());
    String all = text + ": " + String.join(", ", late);
    return lost ? Finding.fail(AREA, all, remedy) : Finding.warn(AREA, all, remedy);
  }
}
