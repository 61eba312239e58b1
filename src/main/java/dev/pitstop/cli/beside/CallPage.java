package dev.pitstop.cli.beside;

import dev.pitstop.beside.Call;
import dev.pitstop.beside.Calls;
import dev.pitstop.beside.JsonLine;
import dev.pitstop.beside.Lines;
import dev.pitstop.cli.beside.Which.Source;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `pitstop calls N`: one call in full.
record CallPage(Desk desk, Printer out, boolean json, long number) {
  private static final int MOST_LINES = 10_000; // of a session that has ended

  int run(Source source) throws IOException, Refusal {
    List<JsonLine> lines =
        switch (source) {
          case Source.Running r -> ask(r);
          case Source.Ended e -> collect(e);
        };
    Calls calls = new Calls();
    Optional<Call> call = Optional.empty();
    for (JsonLine line : lines) {
      Optional<Call> now = calls.add(line);
      call = now.isPresent() ? now : call;
    }
    if (call.isEmpty()) {
      throw Refusal.failed("the journal has no call " + number);
    }
    if (json) {
      for (JsonLine line : lines) {
        out.json(line.json());
      }
    } else {
      print(call.get(), lines);
    }
    return 0;
  }

  private List<JsonLine> ask(Source.Running session) throws IOException, Refusal {
    List<JsonLine> lines = new ArrayList<>();
    try (Lines answer =
        session.session().ask("{\"do\":\"call-number\",\"call\":" + number + "}", desk::note)) {
      for (Optional<JsonLine> l = answer.next(); l.isPresent(); l = answer.next()) {
        switch (l.get().type()) {
          case "session", "end" -> {}
          case "error" -> throw Refusal.failed(l.get().text("text"));
          default -> lines.add(l.get());
        }
      }
    }
    return lines;
  }

  /// What is said while the call is open, and of that what its run and its server say.
  private List<JsonLine> collect(Source.Ended session) throws IOException, Refusal {
    List<JsonLine> open = new ArrayList<>();
    List<JsonLine> lines = new ArrayList<>();
    new Reading(desk, session)
        .each(line -> {
          boolean ours = line.number("call") == number;
          if (line.type().equals("answer") && ours) {
            open.add(line);
            open.stream().filter(l -> belongs(l, line)).forEach(lines::add);
            open.clear();
          } else if ((line.type().equals("call") && ours)
              || (!open.isEmpty() && open.size() < MOST_LINES && isText(line))) {
            open.add(line);
          }
        });
    return lines.isEmpty() ? open : lines;
  }

  private static boolean isText(JsonLine line) {
    return line.type().equals("stderr") || line.type().equals("notice");
  }

  private static boolean belongs(JsonLine line, JsonLine answer) {
    return switch (line.type()) {
      case "stderr" ->
          line.text("server").equals(answer.text("server"))
              && line.number("run") == answer.number("run");
      case "notice" -> line.text("server").equals(answer.text("server"));
      default -> true;
    };
  }

  private void print(Call c, List<JsonLine> lines) throws IOException {
    out.say("call " + c.number() + ": " + (c.method() + " " + c.name()).strip());
    out.say(
        "  began %s, %s ago%s"
            .formatted(
                new Clock(desk).time(c.millis()),
                desk.age(c.millis()),
                c.by().isEmpty() ? "" : ", by " + c.by()));
    String run = c.run() == 0 ? "" : " #" + c.run();
    out.say(
        c.isPending()
            ? "  pending: it has no answer yet"
            : "  %s after %s%s%s"
                .formatted(
                    c.status(),
                    CallsList.took(c.micros()),
                    c.server().isEmpty() ? ", by Pitstop" : ", " + c.server() + run,
                    c.deliveries() > 1
                        ? ", repeated: given to a run " + c.deliveries() + " times"
                        : ""));
    for (JsonLine line : lines) {
      switch (line.type()) {
        case "call" ->
            message(line, "request", c.method().equals("tools/call") ? "arguments" : "params");
        case "answer" -> message(line, "response", "result");
        default -> {}
      }
    }
    texts(lines, "stderr", "line", "stderr meanwhile:", "  | ");
    texts(lines, "notice", "text", "notices of Pitstop with the result:", "  ");
  }

  private void message(JsonLine line, String member, String title) throws IOException {
    long bytes = line.number(member + "Bytes");
    if (bytes == 0 && !line.has(member)) {
      return;
    }
    String size = " (the message has " + Words.bytes(bytes) + "):";
    Optional<JsonLine> message = line.object(member);
    if (line.has(member + "Begins")) {
      out.say("\n" + member + ", cut" + size);
      out.say(indented(line.text(member + "Begins") + " …", "  "));
    } else if (message.isEmpty()) {
      out.say("  " + member + ": " + Words.bytes(bytes) + ", not kept on disk");
    } else if (member.equals("request")) {
      JsonLine params = message.get().object("params").orElse(message.get());
      out.say("\n" + title + size);
      out.say(indented(PrettyJson.of(params.json("arguments").orElse(params.json())), "  "));
    } else if (message.get().object("result").isPresent()) {
      out.say("\n" + title + size);
      result(message.get().object("result").get());
    } else {
      out.say("\nerror" + size);
      out.say(
          indented(PrettyJson.of(message.get().json("error").orElse(message.get().json())), "  "));
    }
  }

  /// The texts of a tool's result as they are, and anything else as JSON.
  private void result(JsonLine result) throws IOException {
    if (!result.has("content")) {
      out.say(indented(PrettyJson.of(result.json()), "  "));
      return;
    }
    for (JsonLine block : result.objects("content")) {
      String type = block.text("type");
      List<String> about =
          new ArrayList<>(List.of(type, block.text("mimeType"), block.text("uri")));
      about.removeIf(String::isEmpty);
      out.say(
          indented(
              type.equals("text")
                  ? block.text("text")
                  : "["
                      + String.join(", ", about)
                      + ", "
                      + Words.bytes(block.json().length())
                      + " of JSON]",
              "  "));
    }
    if (result.has("structuredContent")) {
      out.say("  structuredContent:");
      out.say(indented(PrettyJson.of(result.json("structuredContent").orElseThrow()), "    "));
    }
  }

  private void texts(List<JsonLine> lines, String type, String member, String title, String mark)
      throws IOException {
    boolean first = true;
    for (JsonLine line : lines) {
      if (line.type().equals(type)) {
        out.say((first ? "\n" + title + "\n" : "") + indented(line.text(member), mark));
        first = false;
      }
    }
  }

  private static String indented(String text, String mark) {
    return mark + text.replace("\n", "\n" + mark);
  }
}
