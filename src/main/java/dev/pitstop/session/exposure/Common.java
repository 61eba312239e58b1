package dev.pitstop.session.exposure;

import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.Subscriptions;
import dev.pitstop.session.tools.Management;

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
  Members members() {
    return membership.members();
  }
}
