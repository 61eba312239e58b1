package dev.pitstop.doctor.client;

import dev.pitstop.install.Client;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A known client: how it starts servers, and what it rejects or cuts.
///
/// @param surroundings the environment and directory in which it starts a server
/// @param start how long it waits for a server's first answer
/// @param call how long it waits for the answer to a call
/// @param names the names under which its model sees tools
/// @param lists what it takes of a list
/// @param instructions the part of a server's instructions that it shows
/// @param legacyOnly whether it speaks only the legacy era to a process
public record ClientProfile(
    Client client,
    ClientSurroundings surroundings,
    Wait start,
    Wait call,
    Names names,
    Lists lists,
    Instructions instructions,
    boolean legacyOnly) {

  /// How long a client waits for an answer.
  ///
  /// @param graceMillis at a start, the time after which it sends its first request without the
  ///   server's tools
  /// @param limitMillis the time after which it gives up, if that is known
  /// @param prolonged whether progress restarts that time
  /// @param setting the client's setting that helps, and where to write it: `required = true`
  public record Wait(
      OptionalLong graceMillis,
      OptionalLong limitMillis,
      boolean prolonged,
      Optional<String> setting) {
    static final Wait UNKNOWN =
        new Wait(OptionalLong.empty(), OptionalLong.empty(), false, Optional.empty());

    static Wait limit(long millis) {
      return new Wait(OptionalLong.empty(), OptionalLong.of(millis), false, Optional.empty());
    }

    static Wait limit(long millis, String setting) {
      return new Wait(OptionalLong.empty(), OptionalLong.of(millis), false, Optional.of(setting));
    }
  }

  /// The names under which a client's model sees tools.
  ///
  /// @param prefix what it adds before a tool's name, with `%` for the server's name
  /// @param limit the longest name that it accepts, prefix included, in characters
  public record Names(String prefix, OptionalInt limit) {
    static Names limit(String prefix, int characters) {
      return new Names(prefix, OptionalInt.of(characters));
    }
  }

  /// What a client takes of a list.
  ///
  /// @param tools the most tools that it accepts, of all servers together
  /// @param description the length at which it cuts descriptions, in characters
  /// @param onePage whether it reads only the first page
  public record Lists(OptionalInt tools, OptionalInt description, boolean onePage) {
    static final Lists WHOLE = new Lists(OptionalInt.empty(), OptionalInt.empty(), false);
  }

  /// The part of a server's instructions that a client shows to its model.
  ///
  /// @param limit in characters
  /// @param firstLine whether it shows only the first line
  public record Instructions(OptionalInt limit, boolean firstLine) {
    static final Instructions WHOLE = new Instructions(OptionalInt.empty(), false);
  }

  /// Its name for people.
  public String name() {
    return client.title();
  }

  /// A sentence that names this client's setting for a wait, to be appended to a remedy; empty if
  /// it has none.
  public String advice(Wait wait) {
    return wait.setting().map(s -> ". For " + name() + ", set " + s).orElse("");
  }

  /// The tool's name that this client gives to the model.
  ///
  /// @param server the server's name in the client's configuration
  public String called(String server, String tool) {
    return names.prefix().replace("%", server) + tool;
  }
}
