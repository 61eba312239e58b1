package dev.pitstop.session.members;

import dev.pitstop.hub.ServerSpec;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.told.FileMistakes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The servers of the configuration file in a session with many servers. On any thread.
public record OutsideServers(
    Membership membership, MemberStarts starts, FileMistakes mistakes, Monitor monitor)
    implements Servers {
  private void turn(Runnable task) {
    monitor.turn(task);
  }

  /// Called in a turn.
  private Optional<Member> find(String name) {
    return membership.members().find(name).filter(Member::fromFile);
  }

  @Override
  public boolean add(ServerSpec spec) {
    List<Member> added = new ArrayList<>(1);
    turn(() -> {
      if (!membership.members().closed() && membership.members().find(spec.name()).isEmpty()) {
        Member m = membership.add(spec);
        m.fromFile(true);
        added.add(m);
        starts.wantWhenAlone(m);
      }
    });
    added.forEach(membership::watchOrSay);
    return !added.isEmpty();
  }

  @Override
  public boolean remove(String name, Runnable gone) {
    boolean[] removed = {false};
    turn(() ->
        find(name)
            .ifPresent(m -> {
              removed[0] = true;
              membership.remove(m, gone);
            }));
    return removed[0];
  }

  @Override
  public boolean replace(ServerSpec spec) {
    List<Member> changed = new ArrayList<>(1);
    turn(() -> {
      if (!membership.members().closed()) {
        find(spec.name())
            .ifPresent(m -> {
              membership.edit(m, spec);
              changed.add(m);
            });
      }
    });
    changed.forEach(membership::watchOrSay);
    return !changed.isEmpty();
  }

  @Override
  public Set<String> others() {
    Set<String> names = new HashSet<>();
    turn(() ->
        membership.members().all().stream()
            .filter(m -> !m.fromFile())
            .forEach(m -> names.add(m.name())));
    return names;
  }

  @Override
  public void problems(List<String> texts) {
    turn(() -> mistakes.now(texts));
  }
}
