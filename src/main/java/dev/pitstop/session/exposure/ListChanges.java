package dev.pitstop.session.exposure;

import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Subscriptions;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/// Announces changed lists to the client: in the legacy era by notifications of the lists that it
/// was told of, in the modern era on its subscriptions. Called in turns of the monitor.
record ListChanges(Wiring wiring, Predicate<Kind> declared, Subscriptions subscriptions) {
  /// Announces changes of these lists. The log's name for that is documented.
  void tell(Collection<Kind> kinds) {
    Set<Kind> told = EnumSet.noneOf(Kind.class);
    kinds.forEach(kind -> told.add(kind.announcedAs()));
    for (Kind kind : told) {
      boolean legacy = wiring.facts().initialized() && declared.test(kind);
      if (legacy) {
        wiring.client().send(Messages.notification(kind.changed(), ""));
        wiring.log().info("list-changed-sent", "method", kind.changed());
      }
      if (subscriptions.changed(kind) || legacy) {
        wiring.uptake().told(kind);
      }
    }
  }
}
