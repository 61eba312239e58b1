package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the server offers, as it was last asked, and what changed with the last restart (A2, R7).
/// In turns; parsing and comparing are done outside, on a virtual thread.
final class CatalogKeeper {
  private record Fetched(Catalog catalog, Diff diff) {}

  private static final Map<Kind, String> METHODS =
      Map.of(
          Kind.TOOLS, Methods.TOOLS_LIST,
          Kind.PROMPTS, Methods.PROMPTS_LIST,
          Kind.RESOURCES, Methods.RESOURCES_LIST,
          Kind.TEMPLATES, Methods.TEMPLATES_LIST);

  private final Backend backend;
  private final Supervisor supervisor;
  private final Monitor monitor;
  private final Timers timers;
  private final long limitMillis;
  private final Backend.Listener listener;
  private Catalog current = Catalog.empty();
  private boolean known;
  private Optional<Diff> lastDiff = Optional.empty();
  private final Map<Integer, Fetched> fetched =
      new HashMap<>(); // of incarnations that do not serve yet
  private final Map<Integer, Diff> changes = new HashMap<>();
  private final Map<Integer, Integer> rounds = new HashMap<>(); // newest fetch of each incarnation

  CatalogKeeper(
      Backend backend,
      Supervisor supervisor,
      Monitor monitor,
      Timers timers,
      Backend.Listener listener) {
    this.backend = backend;
    this.supervisor = supervisor;
    this.monitor = monitor;
    this.timers = timers;
    this.limitMillis = backend.settings().listMillis();
    this.listener = listener;
  }

  /// Whether the server has been asked.
  boolean known() {
    return known;
  }

  Catalog current() {
    return current;
  }

  Optional<Diff> lastDiff() {
    return lastDiff;
  }

  /// What changed when this incarnation began to serve.
  Optional<Diff> change(int gen) {
    return Optional.ofNullable(changes.get(gen));
  }

  /// Fetches all lists and runs `then` in a turn when they are there, or when the time is up.
  void fetch(Incarnation inc, Runnable then) {
    int round = rounds.merge(inc.gen(), 1, Integer::sum);
    Round r = new Round(inc, round, then);
    r.start();
  }

  /// The incarnation serves now.
  void adopt(Incarnation inc) {
    Fetched f = fetched.remove(inc.gen());
    if (f != null) {
      changes.clear();
      changes.put(inc.gen(), f.diff());
      take(f, true);
    }
  }

  void lost(Incarnation inc) {
    fetched.remove(inc.gen());
    rounds.remove(inc.gen());
  }

  private void take(Fetched f, boolean byRestart) {
    boolean first = !known;
    current = f.catalog();
    known = true;
    if (!first && !f.diff().isEmpty()) {
      lastDiff = Optional.of(f.diff());
    }
    listener.catalogChanged(first ? Diff.empty() : f.diff(), byRestart);
  }

  /// One fetch of all lists.
  private final class Round {
    private final Incarnation inc;
    private final int number;
    private final Runnable then;
    private final Map<Kind, List<Message.Result>> pages = new EnumMap<>(Kind.class);
    private final Map<Kind, String> refused = new EnumMap<>(Kind.class);
    private int open = 1;
    private boolean over;

    Round(Incarnation inc, int number, Runnable then) {
      this.inc = inc;
      this.number = number;
      this.then = then;
    }

    void start() {
      Timers.Timer limit =
          timers.after(limitMillis, () -> monitor.turn(Monitor.By.OTHER, () -> finish(false)));
      for (Kind kind : Kind.values()) {
        if (offers(kind)) {
          open++;
          ListFetch.all(
              backend,
              inc,
              METHODS.getOrDefault(kind, ""),
              outcome -> {
                arrived(kind, outcome);
                one(limit);
              });
        }
      }
      one(limit);
    }

