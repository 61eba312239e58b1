package dev.pitstop.ui;

import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Lines;
import dev.pitstop.monitoring.Live;
import dev.pitstop.monitoring.PastSession;
import dev.pitstop.monitoring.SessionPlaces;
import dev.pitstop.monitoring.Sessions;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// The sessions that a page may show. Any thread.
///
/// @param only the one session to show; empty for all
/// @param actions whether the page may reload servers and make calls
public record Watched(SessionPlaces places, OptionalLong only, boolean actions) {
  private static final Consumer<String> UNTOLD = damaged -> {}; // the lines of a list are counted

  private boolean isShown(long pid) {
    return only.isEmpty() || only.getAsLong() == pid;
  }

  private Optional<Live> live(long pid) throws IOException {
    return isShown(pid) ? Sessions.find(places).of(pid) : Optional.empty();
  }

  private List<PastSession> past(Set<Long> alive) throws IOException {
    List<PastSession> past = new ArrayList<>();
    Set<Long> seen = new HashSet<>(alive); // a newer session may have the same process id
    for (PastSession each : PastSession.all(places.journals(), UNTOLD)) {
      if (isShown(each.pid()) && seen.add(each.pid())) {
        past.add(each);
      }
    }
    return past;
  }

  /// The list of sessions, as an object of JSON.
  String list() throws IOException {
    Sessions all = Sessions.find(places);
    List<Live> alive = all.alive().stream().filter(s -> isShown(s.pid())).toList();
    Set<Long> pids = alive.stream().map(Live::pid).collect(Collectors.toSet());
    String silent =
        all.silent().stream()
            .filter(s -> isShown(s.pid()))
            .map(s -> "{\"pid\":" + s.pid() + ",\"why\":" + Json.quote(s.why()) + "}")
            .collect(Collectors.joining(","));
    return "{\"actions\":%s,\"bytesPerToken\":%d,\"sessions\":[%s],\"past\":[%s],\"silent\":[%s]}"
        .formatted(
            actions,
            Words.BYTES_PER_TOKEN,
            alive.stream().map(s -> s.status().json()).collect(Collectors.joining(",")),
            past(pids).stream().map(s -> s.header().json()).collect(Collectors.joining(",")),
            silent);
  }

  /// The lines of a session after a number, going on until it ends. Of one that has ended: all
  /// lines of its journal on disk, which has no messages.
  ///
  /// @param damaged gets a sentence about each line that was left out
  /// @return empty if there is no such session, or it cannot be read
  Optional<Lines> read(long pid, long after, Consumer<String> damaged) {
    try {
      Optional<Live> live = live(pid);
      if (live.isPresent()) {
        String ask = "{\"do\":\"read\",\"after\":" + after + ",\"follow\":true,\"messages\":true}";
        return Optional.of(live.get().ask(ask, damaged));
      }
      for (PastSession each : past(Set.of())) {
        if (each.pid() == pid) {
          return Optional.of(each.read(damaged));
        }
      }
    } catch (IOException gone) {
      // as one that never was
    }
    return Optional.empty();
  }

  /// Asks a session that runs.
  ///
  /// @return the lines of the answer; empty if no such session answers
  Optional<String> ask(long pid, String request) {
    StringBuilder lines = new StringBuilder();
    Consumer<String> damaged =
        text ->
            lines.append("{\"type\":\"error\",\"text\":").append(Json.quote(text)).append("}\n");
    try (Lines answer = live(pid).orElseThrow(IOException::new).ask(request, damaged)) {
      Optional<JsonLine> line = answer.next();
      while (line.isPresent()) {
        lines.append(line.get().json()).append('\n');
        line = answer.next();
      }
      return Optional.of(lines.toString());
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
