package dev.pitstop.cli.monitoring;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Live;
import dev.pitstop.rpc.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// `pitstop reload`, `stop` and `rerun`: the session does it and says how it went.
record Act(Desk desk, Printer out, Live session) {
  private static final int MOST_NAMED = 5;
  private static final String NOT_SENT = "not sent";

  /// @param verb `reload` or `stop`
  int run(String verb, Optional<String> server) throws IOException, Refusal {
    List<String> all = session.servers();
    Which.check(server, all);
    if (server.isEmpty() && all.size() > 1) {
      throw new Refusal(
          2,
          "this session has %d servers; name one: %s"
              .formatted(
                  all.size(),
                  all.stream()
                      .limit(MOST_NAMED)
                      .map(s -> "`pitstop " + verb + " " + s + "`")
                      .collect(Collectors.joining(", "))));
    }
    String named = server.map(s -> ",\"server\":" + Json.quote(s)).orElse("");
    return ask("{\"do\":\"" + verb + "\"" + named + "}", false);
  }

  /// @param which `"last"`, `"failed"`, or an array of numbers of calls, as JSON
  int rerun(String which) throws IOException, Refusal {
    // of the calls that failed, perhaps only some may be made again; if none, nothing was tried
    boolean some = which.equals("\"failed\"");
    return ask("{\"do\":\"rerun\",\"which\":" + which + "}", some);
  }

  /// @param some whether it worked if some calls were made again, and not all
  private int ask(String request, boolean some) throws IOException, Refusal {
    List<JsonLine> said = new ArrayList<>();
    Optional<JsonLine> end =
        Reading.pass(
            desk,
            session.ask(request),
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
    List<String> verdicts =
        said.stream().filter(l -> l.type().equals("rerun")).map(l -> l.text("verdict")).toList();
    boolean left =
        verdicts.contains(NOT_SENT) && !(some && !Set.of(NOT_SENT).containsAll(verdicts));
    return left || verdicts.contains("now fails") || said.stream().anyMatch(l -> l.flag("isError"))
        ? 1
        : 0;
  }

  private void say(JsonLine line) throws Refusal {
    String text = line.text("text");
    out.json(line.json());
    switch (line.type()) {
      case "said" -> out.say(text);
      case "rerun" -> {
        String head = ("call " + line.number("call") + " " + line.text("name")).strip();
        out.say(head + ": " + text.replace("\n", "\n  "));
      }
      default -> {}
    }
  }
}
