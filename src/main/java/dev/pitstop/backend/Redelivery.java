package dev.pitstop.backend;

import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.catalog.Entry;
import dev.pitstop.mcp.Methods;
import java.util.Optional;
import java.util.function.Function;

/// Decides what happens to a call whose run is over: it ends with the run's end, or is given to
/// another run once more. Stateless. Called in turns of the monitor.
final class Redelivery {
  private final Runs runs;
  private final Function<String, Optional<Entry>> tools;

  Redelivery(Runs runs, Function<String, Optional<Entry>> tools) {
    this.runs = runs;
    this.tools = tools;
  }

  /// Ends the call if it may not be repeated.
  ///
  /// @return whether it is to be given to another run
  boolean repeats(Call c, RunEnd how) {
    if (c.cancelled()) {
      c.again();
      return false;
    }
    Failure.NotRepeated no;
    if (c.kind() != Call.Kind.REQUEST || !(c.deliveries() == 0 || harmless(c))) {
      no = Failure.NotRepeated.MAY_HAVE_EFFECT;
    } else if (runs.model.wanted() != Lifecycle.Wanted.ON_DEMAND) {
      no = Failure.NotRepeated.STAYS_DOWN; // it would start the server again
    } else if (c.deliveries() > 1) {
      no = Failure.NotRepeated.SENT_TWICE;
    } else {
      c.again();
      return true;
    }
    c.end(new Call.Ending.Failed(new Failure.Lost(how, no)));
    return false;
  }

  /// Why a call whose exchange broke is not sent to the same run again; empty if it is.
  Optional<Failure.NotRepeated> refusesHere(Run run, Call c) {
    if (!harmless(c)) {
      return Optional.of(Failure.NotRepeated.MAY_HAVE_EFFECT);
    }
    if (run.leaving()) {
      return Optional.of(Failure.NotRepeated.STAYS_DOWN);
    }
    return c.deliveries() > 1 ? Optional.of(Failure.NotRepeated.SENT_TWICE) : Optional.empty();
  }

  /// The word of a newer build is not enough: the one that was given the call has not said it.
  private boolean harmless(Call c) {
    if (!c.request().method().equals(Methods.TOOLS_CALL)) {
      return Methods.reads(c.request().method());
    }
    return !c.harms && tools.apply(c.tool()).filter(Redelivery::repeatable).isPresent();
  }

  /// Whether the server lists the tool of this call, and does not say that a second call does no
  /// harm.
  boolean harms(Call c) {
    return tools.apply(c.tool()).filter(tool -> !repeatable(tool)).isPresent();
  }

  private static boolean repeatable(Entry tool) {
    return tool.readOnlyHint() || tool.idempotentHint();
  }
}