    private void arrived(Kind kind, ListFetch.Outcome outcome) {
      switch (outcome) {
        case ListFetch.Outcome.Pages p -> {
          if (kind == Kind.TOOLS && !p.pages().stream().allMatch(Round::listsTools)) {
            refused.put(kind, "its `tools` is no array");
          } else {
            pages.put(kind, p.pages());
          }
        }
        case ListFetch.Outcome.Refused r -> {
          byte[] b = r.failure().bytes();
          String code = Json.member(b, r.failure().error(), "code").text(b);
          if (!code.equals("-32601")) { // it has no such list, whatever it declared
            Span message = Json.member(b, r.failure().error(), "message");
            refused.put(kind, Json.isString(b, message) ? Json.string(b, message) : code);
          }
        }
        case ListFetch.Outcome.Lost l -> {} // the incarnation is gone; that is told elsewhere
      }
    }

    private static boolean listsTools(Message.Result r) {
      return Json.isArray(r.bytes(), Json.member(r.bytes(), r.result(), "tools"));
    }

    /// R2: a new build that cannot list its tools, because of a broken schema perhaps, must not
    /// take the place of one that can.
    private boolean unfit() {
      return refused.containsKey(Kind.TOOLS)
          && !current.entries(Kind.TOOLS).isEmpty()
          && supervisor.state() instanceof State.Starting s
          && s.gen() == inc.gen()
          && s.serving().isPresent();
    }

    private void one(Timers.Timer limit) {
      if (--open == 0) {
        limit.cancel();
        finish(true);
      }
    }

    private boolean offers(Kind kind) {
      if (inc.capabilities.isEmpty()) {
        return kind == Kind.TOOLS;
      }
      byte[] b = inc.capabilities.get().getBytes(StandardCharsets.UTF_8);
      String member =
          switch (kind) {
            case TOOLS -> "tools";
            case PROMPTS -> "prompts";
            case RESOURCES, TEMPLATES -> "resources";
          };
      return Json.member(b, new Span(0, b.length), member).present();
    }

    private void finish(boolean complete) {
      if (over) {
        return;
      }
      over = true;
      refused.forEach(
          (kind, why) -> backend.note("it refused " + METHODS.getOrDefault(kind, "") + ": " + why));
      if (unfit()) {
        String why = refused.getOrDefault(Kind.TOOLS, "");
        supervisor.startFailed(inc, "could not list its tools: " + why);
        return;
      }
      if (!complete && pages.isEmpty()) {
        then.run(); // it lists nothing in time: it serves with the lists that were known
        return;
      }
      Catalog before = current;
      boolean wasKnown = known;
      Thread.ofVirtual().name("catalog").start(() -> compare(before, complete, wasKnown));
    }

    private void compare(Catalog before, boolean complete, boolean wasKnown) {
      try {
        Catalog now = complete ? Catalog.empty() : before;
        for (Map.Entry<Kind, List<Message.Result>> e : pages.entrySet()) {
          List<Entry> entries = new ArrayList<>();
          for (Message.Result r : e.getValue()) {
            entries.addAll(Catalog.parse(e.getKey(), r.result().text(r.bytes())));
          }
          now = now.with(e.getKey(), entries);
        }
        for (Kind kind : refused.keySet()) {
          now = now.with(kind, before.entries(kind)); // not known is not the same as removed
        }
        Fetched f = new Fetched(now, wasKnown ? Diff.between(before, now) : Diff.empty());
        monitor.turn(Monitor.By.OTHER, () -> store(f));
      } catch (RuntimeException e) {
        // odd lists of a server must not keep it from serving (M7)
        backend.note("its lists could not be read: " + e);
        monitor.turn(Monitor.By.OTHER, then);
      }
    }

    private void store(Fetched f) {
      boolean newest = rounds.getOrDefault(inc.gen(), 0) == number;
      if (newest && inc.serving()) {
        take(f, false);
      } else if (newest && !inc.retired()) {
        fetched.put(inc.gen(), f);
      }
      then.run();
    }
  }
}
