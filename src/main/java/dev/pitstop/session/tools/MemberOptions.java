package dev.pitstop.session.tools;

import dev.pitstop.backend.Reload;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.members.Wish;
import dev.pitstop.session.words.OptionsText;
import dev.pitstop.session.words.OwnToolNames;
import java.io.IOException;
import java.util.Optional;

/// The options of one of many servers, which the agent may set until its entry in the configuration
/// file changes.
record MemberOptions(
    Member member, Membership membership, ServerEntries entries, OwnToolNames names)
    implements Options {
  @Override
  public Runnable set(Wish wish, Reload.Follower follower) {
    return membership.set(member, wish, follower);
  }

  @Override
  public String save() throws IOException {
    Wish made = membership.wiring().monitor().inTurn(member::made);
    if (made.isNone()) {
      return OptionsText.NOTHING;
    }
    Optional<String> file = entries.savedIn(member.name());
    if (file.isEmpty()) {
      return OptionsText.noEntry(member.name(), entries.file(), names);
    }
    entries.keep(member.name(), made);
    return OptionsText.saved(member.name(), file.get());
  }
}
