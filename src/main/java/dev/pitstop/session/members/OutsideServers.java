package dev.pitstop.session.members;

import dev.pitstop.hub.ServerSpec;
import dev.pitstop.rpc.Monitor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The servers of the configuration file in a session with many servers. On any thread.
public record OutsideServers(Membership membership, Monitor monitor) implements Servers {
  /// Called in a turn.
  private Optional<Member> find(String name) {
    return membership.members().find(name).filter(Member::fromFile);
  }

  @Override
  public void applying() {
    monitor.turn(() -> membership.members().applying(true));
  }

  @Override
  public boolean add(ServerSpec spec) {
    return watched(() -> {
      Optional<Member> one = membership.addIfFree(spec);
      one.ifPresent(m -> {
        m.fromFile(true);
        membership.starts().want(m);
      });
      return one;
    });
  }

  /// Makes a change in a turn. The files of the member are then watched.
  private boolean watched(Supplier<Optional<Member>> change) {
    Optional<Member> changed = monitor.inTurn(change);
    changed.ifPresent(membership::watch);
    return changed.isPresent();
  }

  @Override
  public boolean remove(String name) {
    return monitor.inTurn(() -> {
      Optional<Member> there = find(name);
      there.ifPresent(m -> membership.remove(m, () -> {}));
      return there.isPresent();
    });
  }

  @Override
  public boolean replace(ServerSpec spec) {
    return watched(() -> {
      Optional<Member> there = find(spec.name()).filter(m -> !membership.members().closed());
      there.ifPresent(m -> membership.edit(m, spec));
      return there;
    });
  }

  @Override
  public Set<String> others() {
    return monitor.inTurn(() ->
        membership.members().all().stream()
            .filter(m -> !m.fromFile())
            .map(Member::name)
            .collect(Collectors.toSet()));
  }

  @Override
  public void problems(List<String> texts) {
    monitor.turn(() -> {
      membership.mistakes().now(texts);
      membership.members().applying(false);
      membership.changed().run();
    });
  }
}
