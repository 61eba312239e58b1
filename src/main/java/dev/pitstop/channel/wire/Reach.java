package dev.pitstop.channel.wire;

import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;

/// Whether anybody accepts connections at a daemon's URL. Thread-safe.
public interface Reach {
  /// Tries to connect once, for a few seconds at most; an interrupt ends it.
  ///
  /// @return the address by which the daemon is reached, if resolving its name would find another
  ///   one first, or none
  /// @throws Wire.NotSent saying why it is not reached
  Optional<InetAddress> connect(URI endpoint) throws Wire.NotSent, InterruptedException;

  /// A connection on which nothing is sent.
  interface Held extends AutoCloseable {
    /// Whether it is open and nothing has come on it. Does not wait.
    boolean isQuiet();

    @Override
    void close();
  }

  /// Opens a connection on which nothing is sent; an interrupt ends the attempt.
  ///
  /// @throws Wire.NotSent if it could not be opened, saying why
  Held hold(URI endpoint) throws Wire.NotSent, InterruptedException;

  /// Opens a connection and says at once that nothing will come on it. Returns when the daemon has
  /// closed it too, or has exited. An interrupt ends it.
  ///
  /// @throws Wire.NotSent if it could not be opened, saying why
  void visit(URI endpoint) throws Wire.NotSent, InterruptedException;

  /// Opens a connection on which nothing is sent, and returns when the daemon or the network closes
  /// it; an interrupt ends it too.
  ///
  /// @param opened run when it is open
  /// @return whether the daemon said something before, such as `408 Request Timeout`: then it is
  ///   alive and has tidied up
  /// @throws Wire.NotSent if it could not be opened, saying why
  boolean untilClosed(URI endpoint, Runnable opened) throws Wire.NotSent, InterruptedException;
}
