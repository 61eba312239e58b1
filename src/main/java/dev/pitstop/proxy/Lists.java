package dev.pitstop.proxy;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.rpc.Timers;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The four list requests (F8): the server's own answer, its pages joined into one, our tools
/// behind its tools. When there is no server to ask, or none soon enough, what is known of it
/// answers, and a `list_changed` follows when it serves (F6). In turns.
final class Lists {
  private final Backend backend;
  private final Told told;
  private final Monitor monitor;
  private final Timers timers;
  private final long patienceMillis;
  private final Management management;
  private final Supplier<Catalog> remembered;
  private final EnumSet<Kind> stale = EnumSet.noneOf(Kind.class);

  /// @param patienceMillis how long a list may wait for a server that is not there yet
  /// @param remembered what is known from earlier; may read a file, so it is called outside a turn
  Lists(
      SessionServer server,
      Timers timers,
      long patienceMillis,
      Management management,
      Supplier<Catalog> remembered) {
    this.backend = server.backend();
    this.told = server.told();
    this.monitor = server.monitor();
    this.timers = timers;
    this.patienceMillis = patienceMillis;
    this.management = management;
    this.remembered = remembered;
  }

  /// Kinds whose last answer was not the server's own; asking takes them.
  Set<Kind> takeStale() {
    EnumSet<Kind> taken = EnumSet.copyOf(stale);
    stale.clear();
    return taken;
  }

  /// The list that the client has is not what it would get now.
  void markStale(Kind kind) {
    stale.add(kind);
  }

  /// @param track enters the call as open, so that it can be cancelled
  void request(
      Kind kind, Message.Request r, RequestFacts facts, Reply reply, Router.Tracker track) {
    if (Json.isString(r.bytes(), Json.member(r.bytes(), r.params(), "cursor"))) {
      reply.send(
          Messages.error(
              r.id(), Messages.INVALID_PARAMS, "Unknown cursor: this list comes in one page."));
      return;
    }
    Call call =
        new Call(
            Call.Kind.REQUEST,
            r,
            facts,
            "",
            (c, ending) ->
                ended(
                    kind,
                    c,
                    ending,
                    response -> {
                      track.over(c);
                      reply.send(response);
                    }));
    track.open(call, reply);
    boolean waits = backend.serving().isEmpty();
    backend.submit(call);
    if (waits && !call.ended()) {
      timers.after(
          patienceMillis, () -> remembered(known -> impatient(kind, call, known, reply, track)));
    }
  }

  /// Reads what is known from earlier, and runs `then` in a turn.
  private void remembered(Consumer<Catalog> then) {
    Thread.ofVirtual()
        .name("remembered lists")
        .start(() -> {
          Catalog known = remembered.get();
          monitor.turn(Monitor.By.OTHER, () -> then.accept(known));
        });
  }

  private void impatient(Kind kind, Call call, Catalog known, Reply reply, Router.Tracker track) {
    if (!call.ended() && !call.cancelled() && backend.giveUp(call)) {
      track.over(call);
      reply.send(fromKnown(kind, call, best(known)));
    }
  }

  /// What is known of a server that does not say it itself.
  private Catalog best(Catalog known) {
    return backend.snapshot().hasServed() ? backend.catalog() : known;
  }

  /// No server is going to answer: what is known of it is listed, as it is started by the next call
  /// that needs it; but not if somebody else has to do that (L2, `report` mode).
  private void unanswered(Kind kind, Call call, Reply reply) {
    if (!backend.settings().respawn()) {
      stale.add(kind);
      told.listed(Catalog.empty());
      reply.send(ownList(kind, call, ""));
    } else if (backend.snapshot().hasServed()) {
      reply.send(fromKnown(kind, call, backend.catalog()));
    } else {
      remembered(known -> {
        if (!call.cancelled()) {
          reply.send(fromKnown(kind, call, best(known)));
        }
      });
    }
  }

  private void ended(Kind kind, Call call, Call.Ending ending, Reply reply) {
    switch (ending) {
      case Call.Ending.Failed f -> unanswered(kind, call, reply);
      case Call.Ending.Answered a -> {
        if (a.message() instanceof Message.Result odd
            && !Json.isObject(odd.bytes(), odd.result())) {
          reply.send(fromKnown(kind, call, backend.catalog())); // M7: it listed nothing readable
        } else if (a.message() instanceof Message.Result first) {
          boolean more =
              Json.isString(
                  first.bytes(), Json.member(first.bytes(), first.result(), "nextCursor"));
          if (more) {
            backend.restOfList(
                a.by(),
                call.request().method(),
                first,
                pages -> {
                  if (!call.cancelled()) {
                    reply.send(
                        pages.isEmpty()
                            ? fromKnown(kind, call, backend.catalog())
                            : join(kind, call, pages));
                  }
                });
          } else {
            reply.send(join(kind, call, List.of(first)));
          }
        } else if (a.message() instanceof Message.Failure f) {
          reply.send(refused(kind, call, f));
        }
      }
    }
  }

