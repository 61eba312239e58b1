package dev.pitstop.channel.shared;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the sessions at a shared process want to hear: the resources to which they subscribe, and
/// the level of its log messages. The process is told once, and each session hears its part. In
/// turns of the server's monitor.
final class Wishes {
  private static final List<String> LEVELS =
      List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private final Map<String, Set<Place>> holders = new HashMap<>(); // by URI; no set is empty
  private final Set<String> confirmed = new HashSet<>();
  private final Map<Place, Integer> levels = new HashMap<>();
  private Optional<Integer> told = Optional.empty();

  // ---- resources ----

  /// @return whether the process must be told: it has not confirmed another session's wish
  boolean subscribe(Place by, String uri) {
    holders.computeIfAbsent(uri, u -> new LinkedHashSet<>()).add(by);
    return !confirmed.contains(uri);
  }

  /// The process has answered a request that it was told.
  void subscribed(Optional<Place> by, String uri, boolean well) {
    if (!holders.containsKey(uri)) {
      return; // the wish is over
    }
    if (well) {
      confirmed.add(uri);
    } else {
      by.ifPresent(seat -> release(seat, uri));
    }
  }

  /// @return whether the process must be told: nobody else wants it, or nobody wanted it
  boolean unsubscribe(Place by, String uri) {
    return release(by, uri) || !holders.containsKey(uri);
  }

  /// @return whether it was the last wish
  private boolean release(Place by, String uri) {
    Set<Place> all = holders.get(uri);
    if (all == null || !all.remove(by) || !all.isEmpty()) {
      return false;
    }
    holders.remove(uri);
    confirmed.remove(uri);
    return true;
  }

  /// Who subscribes to this resource, or to one that it is a part of. A server may spell it in a
  /// way that fits no wish: then everybody who subscribes hears of it.
  Set<Place> subscribers(String uri) {
    Set<Place> fitting = new LinkedHashSet<>();
    Set<Place> all = new LinkedHashSet<>();
    for (Map.Entry<String, Set<Place>> one : holders.entrySet()) {
      all.addAll(one.getValue());
      if (isPart(uri, one.getKey())) {
        fitting.addAll(one.getValue());
      }
    }
    return fitting.isEmpty() ? all : fitting;
  }

  private static boolean isPart(String uri, String of) {
    return uri.startsWith(of)
        && (uri.length() == of.length()
            || of.endsWith("/")
            || "/?#".indexOf(uri.charAt(of.length())) >= 0);
  }

  // ---- log messages ----

  /// A session wants to hear messages of this level and above.
  ///
  /// @return the level that the process must be told: the lowest that a session wants, unless it
  ///   knows it
  Optional<String> level(Place by, String level) {
    int wanted = LEVELS.indexOf(level);
    if (wanted < 0) {
      return Optional.of(level); // the process refuses it
    }
    levels.put(by, wanted);
    Optional<Integer> lowest = levels.values().stream().min(Integer::compare);
    if (lowest.equals(told)) {
      return Optional.empty();
    }
    told = lowest;
    return lowest.map(LEVELS::get);
  }

  /// Whether a session wants to hear a message of this level.
  boolean hears(Place seat, String level) {
    int is = LEVELS.indexOf(level);
    return is < 0 || is >= levels.getOrDefault(seat, 0);
  }

  /// A session has left.
  ///
  /// @return the resources that nobody wants any more
  List<String> left(Place seat) {
    levels.remove(seat);
    List<String> unwanted = new ArrayList<>();
    for (String uri : List.copyOf(holders.keySet())) {
      if (release(seat, uri)) {
        unwanted.add(uri);
      }
    }
    return unwanted;
  }
}
