package dev.pitstop.session;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.UriTemplate;
import dev.pitstop.log.Log;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The four lists of many servers, merged (F8, M3): each server's entries in its own order, the
/// servers in theirs, Pitstop's own tools last. A list waits for servers that are starting, each
/// for a limited time from its start; `list_changed` announces what comes later. Called in turns of
/// the monitor; long work is done outside.
final class ManyLists {
  /// What one server offered when the list was requested.
  private record Part(Member member, Catalog catalog) {}

  /// @param clashes by server, the entries that are listed differently because of another server
  private record Merged(byte[] answer, Map<Member, List<Clash>> clashes) {}

  /// An entry that is listed differently because an earlier server has it, too.
  private record Clash(Member earlier, Kind kind, String key, String text) {
    /// Whether that server still has it. Called in a turn.
    boolean lasts() {
      return !earlier.removed() && earlier.offer().now().find(kind, key).isPresent();
    }
  }

  private static final class Waiting {
    final Kind kind;
    final Message.Request request;
    final RequestFacts facts;
    final Reply reply;
    final long untilMillis; // then it waits no longer
    Optional<Timers.Timer> timer = Optional.empty();
    boolean made; // it is being made
    boolean over;

    Waiting(Kind kind, Message.Request request, RequestFacts facts, Reply reply, long untilMillis) {
      this.kind = kind;
      this.request = request;
      this.facts = facts;
      this.reply = reply;
      this.untilMillis = untilMillis;
    }
  }

  /// How many times longer a list waits for unknown servers that work but are not ready than for
  /// one that shows no sign of work.
  static final int MOST_WAITS = 5;

  /// Where lists come from besides the servers, and what is known of those that are starting.
  interface Sources {
    /// Reads and uses the remembered description of a server; calls `done` in a later turn.
    ///
    /// @return whether it does
    boolean recall(Member m, Runnable done);

    /// A list waits: report from now on which servers work.
    void watchStarts();
  }

  private final Wiring wiring;
  private final Supplier<Collection<Member>> all;
  private final ManyChanges changes;
  private final long waitMillis;
  private final Sources sources;
  private final Log log;
  private final List<Waiting> waiting = new ArrayList<>();
  private final Map<Member, Map<Kind, List<Clash>>> clashes = new HashMap<>();
  private int recalling; // servers whose descriptions are being read

  /// @param waitMillis how long a list waits for a server that shows no sign of work
  ManyLists(
      Wiring wiring,
      Supplier<Collection<Member>> all,
      ManyChanges changes,
      long waitMillis,
      Sources sources) {
    this.wiring = wiring;
    this.all = all;
    this.changes = changes;
    this.waitMillis = waitMillis;
    this.sources = sources;
    this.log = wiring.log();
  }

  void request(Kind kind, Message.Request r, RequestFacts f, Reply reply) {
    Optional<byte[]> refusal = ListAnswer.furtherPage(r);
    if (refusal.isPresent()) {
      reply.send(refusal.get());
      return;
    }
    long most = MOST_WAITS * waitMillis;
    Waiting w = new Waiting(kind, r, f, reply, wiring.timers().nowMillis() + most);
    wiring.tracker().open(r, (n, span) -> cancel(w));
    changes.asked(kind);
    waiting.add(w);
    look();
    if (waiting.contains(w)) {
      w.timer = Optional.of(lookAfter(most));
      sources.watchStarts();
    }
  }

  private void cancel(Waiting w) {
    w.over = true;
    w.timer.ifPresent(Timers.Timer::cancel);
    waiting.remove(w);
    if (w.made) {
      changes.of(Set.of(w.kind)); // what it would have contained is news again
    } else {
      changes.givenUp(w.kind);
    }
    w.reply.none();
  }

  private Timers.Timer lookAfter(long millis) {
    return wiring.timers().after(millis, () -> wiring.monitor().turn(Monitor.By.OTHER, this::look));
  }

  /// A server's state changed: lists that waited for it may be answered.
  void look() {
    if (waiting.isEmpty() || recalling()) {
      return;
    }
    long now = wiring.timers().nowMillis();
    boolean coming = now < worthWaitingUntil();
    for (Waiting w : List.copyOf(waiting)) {
      // after its first list the client hears of changes by `list_changed`
      if (!coming || now >= w.untilMillis || changes.given(w.kind)) {
        waiting.remove(w);
        answer(w);
      }
    }
  }

  /// For servers that have not listed anything, remembered descriptions will do (F6): they are read
  /// first.
  private boolean recalling() {
    for (Member m : all.get()) {
      if (m.offer().recalls() && sources.recall(m, this::recalled)) {
        recalling++;
      }
    }
    return recalling > 0;
  }

  private void recalled() {
    recalling--;
    look();
  }

  private long worthWaitingUntil() {
    long until = Long.MIN_VALUE;
    for (Member m : all.get()) {
      until = Math.max(until, m.offer().worthWaitingUntil());
    }
    return until;
  }

  /// A server is about to start, or waits for a free start: lists wait for it from now on.
  void expect(Member m) {
    m.offer().waitUntil(wiring.timers().nowMillis() + waitMillis);
    lookAfter(waitMillis);
  }

  /// Whether a list waits.
  boolean waits() {
    return !waiting.isEmpty();
  }

  /// A server works that has not listed anything yet: lists wait for it as if it started now.
  void works(Member m) {
    m.offer().waitLonger(wiring.timers().nowMillis() + waitMillis);
  }

