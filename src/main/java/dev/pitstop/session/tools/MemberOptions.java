package dev.pitstop.session.tools;

import dev.pitstop.backend.Reload;
import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.Wish;
import dev.pitstop.session.words.OptionsText;
import java.io.IOException;

/// The options of one server, which the agent may set for the rest of the session, or until the
/// server's entry in the configuration file changes.
///
/// @param described tells the client that the descriptions of Pitstop's tools changed; in a turn
record MemberOptions(Member member, Membership membership, Keeper keeper, Runnable described) {
  /// Sets them, and reloads the server with them. The globs are valid. Called in a turn.
  ///
  /// @return starts to watch; run it outside turns
  Runnable set(Wish wish, Reload.Follower follower) {
    boolean built = member.backend().builds();
    Runnable watches = membership.set(member, wish, follower);
    if (built != member.backend().builds()) {
      described.run();
    }
    return watches;
  }

  /// Saves what the agent has set in this session. Writes a file: do not call it in a turn.
  ///
  /// @return a sentence that says where, or why it is not saved
  /// @throws IOException saying why it could not be written
  String save() throws IOException {
    Wish made = membership.wiring().monitor().inTurn(member::made);
    return made.isNone() ? OptionsText.NOTHING : keeper.keep(member.name(), made);
  }
}