  /// The server has no such list: ours still is one.
  private byte[] refused(Kind kind, Call call, Message.Failure f) {
    Span code = Json.member(f.bytes(), f.error(), "code");
    if (kind == Kind.TOOLS && code.text(f.bytes()).equals("-32601")) {
      management.expose(Set.of());
      return ownList(kind, call, "");
    }
    return new Splice(f.bytes()).replace(f.idSpan(), call.request().id().bytes()).apply();
  }

  private byte[] fromKnown(Kind kind, Call call, Catalog known) {
    stale.add(kind);
    told.listed(known);
    StringBuilder items = new StringBuilder();
    Set<String> names = new HashSet<>();
    for (Entry e : known.entries(kind)) {
      items.append(items.isEmpty() ? "" : ",").append(e.json());
      names.add(e.key());
    }
    if (kind == Kind.TOOLS) {
      management.expose(names);
    }
    return ownList(kind, call, items.toString());
  }

  private byte[] ownList(Kind kind, Call call, String items) {
    String all = items;
    if (kind == Kind.TOOLS) {
      String ours = management.definitions();
      all = items.isEmpty() || ours.isEmpty() ? items + ours : items + "," + ours;
    }
    String tail =
        call.facts().modern()
            ? ",\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}"
            : "}";
    return Messages.result(
        call.request().id(), "{" + Json.quote(kind.listMember()) + ":[" + all + "]" + tail);
  }

  /// Joins the pages: the first, with the items of the others and ours spliced in.
  private byte[] join(Kind kind, Call call, List<Message.Result> pages) {
    Message.Result first = pages.getFirst();
    byte[] b = first.bytes();
    Splice splice = new Splice(b);
    RequestId id = call.request().id();
    if (!first.id().equals(id)) {
      splice.replace(first.idSpan(), id.bytes());
    }
    Span array = Json.member(b, first.result(), kind.listMember());
    StringBuilder more = new StringBuilder();
    Set<String> names = new HashSet<>();
    boolean empty = collect(kind, first, array, names).isEmpty();
    for (Message.Result page : pages.subList(1, pages.size())) {
      Span items = Json.member(page.bytes(), page.result(), kind.listMember());
      for (Span item : collect(kind, page, items, names)) {
        more.append(empty && more.isEmpty() ? "" : ",").append(item.text(page.bytes()));
      }
    }
    if (kind == Kind.TOOLS) {
      management.expose(names);
      String ours = management.definitions();
      if (!ours.isEmpty()) {
        more.append(empty && more.isEmpty() ? "" : ",").append(ours);
      }
    }
    if (Json.isArray(b, array)) {
      splice.insert(array.to() - 1, Messages.utf8(more.toString()));
    } else {
      splice.putMember(first.result(), kind.listMember(), Messages.utf8("[" + more + "]"));
    }
    if (Json.member(b, first.result(), "nextCursor").present()) {
      splice.removeMember(first.result(), "nextCursor");
    }
    if (call.facts().modern()) {
      noCache(splice, b, first.result());
    }
    return splice.apply();
  }

  /// While a server is being developed, a cached list is a stale list (E2).
  static void noCache(Splice splice, byte[] b, Span result) {
    splice.putMember(result, "ttlMs", Messages.utf8("0"));
    putIfAbsent(splice, b, result, "cacheScope", "\"private\"");
    putIfAbsent(splice, b, result, "resultType", "\"complete\"");
  }

  private static void putIfAbsent(Splice splice, byte[] b, Span result, String name, String value) {
    if (!Json.member(b, result, name).present()) {
      splice.putMember(result, name, Messages.utf8(value));
    }
  }

  private static List<Span> collect(Kind kind, Message.Result page, Span array, Set<String> names) {
    List<Span> items = Json.elements(page.bytes(), array);
    if (kind == Kind.TOOLS) {
      for (Span item : items) {
        names.add(Json.string(page.bytes(), Json.member(page.bytes(), item, "name")));
      }
    }
    return items;
  }
}
