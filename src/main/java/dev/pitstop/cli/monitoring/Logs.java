package dev.pitstop.cli.monitoring;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Live;
import dev.pitstop.monitoring.Session;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// `pitstop logs`: what servers wrote to stderr, builds, reloads and states.
///
/// @param server only this one; empty for all
/// @param after only what happened after this, in milliseconds since 1970
record Logs(Desk desk, Printer out, Optional<String> server, long after) {
  void run(Session session, boolean follow) throws IOException, Refusal {
    Set<String> servers = new TreeSet<>();
    if (session instanceof Live live) {
      servers.addAll(live.servers());
    }
    Reading journal = new Reading(desk, session);
    long last =
        journal.each(line -> {
          servers.add(line.text("server"));
          print(line);
        });
    servers.remove("");
    Which.check(server, servers);
    if (follow) {
      journal.follow(last, this::print);
    }
  }

  private boolean isShown(JsonLine line) {
    return switch (line.type()) {
      case "call", "answer", "notice" -> false;
      case "gap" -> true;
      default ->
          line.number("t") >= after && server.filter(s -> !s.equals(line.text("server"))).isEmpty();
    };
  }

  private void print(JsonLine line) throws Refusal {
    if (isShown(line)) {
      out.json(line.json());
      say(line, words(line));
    }
  }

  private void say(JsonLine line, String said) throws Refusal {
    if (said.isEmpty()) {
      return;
    }
    String run = line.number("run") > 0 ? " #" + line.number("run") : "   ";
    String head = "";
    if (line.has("t")) {
      out.day(line.number("t"));
      head = desk.time(line.number("t")) + " " + line.text("server") + run;
    }
    String mark = line.type().equals("stderr") ? " | " : "   ";
    out.say(head + mark + said.replace("\n", "\n" + " ".repeat(head.length()) + mark));
  }

  /// What a line says besides its time, server and run; empty if nothing.
  static String words(JsonLine l) {
    return switch (l.type()) {
      case "stderr" -> l.text("line");
      case "begins" ->
          l.text("kind") + " begins" + (l.has("pid") ? ", pid " + l.number("pid") : "");
      case "serves" -> "serves after " + Words.duration(l.number("millis"));
      case "ends" -> (l.flag("byItself") ? "ended: " : "ended by Pitstop: ") + l.text("how");
      case "state" ->
          "state: " + (l.has("before") ? l.text("before") + " → " : "") + l.text("after");
      case "build" ->
          (l.flag("cancelled") ? "build cancelled" : l.flag("ok") ? "built" : "build failed")
              + " after "
              + Words.duration(l.number("millis"))
              + (l.has("report") ? "\n" + l.text("report").strip() : "");
      case "reload" -> "reload: " + Ps.outcome(l);
      case "changed" -> "changed:\n" + l.text("diff").strip();
      case "gap" -> Words.groupedCount(l.number("events"), "event") + " dropped";
      default -> "";
    };
  }
}
