package dev.pitstop.cli.beside;

import dev.pitstop.beside.Call;
import dev.pitstop.beside.Calls;
import dev.pitstop.beside.Filter;
import dev.pitstop.beside.JsonLine;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.cli.beside.Which.Source;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// `pitstop calls`: one line for each call.
record CallsList(Desk desk, Printer out, Clock clock, boolean json, Filter filter) {
  private static final String BEFORE = "   #     time server   ";
  private static final String AFTER = " status         took    in   out run";
  private static final int SERVER = 8;
  private static final int OTHERS = 59; // columns of a line, besides the tool
  private static final int NARROWEST = 10;
  private static final int SHORTEST = 8; // of a name beside a note

  int run(Source source, boolean follow) throws IOException, Refusal {
    if (!json) {
      out.say(BEFORE + filled("tool", room()) + AFTER);
    }
    Calls calls = new Calls();
    List<Call> found = new ArrayList<>();
    Set<String> tools = new TreeSet<>();
    Set<String> servers = new TreeSet<>();
    Reading journal = new Reading(desk, source);
    long last =
        journal.each(line -> {
          Optional<Call> call = calls.add(line);
          if (call.isPresent()) {
            tools.addAll(List.of(call.get().name(), call.get().ownName()));
            servers.add(call.get().server());
          }
          call.filter(c -> !c.isPending()).filter(filter::matches).ifPresent(found::add);
          missing(line);
        });
    calls.pending().stream().filter(filter::matches).forEach(found::add);
    found.sort(Comparator.comparingLong(Call::number));
    for (Call call : found) {
      print(call);
    }
    if (found.isEmpty()) {
      unknown("tool", tools);
      unknown("server", servers);
    }
    if (follow) {
      journal.follow(last, line -> follow(calls.add(line), line));
    }
    return 0;
  }

  /// A call is printed when it ends. If calls without an answer were asked for, also when it
  /// begins.
  private void follow(Optional<Call> call, JsonLine line) throws IOException {
    boolean begun = filter.words().stream().anyMatch(w -> w.value().equals(Call.PENDING));
    Optional<Call> shown = call.filter(c -> begun || !c.isPending()).filter(filter::matches);
    if (shown.isPresent()) {
      print(shown.get());
    }
    missing(line);
  }

  private void missing(JsonLine line) throws IOException {
    if (line.type().equals("gap")) {
      if (json) {
        out.json(line.json());
      } else {
        out.say("     " + Reading.missing(line).orElseThrow());
      }
    }
  }

  /// Names that no call had, and those that were probably meant.
  private void unknown(String kind, Set<String> names) {
    names.remove("");
    for (Filter.Word word : filter.words()) {
      boolean named = word.kind().equals(kind) && word.value().indexOf('*') < 0;
      if (named && !names.contains(word.value())) {
        desk.note(
            "no call has the %s `%s`%s"
                .formatted(
                    kind,
                    word.value(),
                    Nearest.question(word.value(), names, kind + ":%s").orElse("")));
      }
    }
  }

  private int room() {
    return Math.max(NARROWEST, desk.width() - OTHERS);
  }

  private void print(Call c) throws IOException {
    if (json) {
      out.json(c.json());
      return;
    }
    Optional<String> day = clock.newDay(c.millis());
    if (day.isPresent()) {
      out.say("     " + day.get());
    }
    JsonLine answer = c.answer();
    String by = c.begun().text("by");
    String note = by.isEmpty() ? "" : " (by " + by + ")";
    note += answer.number("deliveries") > 1 ? " (repeated)" : "";
    String name = c.name().isEmpty() ? c.begun().text("method") : c.ownName();
    int left = Math.max(SHORTEST, room() - note.length());
    String server = c.server().isEmpty() ? "–" : Words.cutClose(c.server(), SERVER);
    long run = answer.number("run");
    out.say(
        "%4d %s %s %s %-10s %8s %5s %5s %3s"
            .formatted(
                c.number(),
                clock.time(c.millis()),
                filled(server, SERVER),
                filled(Words.cutClose(name, left) + note, room()),
                c.status(),
                c.isPending() ? "" : took(answer.number("micros")),
                size(c.begun().number("requestBytes")),
                c.isPending() ? "" : size(answer.number("responseBytes")),
                run == 0 ? "" : "#" + run));
  }

  private static String filled(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
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
