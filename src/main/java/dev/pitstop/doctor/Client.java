package dev.pitstop.doctor;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What is known of a client: how it starts servers, and what it refuses or cuts.
///
/// @param id as `--as` names it
/// @param name as people know it
/// @param surroundings what a server that it starts finds around it
/// @param start how long it waits for a server's first answer
/// @param call how long it waits for the answer to a call
/// @param prefix what it puts in front of a tool's name, with `%` for the server's; empty for
///   nothing
/// @param nameLimit the longest name of a tool, prefix included
/// @param tools how many tools it takes at most
/// @param descriptionLimit where it cuts descriptions, in characters
/// @param instructions what it shows of a server's instructions
/// @param onePage whether it reads the first page of a list only
/// @param legacyOnly whether it speaks the legacy era only to a process
public record Client(
    String id,
    String name,
    Surroundings surroundings,
    Start start,
    Call call,
    Optional<String> prefix,
    OptionalInt nameLimit,
    OptionalInt tools,
    OptionalInt descriptionLimit,
    Instructions instructions,
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

  /// Its patience at a start.
  ///
  /// @param graceMillis after which its first request goes out without the server's tools
  /// @param limitMillis after which it has given the server up
  /// @param setting of its own that helps, a clause: `required = true` and where it stands
  public record Start(
      OptionalLong graceMillis, OptionalLong limitMillis, Optional<String> setting) {
    static final Start UNKNOWN =
        new Start(OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

    static Start of(long limitMillis) {
      return new Start(OptionalLong.empty(), OptionalLong.of(limitMillis), Optional.empty());
    }
  }

  /// Its patience with a call.
  ///
  /// @param limitMillis after which it has ended it, if that is known
  /// @param prolonged whether progress begins that time anew
  /// @param setting of its own that helps, a clause
  public record Call(OptionalLong limitMillis, boolean prolonged, Optional<String> setting) {
    static final Call UNKNOWN = new Call(OptionalLong.empty(), false, Optional.empty());

    static Call of(long limitMillis) {
      return new Call(OptionalLong.of(limitMillis), false, Optional.empty());
    }
  }

  /// What of a server's instructions its model is shown.
  ///
  /// @param limit in characters
  /// @param firstLine whether no more than the first line
  public record Instructions(OptionalInt limit, boolean firstLine) {
    static final Instructions WHOLE = new Instructions(OptionalInt.empty(), false);
  }

  /// A tool's name as this client gives it to the model.
  ///
  /// @param server its name in the client's configuration
  public String called(String server, String tool) {
    return prefix.map(p -> p.replace("%", server)).orElse("") + tool;
  }
}
