package dev.pitstop.session.exposure;

import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.Subscriptions;
import dev.pitstop.session.tools.Management;
import java.util.List;

/// What the parts of a face have in common. A part is given this record only if it needs most of
/// it.
record Common(
    Wiring wiring,
    Membership membership,
    Management management,
    Subscriptions subscriptions,
    Memory memory,
    Bridge bridge,
    ListChanges changes) {
  /// The client is sent a list, and can call what is on it.
  ///
  /// @param tools of a list of tools, under the client's names, besides Pitstop's
  void sent(Kind kind, List<Entry> tools) {
    if (kind == Kind.TOOLS) {
      wiring.tools().given(tools, management.exposedNames());
    }
  }

  Members members() {
    return membership.members();
  }
}
