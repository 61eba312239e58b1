package dev.pitstop.backend;

import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Asks a run for all its lists at the same time. After a time limit it passes on the lists that
/// have come, and again whenever one more has. A kind of list that the server never answered before
/// is not waited for. If the tools are urgent, because nobody knows any yet, the others get a
/// moment beside them, no more. Called in turns of the monitor.
final class CatalogFetch {
  /// Takes the result; called in turns.
  interface Outcome {
    /// All answers that are waited for have come, or the time limit has passed. Called once more
    /// for each answer that comes later.
    ///
    /// @param behind how often it was called before
    void listed(CatalogLook.Lists lists, int behind);
  }

  private static final long GRACE_MILLIS = 100;

  private final BackendParts parts;
  private final Outcome outcome;
  private final Timers.Timer limit;
  private final Set<Kind> silent;
  private final boolean urgent;
  private Optional<Timers.Timer> grace = Optional.empty();
  private final Map<Kind, List<Message.Result>> pages = new EnumMap<>(Kind.class);
  private final Map<Kind, String> refused = new EnumMap<>(Kind.class);
  private final EnumSet<Kind> missing = EnumSet.noneOf(Kind.class);
  private int told; // how often the lists were passed on

  /// @param silent the kinds that the server did not answer in time; kept up to date here
  /// @param urgent whether nobody knows what the server offers
  CatalogFetch(
      BackendParts parts, long limitMillis, Set<Kind> silent, boolean urgent, Outcome outcome) {
    this.parts = parts;
    this.outcome = outcome;
    this.silent = silent;
    this.urgent = urgent;
    this.limit = parts.turnAfter(limitMillis, this::late);
  }

  /// Sends the requests; called once.
  void ask(LiveRun run) {
    for (Kind kind : Kind.values()) {
      if (offers(run.run, kind)) {
        missing.add(kind);
      }
    }
    for (Kind kind : EnumSet.copyOf(missing)) {
      new ListFetch(run, kind.method(), kind.listMember(), parts, list -> came(kind, list)).all();
    }
    if (told == 0) { // otherwise no request could be sent
      look();
    }
  }

  private static boolean offers(Run run, Kind kind) {
    if (run.capabilities().isEmpty()) {
      return kind == Kind.TOOLS;
    }
    byte[] b = Messages.utf8(run.capabilities().get());
    return Json.member(b, new Span(0, b.length), kind.announcedAs().listMember()).present();
  }

  private void came(Kind kind, ListFetch.Result list) {
    if (list.lost()) { // the run is over, which is reported elsewhere
      stopWaiting();
      return;
    }
    missing.remove(kind);
    silent.remove(kind);
    Optional<String> why =
        kind == Kind.TOOLS && !listTools(list.pages())
            ? list.refused().or(() -> Optional.of("its `tools` is not an array"))
            : list.refused();
    if (why.isPresent()) {
      refused.put(kind, why.get());
      parts.note(kind.method() + " failed: " + why.get());
    } else if (!list.pages().isEmpty()) {
      pages.put(kind, list.pages());
    }
    look();
  }

  private static boolean listTools(List<Message.Result> pages) {
    return pages.stream().allMatch(r -> Json.isArray(r.bytes(), r.member("tools")));
  }

  private void look() {
    if (missing.isEmpty()) {
      stopWaiting();
      tell();
    } else if (told > 0 || silent.containsAll(missing)) {
      tell();
    } else if (urgent && !missing.contains(Kind.TOOLS) && grace.isEmpty()) {
      grace = Optional.of(parts.turnAfter(GRACE_MILLIS, this::tellFirst));
    }
  }

  private void stopWaiting() {
    limit.cancel();
    grace.ifPresent(Timers.Timer::cancel);
  }

  private void late() {
    silent.addAll(missing);
    silent.remove(Kind.TOOLS); // a reload is for them
    tellFirst();
  }

  private void tellFirst() {
    if (told == 0) {
      tell();
    }
  }

  private void tell() {
    outcome.listed(
        new CatalogLook.Lists(Map.copyOf(pages), Map.copyOf(refused), Set.copyOf(missing)), told++);
  }
}
