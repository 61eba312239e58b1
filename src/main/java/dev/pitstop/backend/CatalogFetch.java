package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Listing;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Asks a run for all its lists at the same time. After a time limit it passes on the lists that
/// have come, and all of them once more when the last has come. Called in turns of the monitor.
final class CatalogFetch {
  /// The lists that came. Not changed once it has been passed on.
  ///
  /// @param pages of the lists that came, in order
  /// @param refused why others did not, in the server's words
  /// @param missing the lists that are not answered yet
  record Lists(
      Map<Kind, List<Message.Result>> pages, Map<Kind, String> refused, Set<Kind> missing) {
    /// The resulting catalogue; unknown lists keep their earlier content.
    ///
    /// @param note takes remarks about unreadable lists, which are unknown too (M7)
    Read read(Catalog before, Consumer<String> note) {
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
        if (listing.readable()) {
          now = now.with(e.getKey(), listing.entries());
        } else {
          note.accept(
              "the answer to "
                  + method(e.getKey())
                  + " could not be read; Pitstop keeps the previous list");
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
  interface Outcomes {
    /// All answers have come, or the time limit has passed. Called once.
    void listed(Lists lists);

    /// All answers have come, after the time limit.
    void behind(Lists lists);
  }

  private static final String METHOD_NOT_FOUND = "-32601";

  private final Asker asker;
  private final Optional<String> capabilities;
  private final Consumer<String> note;
  private final Outcomes outcomes;
  private final Map<Kind, List<Message.Result>> pages = new EnumMap<>(Kind.class);
  private final Map<Kind, String> refused = new EnumMap<>(Kind.class);
  private final EnumSet<Kind> missing = EnumSet.noneOf(Kind.class);
  private int open = 1; // the request itself
  private boolean late;

  private CatalogFetch(
      Asker asker, Optional<String> capabilities, Consumer<String> note, Outcomes outcomes) {
    this.asker = asker;
    this.capabilities = capabilities;
    this.note = note;
    this.outcomes = outcomes;
  }

  /// Sends the requests.
  ///
  /// @param capabilities of the run, as JSON
  static void start(
      Asker asker,
      Optional<String> capabilities,
      Monitor monitor,
      Timers timers,
      long limitMillis,
      Consumer<String> note,
      Outcomes outcomes) {
    CatalogFetch fetch = new CatalogFetch(asker, capabilities, note, outcomes);
    fetch.ask(timers.after(limitMillis, () -> monitor.turn(Monitor.By.OTHER, fetch::late)));
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

  private void ask(Timers.Timer limit) {
    for (Kind kind : Kind.values()) {
      if (offers(kind)) {
        missing.add(kind);
      }
    }
    for (Kind kind : EnumSet.copyOf(missing)) {
      open++;
      ListFetch.all(asker, method(kind), note, new Arrival(kind, limit));
    }
    oneLess(limit);
  }

  private boolean offers(Kind kind) {
    if (capabilities.isEmpty()) {
      return kind == Kind.TOOLS;
    }
    byte[] b = capabilities.get().getBytes(StandardCharsets.UTF_8);
    String member =
        switch (kind) {
          case TOOLS -> "tools";
          case PROMPTS -> "prompts";
          case RESOURCES, TEMPLATES -> "resources";
        };
    return Json.member(b, new Span(0, b.length), member).present();
  }

  private final class Arrival implements ListFetch.Outcome {
    private final Kind kind;
    private final Timers.Timer limit;

    Arrival(Kind kind, Timers.Timer limit) {
      this.kind = kind;
      this.limit = limit;
    }

    @Override
    public void pages(List<Message.Result> came) {
      if (kind == Kind.TOOLS && !listTools(came)) {
        refused.put(kind, "its `tools` is not an array");
      } else {
        pages.put(kind, came);
      }
      arrived();
    }

    @Override
    public void refused(Message.Failure failure) {
      refusal(failure).ifPresent(why -> refused.put(kind, why));
      arrived();
    }

    @Override
    public void unusable(String why) {
      refused.put(kind, why);
      arrived();
    }

    @Override
    public void lost() {
      oneLess(limit); // the list stays missing; that the run is over is reported elsewhere
    }

    private void arrived() {
      missing.remove(kind);
      oneLess(limit);
    }
  }

  private static boolean listTools(List<Message.Result> pages) {
    for (Message.Result r : pages) {
      if (!Json.isArray(r.bytes(), r.member("tools"))) {
        return false;
      }
    }
    return true;
  }

  /// The server's reason; empty if it has no such list, whatever it declared.
  private static Optional<String> refusal(Message.Failure f) {
    String code = f.member("code").text(f.bytes());
    if (code.equals(METHOD_NOT_FOUND)) {
      return Optional.empty();
    }
    Span message = f.member("message");
    boolean words = Json.isString(f.bytes(), message);
    return Optional.of(words ? Json.string(f.bytes(), message) : code);
  }

  private void oneLess(Timers.Timer limit) {
    if (--open > 0) {
      return;
    }
    limit.cancel();
    Lists all = new Lists(pages, refused, missing);
    if (late) {
      outcomes.behind(all);
    } else {
      outcomes.listed(all);
    }
  }

  private void late() {
    if (open > 0) {
      late = true;
      outcomes.listed(new Lists(Map.copyOf(pages), Map.copyOf(refused), Set.copyOf(missing)));
    }
  }
}
