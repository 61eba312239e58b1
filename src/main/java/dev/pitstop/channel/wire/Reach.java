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
}
