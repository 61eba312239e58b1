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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Asks a run for all lists that it offers, at the same time, and waits for them no longer than a
/// limit. In turns.
final class CatalogFetch {
  /// What came. Not changed any more once it is handed over.
  ///
  /// @param pages of the lists that came, in order
  /// @param refused why others did not, in the server's words
  /// @param complete whether it answered for every list, in time
  record Lists(Map<Kind, List<Message.Result>> pages, Map<Kind, String> refused, boolean complete) {
    /// The catalogue that this is; of what is not known it has what was there before.
    ///
    /// @param note is told of lists that cannot be read; they are not known either (M7)
    Catalog catalog(Catalog before, Consumer<String> note) {
      Catalog now = complete ? Catalog.empty() : before;
      for (Map.Entry<Kind, List<Message.Result>> e : pages.entrySet()) {
        List<String> texts = new ArrayList<>();
        for (Message.Result r : e.getValue()) {
          texts.add(r.result().text(r.bytes()));
        }
        Listing listing = Listing.parse(e.getKey(), texts);
        if (!listing.readable()) {
          note.accept(
              "its answer to " + method(e.getKey()) + " could not be read: what was known is kept");
        }
        now =
            now.with(
                e.getKey(), listing.readable() ? listing.entries() : before.entries(e.getKey()));
      }
      for (Kind kind : refused.keySet()) {
        now = now.with(kind, before.entries(kind)); // not known is not the same as removed
      }
      return now;
    }
  }

  private static final String METHOD_NOT_FOUND = "-32601";

  private final Run run;
  private final Consumer<String> note;
  private final Consumer<Lists> done;
  private final Map<Kind, List<Message.Result>> pages = new EnumMap<>(Kind.class);
  private final Map<Kind, String> refused = new EnumMap<>(Kind.class);
  private int open = 1; // the asking itself
  private boolean over;

  private CatalogFetch(Run run, Consumer<String> note, Consumer<Lists> done) {
    this.run = run;
    this.note = note;
    this.done = done;
  }

  /// Asks; `done` is told once, in a turn, when all answers are there or the time is up.
  static void start(
      Run run,
      Monitor monitor,
      Timers timers,
      long limitMillis,
      Consumer<String> note,
      Consumer<Lists> done) {
    CatalogFetch fetch = new CatalogFetch(run, note, done);
    fetch.ask(
        timers.after(limitMillis, () -> monitor.turn(Monitor.By.OTHER, () -> fetch.finish(false))));
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
        open++;
        ListFetch.all(
            run,
            method(kind),
            note,
            outcome -> {
              arrived(kind, outcome);
              oneLess(limit);
            });
      }
    }
    oneLess(limit);
  }

  private boolean offers(Kind kind) {
    Optional<String> capabilities = run.greeting().capabilities();
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

  private void arrived(Kind kind, ListFetch.Outcome outcome) {
    if (over) {
      return; // too late: the lists have been handed over
    }
    outcome.by(new Arrival(kind));
  }

  private final class Arrival implements ListFetch.Outcome.Cases {
    private final Kind kind;

    Arrival(Kind kind) {
      this.kind = kind;
    }

    @Override
    public void pages(List<Message.Result> came) {
      if (kind == Kind.TOOLS && !listTools(came)) {
        refused.put(kind, "its `tools` is no array");
      } else {
        pages.put(kind, came);
      }
    }

    @Override
    public void refused(Message.Failure failure) {
      refusal(failure).ifPresent(why -> refused.put(kind, why));
    }

    @Override
    public void lost() {} // the run is over; that is told elsewhere
  }

  private static boolean listTools(List<Message.Result> pages) {
    for (Message.Result r : pages) {
      if (!Json.isArray(r.bytes(), r.member("tools"))) {
        return false;
      }
    }
    return true;
  }

  /// Why; empty if it has no such list, whatever it declared.
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
    if (--open == 0) {
      limit.cancel();
      finish(true);
    }
  }

  private void finish(boolean complete) {
    if (!over) {
      over = true;
      done.accept(new Lists(pages, refused, complete));
    }
  }
}
