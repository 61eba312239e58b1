package dev.pitstop.watch;

import java.util.concurrent.CompletableFuture;

/// A running watch. All methods may be called from any thread, including the callbacks.
public interface Watcher extends AutoCloseable {

  /// Says that a program starts now and reads the files as they are. Changes seen before this call
  /// trigger nothing.
  void filesRead();

  /// Says that the build command begins now and reads the files as they are. The build covers
  /// changes seen before this call, so they trigger nothing. Later changes are set aside until
  /// [#buildFinished()].
  void buildStarted();

  /// Says that the build command has ended. Files that changed during the build are then reported
  /// once (`PendingChanges` has the exception). Does nothing without a preceding [#buildStarted()].
  void buildFinished();

  /// Says that the build was given up before its end. Like [#buildFinished()], but also reports the
  /// changes before [#buildStarted()] that the build would have covered.
  void buildGivenUp();

  /// Completed after the first scan: from then on no change is missed. What follows it must be
  /// short, as it may run on the watcher's thread.
  CompletableFuture<Boolean> ready();

  /// Ends the watch. Idempotent. Returns when the watcher's thread has ended, or after two seconds
  /// if a callback does not return; no callback follows. Called from a callback, it returns at
  /// once.
  @Override
  void close();
}
