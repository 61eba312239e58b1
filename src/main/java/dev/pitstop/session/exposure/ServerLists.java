package dev.pitstop.session.exposure;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.hub.Description;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.ListAnswer;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.notices.Departed;
import dev.pitstop.session.notices.HandshakePatience;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.text.Words;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;

/// Answers the four list requests with the server's own answer. Its pages are joined into one, and
/// Pitstop's own tools follow the server's. If no server answers soon enough, the client gets the
/// known list. A list that the client was given and that may be wrong is compared as soon as the
/// server's is known, and the client is told by `list_changed` if it was. Called in turns of the
/// monitor.
final class ServerLists implements Lists {
  /// Longer answers are joined outside the turn.
  private static final long LONG = 64 * 1024;

  private final Backend backend;
  private final Common common;
  private final HandshakePatience patience;
  private final Member member;
  private final ServerHandshake handshake;

  /// The lists that the client was given and that may be wrong: whether each is right, by a run
  /// that serves and what it has listed. One that a run has listed itself is right for that run.
  private final Map<Kind, BiPredicate<Run, List<Entry>>> given = new EnumMap<>(Kind.class);

  /// @param patience how long a list may wait for a server
  ServerLists(Common common, Member member, HandshakePatience patience, ServerHandshake handshake) {
    this.common = common;
    this.backend = member.backend();
    this.member = member;
    this.patience = patience;
    this.handshake = handshake;
  }

  @Override
  public void clientInitialized() {
    backend.clientInitialized();
  }

  @Override
  public void serving(Run now) {
    common.changes().tell(unknown());
  }

  /// A client that may think that there is nothing is told once of every list.
  private Set<Kind> unknown() {
    if (!handshake.takeAnsweredBlindly()) {
      return EnumSet.noneOf(Kind.class);
    }
    given.clear();
    return EnumSet.allOf(Kind.class);
  }

  /// The server has answered Pitstop's own list requests. The client is told what came with a new
  /// run, as a run itself says what it changes, and which of its lists were wrong.
  @Override
  public void listed(Member m, CatalogChange change) {
    common.management().expose(Departed.names(change.now()));
    handshake.remember(change.now());
    Set<Kind> kinds = unknown();
    kinds.addAll(change.byRestart() ? change.diff().kinds() : Set.of());
    for (Kind kind : Kind.values()) {
      if (given.containsKey(kind) && backend.lists().compared(change.run(), kind)) {
        boolean right = given.remove(kind).test(change.run(), change.now().entries(kind));
        kinds.addAll(right ? Set.of() : Set.of(kind));
      }
    }
    common.changes().tell(kinds);
  }

  @Override
  public void stateChanged(State before, State after) {
    if (SessionServer.leaves(before, after, backend.settings().respawn())) {
      given.put(Kind.TOOLS, (run, listed) -> listed.isEmpty());
      common.changes().tell(EnumSet.of(Kind.TOOLS));
    }
  }

  @Override
  public void request(Kind kind, Message.Request r, RequestFacts facts, Reply reply) {
    new Asked(kind, r, facts, reply).submit();
  }

  /// One list request of the client.
  private final class Asked {
    final Kind kind;
    final Call call;
    private final Reply reply;
    private Optional<Timers.Timer> waiting = Optional.empty();
    private boolean arrived; // the server's answer is here and is being joined

    Asked(Kind kind, Message.Request r, RequestFacts facts, Reply reply) {
      this.kind = kind;
      this.reply = reply;
      this.call =
          new Call(Call.Kind.REQUEST, r, facts, "", common.bridge(), (c, ending) -> ended(ending));
    }

    void submit() {
      common.wiring().tracker().open(backend, call, reply);
      backend.calls().submit(call);
      if (!call.ended()) {
        long all = patience.listMillis();
        boolean early = !backend.snapshot().hasServed() && patience.millis() < all; // at the start
        long first = !early ? all : handshake.fromMemory() ? 0 : patience.millis();
        waitFor(first, all - first);
      }
    }

    /// @param more how long to go on waiting if nothing is known by then; 0 to stop
    private void waitFor(long millis, long more) {
      waiting =
          Optional.of(
              common
                  .wiring()
                  .timers()
                  .after(
                      millis, () -> common.memory().recall(member, known -> waited(known, more))));
    }

    /// The server has not answered in time. If no run serves when the client should have its lists,
    /// the client gets the remembered ones, if there are any.
    private void waited(Optional<Description.Known> known, long more) {
      if (arrived || !isOpen()) {
        return;
      }
      boolean something = known.isPresent() || backend.snapshot().listed();
      if (more > 0 && (backend.serving().isPresent() || !something)) {
        waitFor(more, 0);
      } else {
        impatient(known.orElse(Description.Known.NOTHING));
      }
    }

    private void impatient(Description.Known known) {
      if (!backend.calls().giveUp(call) && !call.ended()) {
        backend.calls().withdraw(call, ",\"reason\":\"timed out\"");
      }
      call.at()
          .ifPresent(backend.lists()::relist); // whose answer is compared, however late it comes
      guessed(backend.snapshot().listed() ? backend.lists().current() : known.catalog());
    }