  /// A server's known catalogue changed: its part of the lists is made at once, so that callers who
  /// ask for the servers learn what is not listed.
  void shelve(Member m) {
    Catalog catalog = m.offer().catalog();
    wiring
        .outside()
        .run(
            () -> Optional.of(m.offer().shelf().all(catalog)),
            Optional.<Map<Kind, Shelf.Items>>empty(),
            made -> made.ifPresent(items -> shelved(m, catalog, items)));
  }

  private void shelved(Member m, Catalog catalog, Map<Kind, Shelf.Items> items) {
    List<String> before = m.offer().withheld();
    m.offer().shelved(catalog, items);
    tell(m, before, m.offer().withheld());
  }

  /// Runs `then`, which answers this call, in a turn when the servers' known catalogues have been
  /// processed.
  void whenShelved(ManagedCall call, Runnable then) {
    wiring
        .outside()
        .run(
            () -> true,
            true,
            done -> {
              try {
                then.run();
              } catch (RuntimeException | Error e) {
                // a bug in Pitstop, or no memory: the caller still gets one answer (F3)
                log.error("defect", "in", "the report about servers", "why", e.toString());
                call.fail(Words.MARK + "internal error: " + e);
              }
            });
  }

  private void answer(Waiting w) {
    w.timer.ifPresent(Timers.Timer::cancel);
    w.made = true;
    changes.brought(w.kind);
    List<Part> parts = new ArrayList<>();
    for (Member m : all.get()) {
      parts.add(new Part(m, m.offer().now()));
    }
    String ours = w.kind == Kind.TOOLS ? wiring.management().definitions() : "";
    String text = Words.MARK + "Pitstop has no memory for these lists.";
    wiring
        .outside()
        .run(
            () -> Optional.of(merge(w, parts, ours)),
            Optional.<Merged>empty(),
            merged -> {
              if (merged.isEmpty()) {
                changes.of(Set.of(w.kind)); // the client has not got it
              }
              if (!w.over) {
                w.over = true;
                wiring.tracker().over(w.request);
                w.reply.send(
                    merged
                        .map(Merged::answer)
                        .orElseGet(
                            () -> Messages.error(w.request.id(), Messages.INTERNAL_ERROR, text)));
              }
              merged.ifPresent(
                  m -> m.clashes().forEach((member, now) -> clashes(member, w.kind, now)));
            });
  }

  private Merged merge(Waiting w, List<Part> parts, String ours) {
    StringBuilder items = new StringBuilder();
    Map<Member, List<Clash>> clashes = new LinkedHashMap<>();
    Map<String, Held> owners = new HashMap<>(); // of URIs
    for (Part p : parts) {
      Shelf.Items shelf = p.member().offer().shelf().items(p.catalog(), w.kind);
      List<Clash> other = new ArrayList<>();
      Map<String, Held> theirs = new HashMap<>();
      for (Shelf.Item item : shelf.items()) {
        String json = item.json();
        String same = same(w.kind, item.key());
        Optional<Held> earlier = Optional.ofNullable(owners.get(same));
        theirs.put(same, new Held(p.member(), item.key()));
        if (w.kind.announcedAs() == Kind.RESOURCES && earlier.isPresent()) {
          String prefixed = p.member().name() + "+" + item.key();
          json = elsewhere(p.catalog(), w.kind, item.key(), prefixed);
          other.add(
              new Clash(
                  earlier.get().by(),
                  w.kind,
                  earlier.get().key(),
                  "its "
                      + w.kind.noun()
                      + " "
                      + item.key()
                      + " is listed as "
                      + prefixed
                      + ", because server `"
                      + earlier.get().by().name()
                      + "` has the same"
                      + (w.kind == Kind.RESOURCES ? " URI" : "")));
        }
        items.append(items.isEmpty() ? "" : ",").append(json);
      }
      theirs.forEach(owners::putIfAbsent);
      clashes.put(p.member(), List.copyOf(other));
    }
    return new Merged(
        ListAnswer.of(w.kind, w.request.id(), items, ours, w.facts.modern()), clashes);
  }

  /// A URI or template as its server lists it.
  private record Held(Member by, String key) {}

  /// What two entries share that only one of them can have.
  private static String same(Kind kind, String key) {
    return kind == Kind.TEMPLATES ? UriTemplate.compile(key).shape() : key;
  }

  private static String elsewhere(Catalog catalog, Kind kind, String key, String other) {
    return catalog
        .find(kind, key)
        .map(e -> Shelf.renamed(e.json(), kind.keyMember(), other).toString())
        .orElse("{}");
  }

  private void clashes(Member m, Kind kind, List<Clash> now) {
    Map<Kind, List<Clash>> known = clashes.getOrDefault(m, Map.of());
    List<Clash> before = known.getOrDefault(kind, List.of());
    if (m.removed() || now.equals(before)) {
      return;
    }
    clashes.computeIfAbsent(m, x -> new EnumMap<>(Kind.class)).put(kind, now);
    tell(m, texts(before), texts(now));
  }

  private static List<String> texts(List<Clash> clashes) {
    return clashes.stream().map(Clash::text).toList();
  }

  private void tell(Member m, List<String> before, List<String> now) {
    for (String flaw : now) {
      if (!before.contains(flaw)) {
        log.warn("list", "server", m.name(), "problem", flaw);
        m.backend()
            .ring()
            .append(m.backend().ring().newest().orElse(0), StderrRing.Kind.NOTE, flaw);
      }
    }
  }

  /// Which entries of a server are not listed, or listed differently, and why.
  List<String> flaws(Member m) {
    List<String> all = m.offer().withheld();
    for (List<Clash> each : clashes.getOrDefault(m, Map.of()).values()) {
      all.addAll(texts(each.stream().filter(Clash::lasts).toList()));
    }
    return all;
  }

  /// The server was removed.
  void removed(Member m) {
    clashes.remove(m);
    look();
  }
}
