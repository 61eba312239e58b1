package dev.pitstop.session.front;

import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/// Announces changed lists to the client: in the legacy era by notifications, in the modern era on
/// its subscriptions. Called in turns of the monitor.
///
/// @param declared whether the client was told that there are such lists
/// @param listens announces a change on the subscriptions, and returns whether one wanted it
public record ListChanges(Wiring wiring, Predicate<Kind> declared, Predicate<Kind> listens) {
  /// Announces changes of these lists. The log's name for that is documented.
  public void tell(Collection<Kind> kinds) {
    Set<Kind> told = EnumSet.noneOf(Kind.class);
    kinds.forEach(kind -> told.add(kind.announcedAs()));
    for (Kind kind : told) {
      boolean legacy = wiring.facts().initialized() && declared.test(kind);
      if (legacy) {
        wiring.client().send(Messages.notification(kind.changed(), ""));
        wiring.log().info("list-changed-sent", "method", kind.changed());
      }
      if (listens.test(kind) || legacy) {
        wiring.uptake().told(kind);
      }
    }
  }
}
