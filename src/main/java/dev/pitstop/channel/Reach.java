package dev.pitstop.channel;

import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;

/// Whether anybody accepts connections where a daemon should be. Thread-safe.
interface Reach {
  /// Tries it once, for a few seconds at most; an interrupt ends it.
  ///
  /// @return the address by which the daemon is reached, where looking up its name would find
  ///   another one first, or none
  /// @throws Wire.NotSent saying why it is not reached
  Optional<InetAddress> connect(URI endpoint) throws Wire.NotSent;

  /// Whether there is no proxy between: only then does a connection end when the daemon ends.
  boolean direct(URI endpoint);

  /// A connection on which nothing is sent.
  interface Held extends AutoCloseable {
    /// Whether it is open, and nothing has come on it. Does not wait.
    boolean isQuiet();

    @Override
    void close();
  }

  /// Opens a connection on which nothing is sent; an interrupt ends the attempt.
  ///
  /// @throws Wire.NotSent if it could not be opened, saying why
  Held hold(URI endpoint) throws Wire.NotSent;

  /// Opens a connection and says at once that nothing will come on it; returns when the daemon has
  /// taken notice and ended it too, or has ended itself. An interrupt ends it.
  ///
  /// @throws Wire.NotSent if it could not be opened, saying why
  void visit(URI endpoint) throws Wire.NotSent;

  /// Opens a connection on which nothing is sent, and returns when the daemon or the network ends
  /// it; an interrupt ends it too.
  ///
  /// @param opened run when it is there
  /// @return whether the daemon said something before, such as `408 Request Timeout`: then it is
  ///   alive and has tidied up
  /// @throws Wire.NotSent if it could not be opened, saying why
  boolean untilClosed(URI endpoint, Runnable opened) throws Wire.NotSent;
}
