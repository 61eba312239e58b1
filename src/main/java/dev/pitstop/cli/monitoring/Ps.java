package dev.pitstop.cli.monitoring;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Live;
import dev.pitstop.monitoring.Sessions;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    List<JsonLine> servers = s.objects("servers");
    List<String> lines = new ArrayList<>();
    lines.add(
        wrapped(
            "session " + session.pid(),
            Stream.of(
                Which.client(s).orElse(""),
                "up " + desk.age(s.number("started")),
                Words.groupedCount(s.number("calls"), "call"),
                servers.isEmpty() ? "no servers" : ""),
            ""));
    lines.add("  in " + session.directory());
    servers.forEach(each -> lines.add(wrapped(each.text("name"), server(each), "  ")));
    List<String> pending = s.texts("pending");
    if (!pending.isEmpty()) {
      lines.add(wrapped("still under way", pending.stream(), "  "));
    }
    return String.join("\n", lines);
  }

  /// `head: a, b, c`, in lines of the terminal's width that end after a fact. Empty facts are left
  /// out.
  private String wrapped(String head, Stream<String> facts, String lead) {
    String text =
        facts
            .filter(f -> !f.isEmpty())
            .map(f -> f.length() < LONG ? f.replace(' ', Words.GLUE) : f)
            .collect(Collectors.joining(", ", head + ": ", ""));
    List<String> lines = Words.lines(text, desk.width() - lead.length() - 4);
    return lead + String.join("\n    " + lead, lines);
  }

  private Stream<String> server(JsonLine s) {
    long run = s.number("run");
    boolean up = run > 0 && s.text("state").startsWith("running");
    String reload =
        s.object("lastReload")
            .map(r -> "last reload " + desk.age(r.number("t")) + " ago: " + outcome(r))
            .orElse("");
    return Stream.of(
        s.text("state").replace('_', ' '),
        run > 0 ? s.text("word") + " #" + run : "",
        s.has("pid") ? "pid " + s.number("pid") : "",
        s.has("since") ? (up ? "up " : "for ") + desk.age(s.number("since")) : "",
        Words.groupedCount(s.number("answered"), "call"),
        s.number("inFlight") > 0 ? s.number("inFlight") + " in flight" : "",
        s.number("held") > 0 ? s.number("held") + " waiting" : "",
        reload,
        up || s.text("lastEnd").isEmpty() ? "" : "last end: " + s.text("lastEnd"));
  }

  /// How a reload ended, in words.
  static String outcome(JsonLine reload) {
    return switch (reload.text("outcome")) {
      case "build_failed" -> "the build failed";
      case "start_failed" -> "the new server did not start";
      default -> reload.text("outcome").replace('_', ' ');
    };
  }
}
