package dev.pitstop.doctor;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A known client: how it starts servers, and what it rejects or cuts.
///
/// @param id its name for `--as`
/// @param name its name for people
/// @param surroundings the environment and directory in which it starts a server
/// @param start how long it waits for a server's first answer
/// @param call how long it waits for the answer to a call
/// @param prefix what it adds before a tool's name, with `%` for the server's name; empty if it
///   adds nothing
/// @param nameLimit the longest tool name that it accepts, prefix included, in characters
/// @param tools the most tools that it accepts, of all servers together
/// @param descriptionLimit the length at which it cuts descriptions, in characters
/// @param instructions the part of a server's instructions that it shows
/// @param onePage whether it reads only the first page of a list
/// @param legacyOnly whether it speaks only the legacy era to a process
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

  /// The environment and directory in which a client starts a server.
  public enum Surroundings {
    /// The environment of the shell in which the client was started.
    SHELL,
    /// The environment of the desktop, whose `PATH` lacks what the shell's start-up files add.
    DESKTOP,
    /// A few variables of the desktop, in the root directory.
    DESKTOP_CLEARED,
    /// A few variables of the shell.
    CLEARED
  }

  /// How long a client waits for a server to start.
  ///
  /// @param graceMillis the time after which it sends its first request without the server's tools
  /// @param limitMillis the time after which it gives up on the server
  /// @param setting the client's setting that helps: `required = true`, and where to write it
  public record Start(
      OptionalLong graceMillis, OptionalLong limitMillis, Optional<String> setting) {
    static final Start UNKNOWN =
        new Start(OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

    static Start of(long limitMillis) {
      return new Start(OptionalLong.empty(), OptionalLong.of(limitMillis), Optional.empty());
    }
  }

  /// How long a client waits for the answer to a call.
  ///
  /// @param limitMillis the time after which it ends the call, if that is known
  /// @param prolonged whether progress restarts that time
  /// @param setting the client's setting that helps, and where to write it
  public record Call(OptionalLong limitMillis, boolean prolonged, Optional<String> setting) {
    static final Call UNKNOWN = new Call(OptionalLong.empty(), false, Optional.empty());

    static Call of(long limitMillis) {
      return new Call(OptionalLong.of(limitMillis), false, Optional.empty());
    }
  }

  /// The part of a server's instructions that a client shows to its model.
  ///
  /// @param limit in characters
  /// @param firstLine whether it shows only the first line
  public record Instructions(OptionalInt limit, boolean firstLine) {
    static final Instructions WHOLE = new Instructions(OptionalInt.empty(), false);
  }

  /// A sentence that names a setting of this client, to be appended to a remedy.
  String advice(String setting) {
    return ". For " + name + ", set " + setting;
  }

  /// The tool's name that this client gives to the model.
  ///
  /// @param server the server's name in the client's configuration
  public String called(String server, String tool) {
    return prefix.map(p -> p.replace("%", server)).orElse("") + tool;
  }
}
