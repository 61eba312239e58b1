package dev.pitstop.watch;

import dev.pitstop.process.Platform;
import java.time.Duration;

/// How to watch.
///
/// @param quiet a change is settled when nothing has changed for this long; after a build, its last
///   writes are noticed within the same time
/// @param atMost a change is settled at the latest this long after its first file
/// @param method the source of changes
/// @param pollEvery the interval of [Method#POLLING]; a tree that takes long to scan is scanned
///   less often, so that polling takes about a tenth of one processor at most
/// @param checkEvery with [Method#EVENTS], how often all files are looked at to find changes
///   without events; less often in a large tree, so that it takes about a hundredth of one
///   processor at most
public record WatchOptions(
    Duration quiet, Duration atMost, Method method, Duration pollEvery, Duration checkEvery) {
  /// The source of changes.
  public enum Method {
    /// What the operating system offers through `WatchService`.
    EVENTS,
    /// Looking at every watched file again and again.
    POLLING
  }

  /// 200 ms quiet, at most 2 s, and the method that suits this system. On macOS, and any Unix but
  /// Linux, Pitstop polls by itself, because the JDK's `WatchService` polls there with seconds of
  /// delay.
  public static WatchOptions defaults() {
    return new WatchOptions(
        Duration.ofMillis(200),
        Duration.ofSeconds(2),
        Platform.current() == Platform.MACOS ? Method.POLLING : Method.EVENTS,
        Duration.ofMillis(500),
        Duration.ofSeconds(10));
  }
}
