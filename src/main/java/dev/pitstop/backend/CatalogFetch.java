package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Listing;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Asks a run for all its lists at the same time. After a time limit it passes on the lists that
/// have come, and all of them once more when the last has come. Called in turns of the monitor.
final class CatalogFetch {
  /// The lists that came. Not changed once it has been passed on.
  ///
  /// @param pages the pages of the lists that came, in order
  /// @param refused why other lists did not come, in the server's words
  /// @param missing the lists that are not answered yet
  record Lists(
      Map<Kind, List<Message.Result>> pages, Map<Kind, String> refused, Set<Kind> missing) {
    /// Makes the catalogue. Unknown lists keep their earlier content. A list that cannot be read is
    /// unknown too, and noted (M7).
    Read read(Catalog before, BackendParts parts) {
      Catalog now = Catalog.empty();
      EnumSet<Kind> unknown = EnumSet.noneOf(Kind.class);
      unknown.addAll(missing);
      unknown.addAll(refused.keySet());
      for (Map.Entry<Kind, List<Message.Result>> e : pages.entrySet()) {
        List<String> texts = new ArrayList<>();
        for (Message.Result r : e.getValue()) {
          texts.add(r.result().text(r.bytes()));
        }
        Listing listing = Listing.parse(e.getKey(), texts);
        String method = method(e.getKey());
        if (!listing.doubles().isEmpty()) {
          parts.note(
              method
                  + " names "
                  + String.join(", ", listing.doubles())
                  + " more than once; Pitstop shows the first");
        }
        if (listing.readable()) {
          now = now.with(e.getKey(), listing.entries());
        } else {
          parts.note(
              "the answer to " + method + " could not be read; Pitstop keeps the previous list");
          unknown.add(e.getKey());
        }
      }
      for (Kind kind : unknown) {
        now = now.with(kind, before.entries(kind)); // unknown is not the same as removed
      }
      return new Read(now, unknown);
    }
  }

  /// @param unknown kinds for which `catalog` has the earlier content
  record Read(Catalog catalog, Set<Kind> unknown) {}

  /// Takes the result; called in turns.
  interface Outcome {
    /// All answers have come, or the time limit has passed. Called once more if the answers come
    /// after the limit.
    ///
    /// @param behind whether the limit had passed before
    void listed(Lists lists, boolean behind);
  }

  private final BackendParts parts;
  private final Outcome outcome;
  private final Timers.Timer limit;
  private final Map<Kind, List<Message.Result>> pages = new EnumMap<>(Kind.class);
  private final Map<Kind, String> refused = new EnumMap<>(Kind.class);
  private final EnumSet<Kind> missing = EnumSet.noneOf(Kind.class);
  private int open = 1; // the request itself
  private boolean late;

  CatalogFetch(BackendParts parts, long limitMillis, Outcome outcome) {
    this.parts = parts;
    this.outcome = outcome;
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
      new ListFetch(run.asker(), method(kind), kind.listMember(), parts, list -> came(kind, list))
          .all();
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
    }
    if (list.refused().isPresent()) {
      refused.put(kind, list.refused().get());
    } else if (kind == Kind.TOOLS && !listTools(list.pages())) {
      refused.put(kind, "its `tools` is not an array");
    } else if (!list.pages().isEmpty()) {
      pages.put(kind, list.pages());
    }
    oneLess();
  }

  private static boolean listTools(List<Message.Result> pages) {
    for (Message.Result r : pages) {
      if (!Json.isArray(r.bytes(), r.member("tools"))) {
        return false;
      }
    }
    return true;
  }

  private void oneLess() {
    if (--open == 0) {
      limit.cancel();
      outcome.listed(new Lists(pages, refused, missing), late);
    }
  }

  private void late() {
    if (open > 0) {
      late = true;
      Lists now = new Lists(Map.copyOf(pages), Map.copyOf(refused), Set.copyOf(missing));
      outcome.listed(now, false);
    }
  }
}
