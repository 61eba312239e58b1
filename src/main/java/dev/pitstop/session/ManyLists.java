package dev.pitstop.session;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.log.Log;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The four lists of many servers, merged (F8, M3): each server's entries in its own order, the
/// servers in theirs, our tools behind. A list waits for servers that are on their way, each for a
/// bounded time from its start; what comes later is told by `list_changed`. In turns; what takes
/// long is done outside.
final class ManyLists {
  /// What one server offers, as it was when the list was asked for.
  private record Part(Member member, Catalog catalog) {}

  /// @param flaws what is not listed, and why, by server
  private record Merged(byte[] answer, Map<Member, List<String>> flaws) {}

  private static final class Waiting {
    final Kind kind;
    final Message.Request request;
    final RequestFacts facts;
    final Reply reply;
    boolean over;

    Waiting(Kind kind, Message.Request request, RequestFacts facts, Reply reply) {
      this.kind = kind;
      this.request = request;
      this.facts = facts;
      this.reply = reply;
    }
  }

  private final Wiring wiring;
  private final Supplier<Collection<Member>> all;
  private final Log log;
  private final List<Waiting> waiting = new ArrayList<>();
  private final Map<Member, Map<Kind, List<String>>> flaws = new HashMap<>();

  ManyLists(Wiring wiring, Supplier<Collection<Member>> all) {
    this.wiring = wiring;
    this.all = all;
    this.log = wiring.log();
  }

  void request(Kind kind, Message.Request r, RequestFacts f, Reply reply) {
    if (Json.isString(r.bytes(), r.param("cursor"))) {
      reply.send(
          Messages.error(
              r.id(), Messages.INVALID_PARAMS, "Unknown cursor: this list comes in one page."));
      return;
    }
    Waiting w = new Waiting(kind, r, f, reply);
    wiring
        .tracker()
        .open(
            r,
            (n, span) -> {
              w.over = true;
              waiting.remove(w);
              reply.none();
            });
    waiting.add(w);
    look();
  }

  /// Something became of a server: lists that waited for it may be answered.
  void look() {
    if (waiting.isEmpty() || isWorthWaiting()) {
      return;
    }
    List<Waiting> ready = List.copyOf(waiting);
    waiting.clear();
    ready.forEach(this::answer);
  }

  private boolean isWorthWaiting() {
    long now = wiring.timers().nowMillis();
    for (Member m : all.get()) {
      if (m.worthWaiting(now)) {
        return true;
      }
    }
    return false;
  }

  /// A server is about to start: lists wait for it this long.
  void expect(Member m, long millis) {
    Timers timers = wiring.timers();
    m.waitUntil(timers.nowMillis() + millis);
    timers.after(millis, () -> wiring.monitor().turn(Monitor.By.OTHER, this::look));
  }

  private void answer(Waiting w) {
    List<Part> parts = new ArrayList<>();
    for (Member m : all.get()) {
      parts.add(new Part(m, m.offered()));
    }
    String ours = w.kind == Kind.TOOLS ? wiring.management().definitions() : "";
    String text = Words.MARK + "The lists are too long for the memory that is left.";
    wiring
        .outside()
        .run(
            () -> Optional.of(merge(w, parts, ours)),
            Optional.<Merged>empty(),
            merged -> {
              if (!w.over) {
                w.over = true;
                wiring.tracker().over(w.request);
                w.reply.send(
                    merged
                        .map(Merged::answer)
                        .orElseGet(
                            () -> Messages.error(w.request.id(), Messages.INTERNAL_ERROR, text)));
              }
              merged.ifPresent(m -> m.flaws().forEach((member, now) -> flaws(member, w.kind, now)));
            });
  }

  private Merged merge(Waiting w, List<Part> parts, String ours) {
    StringBuilder items = new StringBuilder();
    Map<Member, List<String>> withheld = new LinkedHashMap<>();
    Set<String> uris = new HashSet<>();
    for (Part p : parts) {
      Shelf.Items shelf = p.member().shelf().items(p.catalog(), w.kind);
      List<String> flaws = new ArrayList<>(shelf.withheld());
      for (Shelf.Item item : shelf.items()) {
        String json = item.json();
        if (w.kind == Kind.RESOURCES && !uris.add(item.key())) {
          String other = p.member().name() + "+" + item.key();
          json = elsewhere(p.catalog(), item.key(), other);
          flaws.add(
              "its resource "
                  + item.key()
                  + " is listed as "
                  + other
                  + ", as an earlier server has the same URI");
        } else if (w.kind == Kind.TEMPLATES && !uris.add(item.key())) {
          flaws.add(
              "its resource template "
                  + item.key()
                  + " is not listed: an earlier server has the same");
          continue;
        }
        items.append(items.isEmpty() ? "" : ",").append(json);
      }
      withheld.put(p.member(), List.copyOf(flaws));
    }
    return new Merged(
        ListAnswer.of(w.kind, w.request.id(), items, ours, w.facts.modern()), withheld);
  }

  private static String elsewhere(Catalog catalog, String uri, String other) {
    return catalog
        .find(Kind.RESOURCES, uri)
        .map(e -> Shelf.renamed(e.json(), Kind.RESOURCES.keyMember(), other).toString())
        .orElse("{}");
  }

  private void flaws(Member m, Kind kind, List<String> now) {
    Map<Kind, List<String>> known = flaws.computeIfAbsent(m, x -> new HashMap<>());
    List<String> before = known.getOrDefault(kind, List.of());
    known.put(kind, now);
    for (String flaw : now) {
      if (!before.contains(flaw)) {
        log.warn("list", "server", m.name(), "problem", flaw);
        m.backend()
            .ring()
            .append(m.backend().ring().newest().orElse(0), StderrRing.Kind.NOTE, flaw);
      }
    }
  }

  /// What of a server's lists is not listed as it is, and why.
  List<String> flaws(Member m) {
    List<String> all = new ArrayList<>();
    flaws.getOrDefault(m, Map.of()).values().forEach(all::addAll);
    return all;
  }

  /// The server is no more.
  void removed(Member m) {
    flaws.remove(m);
    look();
  }
}
