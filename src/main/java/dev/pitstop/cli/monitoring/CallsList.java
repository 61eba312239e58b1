package dev.pitstop.cli.monitoring;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.monitoring.Call;
import dev.pitstop.monitoring.Calls;
import dev.pitstop.monitoring.Filter;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Session;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/// `pitstop calls`: one line for each call.
record CallsList(Desk desk, Printer out, Filter filter) {
  private static final int SERVER = 8;
  private static final int OTHERS = 59; // columns of a line, besides the tool
  private static final int NARROWEST = 10;
  private static final int SHORTEST = 8; // of a name beside a note

  void run(Session session, boolean follow) throws IOException, Refusal {
    row("#", "time", "server", "tool", "status", "took", "in", "out", "run");
    Calls calls = new Calls();
    List<Call> all = new ArrayList<>();
    Reading journal = new Reading(desk, session);
    long last =
        journal.each(line -> {
          calls.add(line).filter(c -> !c.isPending()).ifPresent(all::add);
          gap(line);
        });
    all.addAll(calls.pending());
    List<Call> found =
        all.stream()
            .filter(filter::matches)
            .sorted(Comparator.comparingLong(Call::number))
            .toList();
    for (Call call : found) {
      print(call);
    }
    if (found.isEmpty()) {
      unknown("tool", all, c -> List.of(c.name(), c.ownName()));
      unknown("server", all, c -> List.of(c.server()));
    }
    if (follow) {
      // a call is printed when it ends, and if it was asked for, also when it begins
      boolean begun = filter.words().stream().anyMatch(w -> w.value().equals(Call.PENDING));
      journal.follow(
          last,
          line -> {
            Optional<Call> call = calls.add(line).filter(c -> begun || !c.isPending());
            if (call.filter(filter::matches).isPresent()) {
              print(call.get());
            }
            gap(line);
          });
    }
  }

  private void gap(JsonLine line) throws Refusal {
    if (line.type().equals("gap")) {
      out.json(line.json());
      out.say("     " + Logs.words(line));
    }
  }

  /// Names that no call had, and those that were probably meant.
  private void unknown(String kind, List<Call> all, Function<Call, List<String>> named) {
    TreeSet<String> names = new TreeSet<>();
    all.forEach(c -> names.addAll(named.apply(c)));
    names.remove("");
    for (Filter.Word word : filter.words()) {
      String name = word.value();
      if (word.kind().equals(kind) && name.indexOf('*') < 0 && !names.contains(name)) {
        String meant = Nearest.question(name, names, kind + ":%s").orElse("");
        desk.note("no call has the " + kind + " `" + name + "`" + meant);
      }
    }
  }

  private int room() {
    return Math.max(NARROWEST, desk.width() - OTHERS);
  }

  private void row(Object... cells) throws Refusal {
    out.say(("%4s %8s %-8s %-" + room() + "s %-10s %8s %5s %5s %3s").formatted(cells));
  }

  private void print(Call c) throws Refusal {
    JsonLine answer = c.answer();
    String by = c.begun().text("by");
    String note = by.isEmpty() ? "" : " (by " + by + ")";
    note += answer.number("deliveries") > 1 ? " (repeated)" : "";
    String name = c.name().isEmpty() ? c.begun().text("method") : c.ownName();
    int left = Math.max(SHORTEST, room() - note.length());
    long run = answer.number("run");
    out.json(c.json());
    out.day(c.millis());
    row(
        c.number(),
        desk.time(c.millis()),
        c.server().isEmpty() ? "–" : Words.cutClose(c.server(), SERVER),
        Words.cutClose(name, left) + note,
        c.status(),
        c.isPending() ? "" : took(answer.number("micros")),
        size(c.begun().number("requestBytes")),
        c.isPending() ? "" : size(answer.number("responseBytes")),
        run == 0 ? "" : "#" + run);
    long tokens = answer.number("fetched");
    if (tokens > 0) {
      out.say("     " + name + " after list_changed: ~" + Words.grouped(tokens) + " tokens");
    }
  }

  /// `0.4 ms`, `12 ms`, `3.2 s`.
  static String took(long micros) {
    return micros < 10_000
        ? micros / 1_000 + "." + micros % 1_000 / 100 + " ms"
        : Words.duration(micros / 1_000);
  }

  /// `90`, `1.2K`, `13M`: at most five characters.
  private static String size(long bytes) {
    String words = Words.bytes(bytes); // `1.2 KiB`
    int unit = words.indexOf(' ');
    String number = unit > 4 ? words.substring(0, words.indexOf('.')) : words.substring(0, unit);
    return number + words.substring(unit + 1, unit + 2).replace("B", "");
  }
}
