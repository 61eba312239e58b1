package dev.pitstop.doctor;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What is known of a client: how it starts servers, and what it refuses or cuts.
///
/// @param id as `--as` names it
/// @param name as people know it
/// @param surroundings what a server that it starts finds around it
/// @param startMillis how long it waits for a server's first answer, if that is known
/// @param prefix what it puts in front of a tool's name, with `%` for the server's; empty for
///   nothing
/// @param nameLimit the longest name of a tool, prefix included
/// @param tools how many tools it takes at most
/// @param textLimit where it cuts descriptions and instructions, in characters
/// @param onePage whether it reads the first page of a list only
/// @param legacyOnly whether it speaks the legacy era only to a process
public record Client(
    String id,
    String name,
    Surroundings surroundings,
    OptionalLong startMillis,
    Optional<String> prefix,
    OptionalInt nameLimit,
    OptionalInt tools,
    OptionalInt textLimit,
    boolean onePage,
    boolean legacyOnly) {

  /// What a server finds around it.
  public enum Surroundings {
    /// The environment of the shell in which the client was started.
    SHELL,
    /// That of the desktop, whose `PATH` knows nothing of the shell's start-up files.
    DESKTOP,
    /// A few variables of the desktop's, in the root directory.
    DESKTOP_CLEARED,
    /// A few variables of the shell's.
    CLEARED
  }

  /// A tool's name as this client gives it to the model.
  ///
  /// @param server its name in the client's configuration
  public String called(String server, String tool) {
    return prefix.map(p -> p.replace("%", server)).orElse("") + tool;
  }
}
