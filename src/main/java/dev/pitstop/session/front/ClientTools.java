package dev.pitstop.session.front;

import dev.pitstop.catalog.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The tools on the client's list, as they were when it was given that list: what it can call by
/// itself; and what its model believes that they take. Called in turns of the monitor.
public final class ClientTools {
  private final Map<String, Entry> listed = new HashMap<>(); // by the client's name

  /// What its model knows for certain: what a list or an answer said first. A client may fetch a
  /// new list without showing it to its model, which still has a tool as a search has found it.
  private final Map<String, Entry> known = new HashMap<>();

  private Set<String> own = Set.of();

  /// The client is given a list of tools.
  ///
  /// @param tools of the servers, under the client's names
  /// @param ours the names of Pitstop's own
  public void given(List<Entry> tools, Set<String> ours) {
    listed.clear();
    tools.forEach(tool -> listed.putIfAbsent(tool.key(), tool));
    known.keySet().retainAll(listed.keySet());
    listed.forEach(known::putIfAbsent);
    own = ours;
  }

  /// Whether it has one of Pitstop's own tools under this name.
  public boolean hasOwn(String name) {
    return own.contains(name);
  }

  /// Whether it has a server's tool exactly as it is now.
  ///
  /// @param now under the client's name
  public boolean has(Entry now) {
    return now.equals(listed.get(now.key()));
  }

  /// What its model knows of a tool that it has; empty if it does not have it.
  public Optional<Entry> known(String name) {
    return Optional.ofNullable(known.get(name));
  }

  /// The model knows what this tool takes now: it is the same, or was in an answer.
  public void explained(String name, Entry now) {
    known.put(name, now);
  }
}
