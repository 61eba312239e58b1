package dev.pitstop.cli.monitoring;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Live;
import dev.pitstop.monitoring.Sessions;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `pitstop ps`: the sessions that run, and their servers.
record Ps(Desk desk, Printer out) {
  private static final int LONG = 40; // a fact that may go over several lines

  void run(Which which) throws IOException, Refusal {
    List<Live> shown;
    if (which.pid().isPresent()) {
      shown = List.of(which.live());
    } else {
      Sessions all = which.running();
      shown = all.alive();
      if (shown.isEmpty()) {
        out.say(all.silent().isEmpty() ? "No session runs." : "No other session runs.");
      }
    }
    String before = "";
    for (Live session : shown) {
      out.json(session.status().json());
      out.say(before + session(session));
      before = "\n";
    }
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
    List<String> lines = new ArrayList<>();
    lines.add(wrapped("session " + session.pid(), facts, ""));
    lines.add("  in " + session.directory());
    servers.forEach(each -> lines.add(wrapped(each.text("name"), server(each), "  ")));
    List<String> pending = s.texts("pending");
    if (!pending.isEmpty()) {
      lines.add(wrapped("still under way", pending, "  "));
    }
    return String.join("\n", lines);
  }

  /// `head: a, b, c`, in lines of the terminal's width that end after a fact.
  private String wrapped(String head, List<String> facts, String lead) {
    List<String> glued =
        facts.stream().map(f -> f.length() < LONG ? f.replace(' ', Words.GLUE) : f).toList();
    String text = head + ": " + String.join(", ", glued);
    List<String> lines = Words.lines(text, desk.width() - lead.length() - 4);
    return lead + String.join("\n    " + lead, lines);
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
    if (s.number("inFlight") > 0) {
      facts.add(s.number("inFlight") + " in flight");
    }
    if (s.number("held") > 0) {
      facts.add(s.number("held") + " waiting");
    }
    s.object("lastReload")
        .ifPresent(r ->
            facts.add(
                "last reload " + desk.age(r.number("t")) + " ago: " + outcome(r.text("outcome"))));
    if (!up && !s.text("lastEnd").isEmpty()) {
      facts.add("last end: " + s.text("lastEnd"));
    }
    return facts;
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
