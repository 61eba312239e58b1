package dev.pitstop.session;

import dev.pitstop.channel.RunKind;
import dev.pitstop.channel.Target;
import java.util.Optional;

/// The name that a server gave itself in its last handshake, from the memory between sessions (F6).
/// Reads a small file.
public final class RememberedName {
  private RememberedName() {}

  /// The name, made fit for a line of text. Empty if the server has not run yet, if its name says
  /// nothing, and for a command-line program, which has no handshake.
  public static Optional<String> of(Target target) {
    return target.kind() == RunKind.SCHEMA
        ? Optional.empty()
        : new Description(Description.directory(), target).serverName();
  }
}
