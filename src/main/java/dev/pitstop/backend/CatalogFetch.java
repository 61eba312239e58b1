package dev.pitstop.backend;

import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
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
  /// The lists that came. Not changed once it has been passed on.
  ///
  /// @param pages the pages of the lists that came, in order
  /// @param refused why other lists did not come, in the server's words
  /// @param missing the lists that are not answered yet
  record Lists(
      Map<Kind, List<Message.Result>> pages, Map<Kind, String> refused, Set<Kind> missing) {}

  /// Takes the result; called in turns.
  interface Outcome {
    /// All answers that are waited for have come, or the time limit has passed. Called once more
    /// for each answer that comes later.
    ///
    /// @param behind how often it was called before
    void listed(Lists lists, int behind);
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
  private int open = 1; // the request itself
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

  /// The method that lists this kind.
  static String method(Kind kind) {
    return switch (kind) {
      case TOOLS -> Methods.TOOLS_LIST;
      case PROMPTS -> Methods.PROMPTS_LIST;
      case RESOURCES -> Methods.RESOURCES_LIST;
      case TEMPLATES -> Methods.TEMPLATES_LIST;
    };
  }

  /// Sends the requests; called once.
  void ask(LiveRun run) {
    for (Kind kind : Kind.values()) {
      if (offers(run.run().capabilities(), kind)) {
        missing.add(kind);
      }
    }
    for (Kind kind : EnumSet.copyOf(missing)) {
      open++;
      new ListFetch(run, method(kind), kind.listMember(), parts, list -> came(kind, list)).all();
    }
    oneLess();
  }

  private static boolean offers(Optional<String> capabilities, Kind kind) {
    if (capabilities.isEmpty()) {
      return kind == Kind.TOOLS;
    }
    byte[] b = Messages.utf8(capabilities.get());
    String member =
        switch (kind) {
          case TOOLS -> "tools";
          case PROMPTS -> "prompts";
          case RESOURCES, TEMPLATES -> "resources";
        };
    return Json.member(b, new Span(0, b.length), member).present();
  }

  /// If the run is over, its list stays missing; the end is reported elsewhere.
  private void came(Kind kind, ListFetch.Result list) {
    if (!list.lost()) {
      missing.remove(kind);
      silent.remove(kind);
    }
    Optional<String> why =
        kind == Kind.TOOLS && !listTools(list.pages())
            ? list.refused().or(() -> Optional.of("its `tools` is not an array"))
            : list.refused();
    if (why.isPresent()) {
      refused.put(kind, why.get());
      parts.note(method(kind) + " failed: " + why.get());
    } else if (!list.pages().isEmpty()) {
      pages.put(kind, list.pages());
    }
    oneLess();
  }

  private static boolean listTools(List<Message.Result> pages) {
    return pages.stream().allMatch(r -> Json.isArray(r.bytes(), r.member("tools")));
  }

  private void oneLess() {
    if (--open == 0) {
      limit.cancel();
      grace.ifPresent(Timers.Timer::cancel);
      tell();
    } else if (told > 0 || (!missing.isEmpty() && silent.containsAll(missing))) {
      tell();
    } else if (urgent && !missing.contains(Kind.TOOLS) && grace.isEmpty()) {
      grace = Optional.of(parts.turnAfter(GRACE_MILLIS, this::tellFirst));
    }
  }

  private void late() {
    if (open > 0) {
      silent.addAll(missing);
      silent.remove(Kind.TOOLS); // a reload is for them
      tellFirst();
    }
  }

  private void tellFirst() {
    if (open > 0 && told == 0) {
      tell();
    }
  }

  private void tell() {
    Lists now = new Lists(Map.copyOf(pages), Map.copyOf(refused), Set.copyOf(missing));
    outcome.listed(now, told++);
  }
}
