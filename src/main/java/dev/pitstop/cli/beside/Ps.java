package dev.pitstop.cli.beside;

import dev.pitstop.beside.JsonLine;
import dev.pitstop.beside.Live;
import dev.pitstop.beside.Sessions;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `pitstop ps`: the sessions that run, and their servers.
record Ps(Desk desk, Printer out, boolean json) {
  private static final int INDENT = 2;
  private static final int LONG = 40; // a fact that may go over several lines
  private static final char GLUE = '\u00a0';

  int run(Which which) throws IOException, Refusal {
    List<Live> shown;
    if (which.pid().isPresent()) {
      shown = List.of(which.live());
    } else {
      Sessions all = which.running();
      shown = all.alive();
      if (shown.isEmpty() && !json) {
        out.say(all.silent().isEmpty() ? "No session runs." : "No other session runs.");
      }
    }
    boolean first = true;
    for (Live session : shown) {
      if (json) {
        out.json(session.status().json());
      } else {
        out.say((first ? "" : "\n") + session(session));
      }
      first = false;
    }
    return 0;
  }

  private String session(Live session) {
    JsonLine s = session.status();
    List<String> facts = new ArrayList<>();
    Which.client(s).ifPresent(facts::add);
    facts.add("up " + desk.age(s.number("started")));
    facts.add(Words.groupedCount(s.number("calls"), "call"));
    List<JsonLine> servers = s.objects("servers");
    if (servers.isEmpty()) {
      facts.add("no servers");
    }
    StringBuilder text = new StringBuilder();
    text.append(wrapped("session " + session.pid(), facts, 0));
    text.append('\n').append(" ".repeat(INDENT)).append("in ").append(session.directory());
    for (JsonLine server : servers) {
      text.append('\n').append(wrapped(server.text("name"), server(server), INDENT));
    }
    return text.toString();
  }

  /// `head: a, b, c`, in lines of the terminal's width that end after a fact.
  private String wrapped(String head, List<String> facts, int indent) {
    List<String> glued =
        facts.stream().map(f -> f.length() < LONG ? f.replace(' ', GLUE) : f).toList();
    String text = head + ": " + String.join(", ", glued);
    String lead = " ".repeat(indent);
    List<String> lines = Words.lines(text, desk.width() - indent - 2 * INDENT);
    return (lead + String.join("\n    " + lead, lines)).replace(GLUE, ' ');
  }

  private List<String> server(JsonLine s) {
    List<String> facts = new ArrayList<>();
    String state = s.text("state").replace('_', ' ');
    boolean up = s.number("run") > 0 && s.text("state").startsWith("running");
    facts.add(state);
    if (s.number("run") > 0) {
      facts.add(s.text("word") + " #" + s.number("run"));
    }
    if (s.has("pid")) {
      facts.add("pid " + s.number("pid"));
    }
    if (s.has("since")) {
      facts.add((up ? "up " : "for ") + desk.age(s.number("since")));
    }
    facts.add(Words.groupedCount(s.number("answered"), "call"));
    addIfAny(facts, s.number("inFlight"), " in flight");
    addIfAny(facts, s.number("held"), " waiting");
    s.object("lastReload")
        .ifPresent(r ->
            facts.add(
                "last reload " + desk.age(r.number("t")) + " ago: " + outcome(r.text("outcome"))));
    if (!up && !s.text("lastEnd").isEmpty()) {
      facts.add("last end: " + s.text("lastEnd"));
    }
    return facts;
  }

  private static void addIfAny(List<String> facts, long number, String what) {
    if (number > 0) {
      facts.add(number + what);
    }
  }

  /// How a reload ended, in words.
  static String outcome(String word) {
    return switch (word) {
      case "build_failed" -> "the build failed";
      case "start_failed" -> "the new server did not start";
      default -> word.replace('_', ' ');
    };
  }
}
