package dev.pitstop.watch;

/// A running watch. Every method may be called from any thread, also from the callbacks.
public interface Watcher extends AutoCloseable {

  /// Says that a program is started now and reads the files as they are: changes that were seen
  /// before this call trigger nothing.
  void filesRead();

  /// Says that the build command begins now and will read the files as they are. Changes that were
  /// seen before this call are covered by it and trigger nothing; changes that follow are set aside
  /// until [#buildFinished()].
  void buildStarted();

  /// Says that the build command is over. Files that changed in between are then reported once
  /// (`LoopGuard` has the exception). Without a preceding [#buildStarted()] it does nothing.
  void buildFinished();

  /// Says that the build was given up before its end: as [#buildFinished()], but what changed
  /// before [#buildStarted()] and was covered by it is reported, too.
  void buildGivenUp();

  /// Waits until the first scan is done: from then on no change is missed.
  ///
  /// @throws InterruptedException when the waiting thread is interrupted
  void awaitReady() throws InterruptedException;

  /// Ends the watch; idempotent. Unless called from a callback it returns once the watcher's thread
  /// has ended (or after two seconds, when a callback does not return), and no callback follows.
  @Override
  void close();
}
