package dev.pitstop.session.members;

import dev.pitstop.backend.Run;
import dev.pitstop.backend.lifecycle.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The table of the many servers in a session, and of those that were removed and have not ended
/// yet. Called in turns of the monitor.
public final class Members {
  private final Map<String, Member> present = new LinkedHashMap<>();
  private final List<Member> leaving = new ArrayList<>();
  private final List<Runnable> whenGone = new ArrayList<>(); // tasks that wait for the end of one
  private boolean closed;

  /// Whether Pitstop is ending. Nothing is added any more then.
  public boolean closed() {
    return closed;
  }

  void close() {
    closed = true;
  }

  /// All members, in the order in which they were added. The collection stays up to date.
  public Collection<Member> all() {
    return present.values();
  }

  /// The names of all members.
  public List<String> names() {
    return List.copyOf(present.keySet());
  }

  /// The member of this name.
  public Optional<Member> find(String name) {
    return Optional.ofNullable(present.get(name));
  }

  /// Whether the lists of a member will probably change soon: it is being built or started, or
  /// serves and has not listed yet.
  public boolean anyComing() {
    for (Member m : all()) {
      State state = m.backend().state();
      boolean serves = state instanceof State.Running;
      if (state instanceof State.Starting
          || state instanceof State.Building
          || (serves && !m.backend().lists().known())) {
        return true;
      }
    }
    return false;
  }

  /// Enters a member. Its name must be free.
  void add(Member member) {
    present.put(member.name(), member);
  }

  /// A member is removed; something of it may still run.
  void leaves(Member member) {
    present.remove(member.name(), member);
    leaving.add(member);
  }

  /// Nothing is left of a removed member.
  void gone(Member member) {
    leaving.remove(member);
  }

  /// Runs the tasks that waited for the end of a removed member.
  void runWaiting() {
    List<Runnable> next = List.copyOf(whenGone);
    whenGone.clear();
    next.forEach(Runnable::run);
  }

  /// Runs `task` when nothing is left of one of the removed members.
  void whenGone(Runnable task) {
    whenGone.add(task);
  }

  /// Whether nothing is left of removed servers of its name. They may hold what both need.
  boolean isAlone(Member member) {
    return leaving.stream().noneMatch(m -> m.name().equals(member.name()));
  }

  /// The processes of all servers, including those being stopped, with the servers' names.
  public Map<Long, String> processes() {
    Map<Long, String> pids = new HashMap<>();
    List<Member> there = new ArrayList<>(all());
    there.addAll(leaving);
    for (Member m : there) {
      for (Run run : m.backend().snapshot().live()) {
        run.facts().pid().ifPresent(pid -> pids.put(pid, m.name()));
      }
    }
    return pids;
  }
}
