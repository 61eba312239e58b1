package dev.pitstop.session;

import dev.pitstop.hub.ServerSpec;
import dev.pitstop.rpc.Monitor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The servers of the configuration file in a session with many servers. On any thread.
final class OutsideServers implements Servers {
  private final Many many;

  OutsideServers(Many many) {
    this.many = many;
  }

  private void turn(Runnable task) {
    many.wiring().monitor().turn(Monitor.By.OTHER, task);
  }

  /// Called in a turn.
  private Optional<Member> find(String name) {
    return many.find(name).filter(Member::fromFile);
  }

  @Override
  public boolean add(ServerSpec spec) {
    List<Member> added = new ArrayList<>(1);
    turn(() -> {
      if (!many.closed() && many.find(spec.name()).isEmpty()) {
        Member m = many.add(spec);
        m.fromFile(true);
        added.add(m);
        many.wantWhenAlone(m);
      }
    });
    added.forEach(many::watchOrSay);
    return !added.isEmpty();
  }

  @Override
  public boolean remove(String name, Runnable gone) {
    boolean[] removed = {false};
    turn(() ->
        find(name)
            .ifPresent(m -> {
              removed[0] = true;
              many.remove(m, gone);
            }));
    return removed[0];
  }

  @Override
  public boolean replace(ServerSpec spec) {
    List<Member> changed = new ArrayList<>(1);
    turn(() -> {
      if (!many.closed()) {
        find(spec.name())
            .ifPresent(m -> {
              many.edit(m, spec);
              changed.add(m);
            });
      }
    });
    changed.forEach(many::watchOrSay);
    return !changed.isEmpty();
  }

  @Override
  public Set<String> others() {
    Set<String> names = new HashSet<>();
    turn(() -> many.all().stream().filter(m -> !m.fromFile()).forEach(m -> names.add(m.name())));
    return names;
  }

  @Override
  public void problems(List<String> texts) {
    turn(() -> many.mistakes().now(texts));
  }
}
