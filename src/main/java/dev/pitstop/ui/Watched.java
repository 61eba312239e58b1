package dev.pitstop.ui;

import dev.pitstop.monitoring.Lines;
import dev.pitstop.monitoring.Live;
import dev.pitstop.monitoring.PastSession;
import dev.pitstop.monitoring.SessionPlaces;
import dev.pitstop.monitoring.Sessions;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The sessions that the page shows. Any thread.
///
/// @param actions whether the page may reload servers and make calls
public record Watched(SessionPlaces places, boolean actions) {
  private List<PastSession> past(Set<Long> alive) throws IOException {
    Set<Long> seen = new HashSet<>(alive); // a newer session may have the same process id
    return PastSession.all(places.journals()).stream().filter(s -> seen.add(s.pid())).toList();
  }

  /// The list of sessions, as an object of JSON.
  String list() throws IOException {
    Sessions all = Sessions.find(places);
    Set<Long> pids = all.alive().stream().map(Live::pid).collect(Collectors.toSet());
    String silent =
        all.silent().stream()
            .map(s -> "{\"pid\":" + s.pid() + ",\"why\":" + Json.quote(s.why()) + "}")
            .collect(Collectors.joining(","));
    return "{\"actions\":%s,\"bytesPerToken\":%d,\"sessions\":[%s],\"past\":[%s],\"silent\":[%s]}"
        .formatted(
            actions,
            Words.BYTES_PER_TOKEN,
            all.alive().stream().map(s -> s.status().json()).collect(Collectors.joining(",")),
            past(pids).stream().map(s -> s.header().json()).collect(Collectors.joining(",")),
            silent);
  }

  /// The lines of a session after a number. Of one that has ended: all lines of its journal on
  /// disk, which has no messages.
  ///
  /// @param follow whether they go on until it ends
  /// @return empty if there is no such session, or it cannot be read
  Optional<Lines> read(long pid, long after, boolean follow) {
    try {
      Optional<Live> live = Sessions.find(places).of(pid);
      if (live.isPresent()) {
        return Optional.of(live.get().read(after, follow, true));
      }
      for (PastSession each : past(Set.of())) {
        if (each.pid() == pid) {
          return Optional.of(each.read(true));
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
  Optional<Lines> ask(long pid, String request) {
    try {
      Optional<Live> live = Sessions.find(places).of(pid);
      return live.isPresent() ? Optional.of(live.get().ask(request)) : Optional.empty();
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
