package dev.pitstop.cli.beside;

import dev.pitstop.beside.JsonLine;
import dev.pitstop.beside.Lines;
import dev.pitstop.beside.Live;
import dev.pitstop.rpc.Json;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `pitstop reload`, `stop`, `start` and `rerun`: the session does it and says how it went.
record Act(Desk desk, Printer out, boolean json) {
  private static final List<String> BAD = List.of("now fails", "not sent");

  /// @param verb `reload`, `stop` or `start`
  int run(String verb, Optional<String> server, Live session) throws IOException, Refusal {
    Which.check(server, session.servers());
    String named = server.map(s -> ",\"server\":" + Json.quote(s)).orElse("");
    return ask(session, "{\"do\":\"" + verb + "\"" + named + "}", BAD);
  }

  /// @param which `last`, `failed`, or numbers of calls
  int rerun(List<String> which, Live session) throws IOException, Refusal {
    String first = which.getFirst();
    boolean word = first.equals("last") || first.equals("failed");
    String json = word ? Json.quote(first) : "[" + String.join(",", which) + "]";
    // of the calls that failed, only some may be made again
    List<String> bad = first.equals("failed") ? BAD.subList(0, 1) : BAD;
    return ask(session, "{\"do\":\"rerun\",\"which\":" + json + "}", bad);
  }

  /// @param bad the verdicts with which it did not work
  private int ask(Live session, String request, List<String> bad) throws IOException, Refusal {
    boolean ended = false;
    int code = 0;
    try (Lines lines = session.ask(request, desk::note)) {
      for (Optional<JsonLine> l = lines.next(); l.isPresent(); l = lines.next()) {
        JsonLine line = l.get();
        String text = line.text("text");
        if (json && !line.type().equals("end")) {
          out.json(line.json());
        }
        switch (line.type()) {
          case "progress" -> desk.note(text);
          case "said" -> {
            say(text);
            ended = true;
            code = line.flag("isError") ? 1 : code;
          }
          case "rerun" -> {
            String head = ("call " + line.number("call") + " " + line.text("name")).strip();
            say(head + ": " + text.replace("\n", "\n  "));
            code = bad.contains(line.text("verdict")) ? 1 : code;
          }
          case "end" -> {
            ended = true;
            if (!text.isEmpty()) {
              say(text);
            }
          }
          case "error" -> throw new Refusal(1, text);
          default -> {}
        }
      }
    }
    if (!ended) {
      throw new Refusal(1, "session " + session.pid() + " ended before it answered");
    }
    return code;
  }

  private void say(String text) throws IOException {
    if (!json) {
      out.say(text);
    }
  }
}
