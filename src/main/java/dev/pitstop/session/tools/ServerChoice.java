package dev.pitstop.session.tools;

import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.text.Words;
import java.util.List;

/// Finds which server the caller of a tool means.
///
/// @param tools the names of Pitstop's own
record ServerChoice(Members members, Monitor monitor, OwnToolNames tools) {
  /// The server of this name, or the only one if there is no name. Called in a turn.
  ///
  /// @throws Refused if there is none
  Member find(String name, String argument) {
    List<String> names = members.names();
    return members
        .find(name.isEmpty() && names.size() == 1 ? names.getFirst() : name)
        .orElseThrow(() -> new Refused(unknown(name, argument)));
  }

  /// The text for a caller that named no existing server. Called in a turn.
  String unknown(String name, String argument) {
    return members.names().isEmpty()
        ? none()
        : (name.isEmpty() ? "`" + argument + "` is missing." : "There is no server `" + name + "`.")
            + Words.fill(" The servers are `{}`.", String.join("`, `", members.names()));
  }

  String none() {
    return "There are no servers." + tools.call("add_server", " {} adds one.", "");
  }
}
