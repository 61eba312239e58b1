package dev.pitstop.journal;

import dev.pitstop.rpc.Json;
import java.nio.charset.StandardCharsets;

/// A journal entry as a line of JSON, which is how everything outside the session reads it. The
/// members are documented in `docs/journal.md`.
public final class JournalLine {
  private JournalLine() {}

  /// Entries that a reader missed, as a line.
  public static String gap(long missed) {
    return "{\"type\":\"gap\",\"events\":" + missed + "}";
  }

  /// @param messages whether requests and responses are in it, and not only their sizes
  public static String of(JournalEntry entry, boolean messages) {
    StringBuilder out = new StringBuilder(160);
    out.append("{\"seq\":").append(entry.seq()).append(",\"t\":").append(entry.millis());
    switch (entry.what()) {
      case Happened.CallBegan b -> {
        begin(out, "call").append(",\"call\":").append(b.call());
        text(out, "method", b.method());
        text(out, "name", b.name());
        message(out, "request", b.request(), messages);
      }
      case Happened.CallEnded e -> {
        begin(out, "answer").append(",\"call\":").append(e.call());
        text(out, "server", e.server());
        number(out, "run", e.run());
        number(out, "deliveries", e.deliveries());
        text(out, "status", e.status().word());
        number(out, "micros", e.micros());
        message(out, "response", e.response(), messages);
      }
      case Happened.RunBegan r -> {
        run(begin(out, "begins"), r.server(), r.run());
        text(out, "kind", r.kind());
        if (r.pid() > 0) {
          number(out, "pid", r.pid());
        }
      }
      case Happened.RunServes r ->
          number(run(begin(out, "serves"), r.server(), r.run()), "millis", r.millis());
      case Happened.RunEnded r -> {
        run(begin(out, "ends"), r.server(), r.run());
        out.append(",\"byItself\":").append(r.byItself());
        text(out, "how", r.how());
      }
      case Happened.StateChanged s -> {
        text(begin(out, "state"), "server", s.server());
        text(out, "before", s.before());
        text(out, "after", s.after());
      }
      case Happened.Built b -> {
        text(begin(out, "build"), "server", b.server());
        out.append(",\"ok\":").append(b.ok()).append(",\"cancelled\":").append(b.cancelled());
        number(out, "millis", b.millis());
        text(out, "report", b.report());
      }
      case Happened.Changed c ->
          text(run(begin(out, "changed"), c.server(), c.run()), "diff", c.diff());
      case Happened.Wrote w ->
          text(run(begin(out, "stderr"), w.server(), w.run()), "line", w.line());
      case Happened.Told t -> {
        text(begin(out, "notice"), "server", t.server());
        text(out, "text", t.text());
      }
    }
    return out.append('}').toString();
  }

  private static StringBuilder begin(StringBuilder out, String type) {
    return out.append(",\"type\":\"").append(type).append('"');
  }

  private static StringBuilder run(StringBuilder out, String server, int run) {
    return number(text(out, "server", server), "run", run);
  }

  private static StringBuilder text(StringBuilder out, String name, String value) {
    return value.isEmpty()
        ? out
        : out.append(",\"").append(name).append("\":").append(Json.quote(value));
  }

  private static StringBuilder number(StringBuilder out, String name, long value) {
    return out.append(",\"").append(name).append("\":").append(value);
  }

  /// A message that is whole is part of the line's JSON. Of one that was cut, the beginning is a
  /// string.
  private static void message(StringBuilder out, String name, Payload p, boolean content) {
    number(out, name + "Bytes", p.length());
    if (!content || p.bytes().length == 0) {
      return;
    }
    String text = new String(p.bytes(), StandardCharsets.UTF_8);
    if (p.cut()) {
      text(out, name + "Begins", text);
    } else {
      out.append(",\"").append(name).append("\":").append(text);
    }
  }
}
