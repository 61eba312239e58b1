package dev.pitstop.watch;

import java.time.Duration;

/// How to watch.
///
/// @param quiet a change is settled when nothing has changed for this long
/// @param atMost a change is settled at the latest this long after its first file
/// @param settle how long after a build its last writes may be noticed
/// @param method where changes come from
/// @param pollEvery how often [Method#POLLING] looks; a tree that takes long to scan is looked at
///   less often, so that polling never takes more than about a tenth of one processor
/// @param gitignore whether `.gitignore` files are honoured
public record WatchOptions(
    Duration quiet,
    Duration atMost,
    Duration settle,
    Method method,
    Duration pollEvery,
    boolean gitignore) {
  /// Where changes come from.
  public enum Method {
    /// What the operating system offers through `WatchService`.
    EVENTS,
    /// Looking at every watched file again and again.
    POLLING
  }

  /// 200 ms quiet, at most 2 s, and what suits this operating system: the JDK has no events on
  /// macOS (its `WatchService` polls there with seconds of delay), so there we poll ourselves.
  public static WatchOptions defaults() {
    boolean mac = System.getProperty("os.name", "").startsWith("Mac");
    return new WatchOptions(
        Duration.ofMillis(200),
        Duration.ofSeconds(2),
        Duration.ofMillis(200),
        mac ? Method.POLLING : Method.EVENTS,
        Duration.ofMillis(500),
        true);
  }

  /// The same with another method.
  public WatchOptions withMethod(Method newMethod) {
    return new WatchOptions(quiet, atMost, settle, newMethod, pollEvery, gitignore);
  }
}
