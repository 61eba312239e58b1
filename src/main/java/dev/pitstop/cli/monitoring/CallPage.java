package dev.pitstop.cli.monitoring;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonParser;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.monitoring.Call;
import dev.pitstop.monitoring.Calls;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Live;
import dev.pitstop.monitoring.OneCall;
import dev.pitstop.monitoring.Session;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `pitstop calls N`: one call in full.
record CallPage(Desk desk, Printer out, long number) {
  void run(Session session) throws IOException, Refusal {
    OneCall found = new OneCall(number);
    if (session instanceof Live live) {
      String request = "{\"do\":\"call-number\",\"call\":" + number + "}";
      Reading.pass(live.ask(request, desk::note), found::add);
    } else {
      new Reading(desk, session).each(found::add);
    }
    List<JsonLine> lines = found.lines();
    Calls calls = new Calls();
    List<Call> states = lines.stream().flatMap(l -> calls.add(l).stream()).toList();
    if (states.isEmpty()) {
      throw new Refusal(1, "the journal has no call " + number);
    }
    for (JsonLine line : lines) {
      out.json(line.json());
    }
    print(states.getLast(), lines);
  }

  private void print(Call c, List<JsonLine> lines) throws Refusal {
    JsonLine answer = c.answer();
    String by = c.begun().text("by");
    String server = c.server().isEmpty() ? "Pitstop" : c.server() + " #" + answer.number("run");
    long times = answer.number("deliveries");
    out.say("call %d: %s %s".formatted(number, c.begun().text("method"), c.name()));
    out.say(
        "  began %s, %s ago%s"
            .formatted(
                desk.time(c.millis()), desk.age(c.millis()), by.isEmpty() ? "" : ", by " + by));
    out.say(
        c.isPending()
            ? "  pending: it has no answer yet"
            : "  %s after %s, by %s%s"
                .formatted(
                    c.status(),
                    CallsList.took(answer.number("micros")),
                    server,
                    times > 1 ? ", repeated: given to a run " + times + " times" : ""));
    message(c.begun(), "request");
    message(answer, "response");
    texts(lines, "stderr", "line", "stderr meanwhile:", "  | ");
    texts(lines, "notice", "text", "notices of Pitstop with the result:", "  ");
  }

  private void message(JsonLine line, String member) throws Refusal {
    Optional<JsonLine> message = line.object(member);
    String size = " (" + Words.bytes(line.number(member + "Bytes")) + ")";
    if (line.has(member + "Begins")) {
      say(member + size + ", cut:", line.text(member + "Begins") + " …", "  ");
    } else if (message.isPresent()) {
      JsonLine about = message.get();
      boolean asked = member.equals("request");
      for (String inside : asked ? List.of("params", "arguments") : List.of("result")) {
        about = about.object(inside).orElse(about);
      }
      say(member + size + ":", about.has("content") ? content(about) : pretty(about), "  ");
    } else if (line.has(member + "Bytes")) {
      out.say("  " + member + size + ": not kept on disk");
    }
  }

  /// The texts of a tool's result as they are, and anything else as JSON.
  private static String content(JsonLine result) {
    List<String> parts = new ArrayList<>();
    for (JsonLine block : result.objects("content")) {
      String other =
          "[%s %s, %s of JSON]"
              .formatted(
                  block.text("type"), block.text("mimeType"), Words.bytes(block.json().length()));
      parts.add(block.type().equals("text") ? block.text("text") : other);
    }
    result.object("structuredContent").ifPresent(s -> parts.add("structuredContent: " + pretty(s)));
    return String.join("\n", parts);
  }

  private static String pretty(JsonLine object) {
    return new GsonBuilder()
        .setPrettyPrinting()
        .disableHtmlEscaping()
        .serializeNulls()
        .create()
        .toJson(JsonParser.parseString(object.json()));
  }

  private void texts(List<JsonLine> lines, String type, String member, String title, String mark)
      throws Refusal {
    List<String> found =
        lines.stream().filter(l -> l.type().equals(type)).map(l -> l.text(member)).toList();
    if (!found.isEmpty()) {
      say(title, String.join("\n", found), mark);
    }
  }

  private void say(String title, String text, String mark) throws Refusal {
    out.say("\n" + title + "\n" + mark + text.replace("\n", "\n" + mark));
  }
}
