package dev.pitstop.process;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// What the sessions of one engine have in common, one thing of each type. An engine makes it and
/// gives it to its sessions; a session in a JVM of its own has none. Thread-safe.
public final class Commons {
  private final Map<Class<?>, Object> things = new ConcurrentHashMap<>();

  /// The thing of this type.
  ///
  /// @param make makes it for the first who asks
  public <T> T get(Class<T> type, Supplier<T> make) {
    return type.cast(things.computeIfAbsent(type, t -> make.get()));
  }
}