    /// Whether the client waits for an answer: a call that was given up counts as cancelled too.
    private boolean isOpen() {
      return common.wiring().tracker().reply(call).isPresent();
    }

    private void answer(byte[] response) {
      if (isOpen()) {
        waiting.ifPresent(Timers.Timer::cancel);
        common.wiring().tracker().over(call);
        common.wiring().uptake().given(kind);
        reply.send(response);
      }
    }

    private void ended(Call.Ending ending) {
      if (ending instanceof Call.Ending.Answered a) {
        answered(a.by(), a.message());
      } else if (isOpen()) {
        unanswered();
      }
    }

    /// No server will answer. The client gets the known list, because the next call starts the
    /// server. It does not get it if an explicit reload is needed (`report` mode).
    private void unanswered() {
      if (!backend.settings().respawn() && backend.serving().isEmpty()) {
        given.put(kind, (run, listed) -> listed.isEmpty());
        member.server().listed(Catalog.empty());
        answer(ownList("", kind == Kind.TOOLS ? common.management().definitions() : ""));
      } else if (backend.snapshot().listed()) {
        guessed(backend.lists().current());
      } else {
        common.memory().recall(member, k -> guessed(k.orElse(Description.Known.NOTHING).catalog()));
      }
    }

    private void answered(Run by, Message.Response message) {
      if (message instanceof Message.Result first && Json.isObject(first.bytes(), first.result())) {
        Span cursor = first.member("nextCursor");
        if (Json.isString(first.bytes(), cursor)) {
          backend
              .lists()
              .rest(
                  by,
                  call.request().method(),
                  kind.listMember(),
                  first,
                  pages -> listed(by, pages));
        } else {
          listed(by, List.of(first));
        }
        return;
      }
      if (message instanceof Message.Failure f) {
        answer(refused(f));
      } else {
        guessed(backend.lists().current()); // it listed nothing readable
      }
    }

    /// @param pages empty if the server went away between two pages
    private void listed(Run by, List<Message.Result> pages) {
      if (!isOpen()) {
        return;
      }
      if (pages.isEmpty()) {
        guessed(backend.lists().current());
        return;
      }
      if (backend.lists().compared(by, kind) || replaced(by)) {
        given.remove(kind);
      } else {
        given.put(kind, (run, listed) -> run.equals(by));
      }
      RequestId id = call.request().id();
      boolean odd = // a legacy client hears of nothing that it would refuse
          kind == Kind.TOOLS && !call.facts().modern() && by.needsBridge(false);
      Function<Set<String>, String> ours =
          names -> member.server().monitor().inTurn(() -> ours(names));
      Supplier<byte[]> joined =
          () -> {
            byte[] all = ListAnswer.joined(kind, id, call.facts().modern(), pages, ours);
            return odd ? ListAnswer.withoutOddSchemas(all) : all;
          };
      if (pages.stream().mapToLong(p -> p.bytes().length).sum() <= LONG
          && !common.wiring().outside().busy()) {
        whole(by, joined.get());
      } else {
        arrived = true;
        byte[] none =
            Messages.error(
                id,
                Messages.INTERNAL_ERROR,
                Words.MARK + "Pitstop has no memory for the server's list.");
        common.wiring().outside().run(joined, none, response -> whole(by, response));
      }
    }

    private void whole(Run by, byte[] response) {
      answer(response);
      if (replaced(by)) { // perhaps it overtook the list of the new run
        common.changes().tell(Set.of(kind));
      }
    }

    /// Whether another run serves by now.
    private boolean replaced(Run by) {
      return backend.serving().filter(now -> !now.equals(by)).isPresent();
    }

    /// Pitstop's items, under names that do not collide with these.
    private String ours(Set<String> names) {
      if (kind != Kind.TOOLS) {
        return "";
      }
      common.management().expose(names);
      return common.management().definitions();
    }

    /// The server has no such list. Pitstop's own items still make one, and a promised list is
    /// given too.
    private byte[] refused(Message.Failure f) {
      Span code = f.member("code");
      boolean none = code.text(f.bytes()).equals("-32601");
      if (none && (kind == Kind.TOOLS || handshake.promised(kind))) {
        return ownList("", ours(Set.of()));
      }
      return f.under(call.request().id()).apply();
    }

    /// Answers instead of the server.
    private void guessed(Catalog known) {
      if (!isOpen()) {
        return;
      }
      member.server().listed(known);
      List<Entry> guess = known.entries(kind);
      given.put(kind, (run, listed) -> guess.equals(listed));
      StringBuilder items = new StringBuilder();
      Set<String> names = new HashSet<>();
      for (Entry e : guess) {
        if (names.add(e.key())) {
          ListAnswer.add(items, e.json().toString());
        }
      }
      answer(ownList(items.toString(), ours(names)));
    }

    private byte[] ownList(String items, String ours) {
      return ListAnswer.of(kind, call.request().id(), items, ours, call.facts().modern());
    }
  }
}
