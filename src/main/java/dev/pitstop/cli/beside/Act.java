package dev.pitstop.cli.beside;

import dev.pitstop.beside.JsonLine;
import dev.pitstop.beside.Live;
import dev.pitstop.rpc.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `pitstop reload`, `stop`, `start` and `rerun`: the session does it and says how it went.
record Act(Desk desk, Printer out, Live session) {
  /// @param verb `reload`, `stop` or `start`
  int run(String verb, Optional<String> server) throws IOException, Refusal {
    Which.check(server, session.servers());
    String named = server.map(s -> ",\"server\":" + Json.quote(s)).orElse("");
    return ask("{\"do\":\"" + verb + "\"" + named + "}", List.of());
  }

  /// @param which `"last"`, `"failed"`, or an array of numbers of calls, as JSON
  int rerun(String which) throws IOException, Refusal {
    // of the calls that failed, only some may be made again
    boolean some = which.equals("\"failed\"");
    List<String> bad = some ? List.of("now fails") : List.of("now fails", "not sent");
    return ask("{\"do\":\"rerun\",\"which\":" + which + "}", bad);
  }

  /// @param bad the verdicts with which it did not work
  private int ask(String request, List<String> bad) throws IOException, Refusal {
    List<JsonLine> said = new ArrayList<>();
    Optional<JsonLine> end =
        Reading.pass(
            session.ask(request, desk::note),
            line -> {
              said.add(line);
              say(line);
            });
    String nothing = end.map(e -> e.text("text")).orElse("");
    if (!nothing.isEmpty()) {
      out.say(nothing);
    }
    if (end.isEmpty() && said.stream().noneMatch(l -> l.type().equals("said"))) {
      throw new Refusal(1, "session " + session.pid() + " ended before it answered");
    }
    boolean failed =
        said.stream().anyMatch(l -> l.flag("isError") || bad.contains(l.text("verdict")));
    return failed ? 1 : 0;
  }

  private void say(JsonLine line) throws Refusal {
    String text = line.text("text");
    out.json(line.json());
    switch (line.type()) {
      case "progress" -> desk.note(text);
      case "said" -> out.say(text);
      case "rerun" -> {
        String head = ("call " + line.number("call") + " " + line.text("name")).strip();
        out.say(head + ": " + text.replace("\n", "\n  "));
      }
      default -> {}
    }
  }
}
