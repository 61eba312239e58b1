package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.texts.ServersText;
import dev.pitstop.session.texts.StatusText;
import java.util.List;
import java.util.function.Consumer;

/// Finds which of many servers the caller of a tool means, and makes the texts if there is no such
/// server.
///
/// @param names of Pitstop's own tools
record ServerChoice(Members members, Monitor monitor, OwnToolNames names) {
  /// Looks at the servers, in a turn.
  void look(Consumer<Members> at) {
    monitor.turn(() -> at.accept(members));
  }

  /// The arguments, with the server under the tool's own name for it. Some tools call it `server`,
  /// some `name`, and agents mix them up.
  static JsonObject meant(JsonObject arguments, String argument) {
    String other = argument.equals("name") ? "server" : "name";
    if (arguments.has(argument) || !arguments.has(other)) {
      return arguments;
    }
    JsonObject meant = arguments.deepCopy();
    meant.add(argument, meant.remove(other));
    return meant;
  }

  /// What is still to come by itself. Called in a turn.
  List<String> pending() {
    return StatusText.pending(monitor, members.all().stream().map(Member::backend));
  }

  /// The text if there are no servers.
  String none() {
    return ServersText.none(names);
  }

  /// The text for a caller that named no existing server.
  ///
  /// @param there the servers' names
  String unknown(String name, String argument, List<String> there) {
    return ServersText.unknown(name, argument, there, names);
  }
}
