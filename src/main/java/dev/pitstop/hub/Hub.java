package dev.pitstop.hub;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.StopReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// The servers behind Pitstop, by name, in the order in which they were added; and the memory that
/// the process has for what they do not read or answer, shared out among them.
///
/// In turns.
public final class Hub {
  private final long mayKeep;
  private final Map<String, Backend> backends = new LinkedHashMap<>();

  /// @param mayKeep how many bytes of messages may be kept for all servers together
  public Hub(long mayKeep) {
    this.mayKeep = mayKeep;
  }

  /// Adds a server.
  ///
  /// @param make makes it; is given what it may keep, which is less when others are added
  /// @throws IllegalArgumentException if there is one of this name
  public Backend add(String name, Function<LongSupplier, Backend> make) {
    if (backends.containsKey(name)) {
      throw new IllegalArgumentException("there is a server `" + name + "` already");
    }
    Backend added = make.apply(this::share);
    backends.put(name, added);
    return added;
  }

  /// Takes a server out; stopping it is the caller's affair. The others may keep more then.
  public void remove(String name) {
    backends.remove(name);
  }

  /// What one server may keep now.
  private long share() {
    return mayKeep / Math.max(1, backends.size());
  }

  public Optional<Backend> find(String name) {
    return Optional.ofNullable(backends.get(name));
  }

  /// All servers, in the order in which they were added.
  public Collection<Backend> all() {
    return List.copyOf(backends.values());
  }

  /// All runs of all servers, also those on their way out.
  public List<Run> runs() {
    List<Run> all = new ArrayList<>();
    for (Backend b : backends.values()) {
      all.addAll(b.snapshot().live());
    }
    return all;
  }

  /// Stops all servers; `down` runs in a turn when none of their present runs is left.
  public void stop(StopReason why, Runnable down) {
    int[] left = {backends.size() + 1};
    Runnable oneLess =
        () -> {
          if (--left[0] == 0) {
            down.run();
          }
        };
    for (Backend b : List.copyOf(backends.values())) {
      b.stop(why, oneLess);
    }
    oneLess.run();
  }
}
