package dev.pitstop.cli.monitoring;

import com.google.gson.JsonParser;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.monitoring.Call;
import dev.pitstop.monitoring.Calls;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.OneCall;
import dev.pitstop.monitoring.Session;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `pitstop calls N`: one call in full.
record CallPage(Desk desk, Printer out, long number) {
  void run(Session session) throws IOException, Refusal {
    OneCall found = new OneCall(number);
    Reading.pass(desk, session.read(true), found::add);
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
    message(c.begun(), "request", c.request().map(CallPage::shown));
    message(answer, "response", c.response().map(CallPage::shown));
    texts(lines, "stderr", "line", "stderr meanwhile:", "  | ");
    texts(lines, "notice", "text", "notices of Pitstop with the result:", "  ");
  }

  private void message(JsonLine line, String member, Optional<String> shown) throws Refusal {
    String size = " (" + Words.bytes(line.number(member + "Bytes")) + ")";
    if (line.has(member + "Begins")) {
      say(member + size + ", cut:", line.text(member + "Begins") + " …", "  ");
    } else if (shown.isPresent()) {
      say(member + size + ":", shown.get(), "  ");
    } else if (line.has(member + "Bytes")) {
      out.say("  " + member + size + ": not kept on disk");
    }
  }

  /// The arguments of a tool, or whatever else there is.
  private static String shown(Message.Request request) {
    Span about =
        request.param("arguments").present() ? request.param("arguments") : request.params();
    String json = about.present() ? about.text(request.bytes()) : "{}";
    return Answer.pretty(JsonParser.parseString(json));
  }

  private static String shown(Message.Response response) {
    Answer answer = Answer.of(response);
    List<String> shown = answer.shown();
    return shown.isEmpty() ? Answer.pretty(answer.body()) : String.join("\n", shown);
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
