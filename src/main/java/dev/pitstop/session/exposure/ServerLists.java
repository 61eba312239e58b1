package dev.pitstop.session.exposure;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.hub.Description;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.ListAnswer;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.notices.Departed;
import dev.pitstop.session.notices.HandshakePatience;
import dev.pitstop.session.texts.EntryFlaws;
import dev.pitstop.text.Words;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Answers the four list requests with the server's own answer. Its pages are joined into one, and
/// Pitstop's own tools follow the server's. If no server answers soon enough, the client gets the
/// known list. Called in turns of the monitor.
final class ServerLists implements Lists {
  private final Backend backend;
  private final Common common;
  private final Wiring wiring;
  private final HandshakePatience patience;
  private final Member member;
  private final ServerHandshake handshake;

  private final boolean badTools;

  ServerLists(Common common, Member member, HandshakePatience patience, ServerHandshake handshake) {
    this.common = common;
    this.wiring = common.wiring();
    this.backend = member.backend();
    this.member = member;
    this.patience = patience;
    this.handshake = handshake;
    this.badTools = common.membership().parts().badTools();
  }

  /// The server has answered Pitstop's own list requests.
  @Override
  public void listed(Member m, CatalogChange change) {
    common.management().expose(Departed.names(change.now()));
    handshake.remember(change.now());
  }

  @Override
  public void request(Kind kind, Message.Request r, RequestFacts facts, Reply reply) {
    new Asked(kind, r, facts, reply).submit();
  }

  private final class Asked implements Call.Ender {
    private final Kind kind;
    private final Call call;
    private final Reply reply;
    private Optional<Timers.Timer> waiting = Optional.empty();
    private boolean arrived; // the server's answer is here and is being joined

    Asked(Kind kind, Message.Request r, RequestFacts facts, Reply reply) {
      this.kind = kind;
      this.reply = reply;
      this.call = new Call(Call.Kind.REQUEST, r, facts, "", common.bridge(), this);
    }

    void submit() {
      wiring.tracker().open(backend, call, reply);
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
              wiring
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
      boolean something = known.isPresent() || backend.lists().known();
      if (more > 0 && (backend.serving().isPresent() || !something)) {
        waitFor(more, 0);
        return;
      }
      if (!backend.calls().giveUp(call) && !call.ended()) {
        backend.calls().withdraw(call, ",\"reason\":\"timed out\"");
      }
      call.at()
          .ifPresent(backend.lists()::relist); // whose answer is compared, however late it comes
      guessed(known);
    }

    /// Whether the client waits for an answer: a call that was given up counts as cancelled too.
    private boolean isOpen() {
      return wiring.tracker().reply(call).isPresent();
    }

    /// @param entries that it contains, besides Pitstop's
    /// @param again whether the client would get the same once more
    private void answer(byte[] response, List<Entry> entries, boolean again) {
      if (isOpen()) {
        if (again) {
          member.offer().given(kind, entries);
        }
        waiting.ifPresent(Timers.Timer::cancel);
        wiring.tracker().over(call);
        Map<String, List<Entry>> list =
            entries.isEmpty() ? Map.of() : Map.of(member.name(), entries);
        common.changes().given(kind, list, reply);
        common.sent(kind, entries);
        reply.send(response);
        common.changes().compare();
      }
    }

    /// If no server will answer, the client gets the known list, because the next call starts the
    /// server. It gets an empty one if an explicit reload is needed (`report` mode).
    @Override
    public void ended(Call over, Call.Ending ending) {
      if (ending instanceof Call.Ending.Answered a) {
        answered(a.by(), a.message());
      } else if (!backend.settings().respawn() && backend.serving().isEmpty()) {
        guessed(Catalog.empty());
      } else {
        common.memory().recall(member, this::guessed);
      }
    }

    private void answered(Run by, Message.Response message) {
      if (message instanceof Message.Failure f) {
        answer(refused(f), List.of(), isPresent(by));
      } else if (message instanceof Message.Result first
          && Json.isObject(first.bytes(), first.result())) {
        pages(by, first);
      } else {
        guessed(backend.lists().current()); // it listed nothing readable
      }
    }

    private void pages(Run by, Message.Result first) {
      if (Json.isString(first.bytes(), first.member("nextCursor"))) {
        String method = call.request().method();
        backend.lists().rest(by, method, kind.listMember(), first, pages -> listed(by, pages));
      } else {
        listed(by, List.of(first));
      }
    }

    /// @param pages empty if the server went away between two pages
    private void listed(Run by, List<Message.Result> pages) {
      if (pages.isEmpty()) {
        guessed(backend.lists().current());
        return;
      }
      arrived = true;
      RequestId id = call.request().id();
      boolean modern = call.facts().modern();
      String text = Words.MARK + "Pitstop has no memory for the server's list.";
      wiring
          .outside()
          .run(
              () -> ListAnswer.joined(kind, id, modern, pages, badTools, this::oursOutside),
              new ListAnswer.Joined(Messages.error(id, Messages.INTERNAL_ERROR, text), List.of()),
              made -> answer(made.answer(), made.entries(), isPresent(by)));
    }

    private String oursOutside(Set<String> names) {
      return wiring.monitor().inTurn(() -> ours(names));
    }

    /// Whether no other run serves by now, from which the client would get another list.
    private boolean isPresent(Run by) {
      return backend.serving().filter(now -> !now.equals(by)).isEmpty();
    }

    /// Pitstop's items, under names that do not collide with these.
    private String ours(Set<String> names) {
      if (kind != Kind.TOOLS) {
        return "";
      }
      if (!names.isEmpty()) { // otherwise they keep their names
        common.management().expose(names);
      }
      return common.management().definitions();
    }

    /// The server has no such list. Pitstop's own items still make one, and one that the client was
    /// told of is given too.
    private byte[] refused(Message.Failure f) {
      boolean none = f.member("code").text(f.bytes()).equals("-32601");
      return none && handshake.declared(kind)
          ? ownList(List.of(), ours(Set.of()))
          : f.under(call.request().id()).apply();
    }

    /// Answers instead of the server, from what it has listed now or earlier.
    private void guessed(Optional<Description.Known> remembered) {
      guessed(
          backend.lists().known()
              ? backend.lists().current()
              : remembered.orElse(Description.Known.NOTHING).catalog());
    }

    private void guessed(Catalog known) {
      if (!isOpen()) {
        return;
      }
      member.server().listed(known);
      Set<String> names = new HashSet<>();
      List<Entry> listed =
          known.entries(kind).stream()
              .filter(e -> names.add(e.key()) && (badTools || EntryFlaws.of(e).isEmpty()))
              .toList();
      answer(ownList(listed, ours(names)), listed, true);
    }

    private byte[] ownList(List<Entry> entries, String ours) {
      return ListAnswer.of(kind, call.request().id(), entries, ours, call.facts().modern());
    }
  }
}
