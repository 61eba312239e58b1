package dev.pitstop.session.tools;

import dev.pitstop.backend.Reload;
import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.texts.OptionsText;
import java.io.IOException;
import java.util.Optional;

/// The build command of one server, which the agent may set for the rest of the session, or until
/// the server's entry in the configuration file changes.
///
/// @param described tells the client that the descriptions of Pitstop's tools changed; in a turn
record MemberOptions(Member member, Membership membership, Keeper keeper, Runnable described) {
  /// Sets it, and reloads the server with it. Called in a turn.
  ///
  /// @param build blank for none
  void build(String build, Reload.Follower follower) {
    boolean built = member.backend().builds();
    membership.set(member, build, follower);
    if (built != member.backend().builds()) {
      described.run();
    }
  }

  /// Saves what the agent has set in this session. Writes a file: do not call it in a turn.
  ///
  /// @return a sentence that says where, or why it is not saved
  /// @throws IOException saying why it could not be written
  String save() throws IOException {
    Optional<String> made = member.server().monitor().inTurn(member::made);
    return made.isEmpty() ? OptionsText.NOTHING : keeper.keep(member.name(), made.get());
  }
}
