package dev.pitstop.session;

import dev.pitstop.hub.ServerSpec;
import dev.pitstop.rpc.Monitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The servers of a session with many, for whoever adds and removes them from outside. On any
/// thread.
final class OutsideServers implements Servers {
  private final Many many;

  OutsideServers(Many many) {
    this.many = many;
  }

  private void turn(Runnable task) {
    many.wiring().monitor().turn(Monitor.By.OTHER, task);
  }

  @Override
  public Optional<String> add(ServerSpec spec) {
    List<Member> added = new ArrayList<>(1);
    List<String> why = new ArrayList<>(1);
    turn(() -> {
      if (many.closed()) {
        why.add("Pitstop is shutting down");
      } else if (many.find(spec.name()).isPresent()) {
        why.add("there is a server `" + spec.name() + "` already");
      } else {
        Member m = many.add(spec);
        added.add(m);
        many.wantWhenAlone(m);
      }
    });
    added.forEach(many::watchOrSay);
    return why.stream().findFirst();
  }

  @Override
  public boolean remove(String name, Runnable gone) {
    boolean[] removed = {false};
    turn(() ->
        many.find(name)
            .ifPresent(m -> {
              removed[0] = true;
              many.remove(m, gone);
            }));
    return removed[0];
  }

  @Override
  public void replace(ServerSpec spec) {
    List<Member> now = new ArrayList<>(1);
    turn(() -> {
      if (!many.closed()) {
        many.find(spec.name()).ifPresent(before -> now.add(many.replace(before, spec)));
      }
    });
    now.forEach(many::watchOrSay);
    if (now.isEmpty()) {
      add(spec);
    }
  }

  @Override
  public List<ServerSpec> specs() {
    List<ServerSpec> specs = new ArrayList<>();
    turn(() -> many.all().forEach(m -> specs.add(m.spec())));
    return specs;
  }

  @Override
  public void problems(List<String> texts) {
    turn(() -> many.mistakes().now(texts));
  }
}
