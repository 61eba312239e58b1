package dev.pitstop.session;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Ledger;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.session.front.BatchReply;
import dev.pitstop.session.front.ClientPort;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.told.Carried;
import dev.pitstop.session.words.TakeoverWords;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Enters what a successor must know into the [Ledger]: the requests that have no answer, and the
/// lines that made the session what it is. After a takeover it decides what is done about those:
/// reads are repeated, and all others are answered with what has happened (C1, C2). Called on the
/// thread that reads the client, in turns of the monitor where nothing else is said.
final class Keeper {
  /// Of longer lines only what their answer needs is kept.
  private static final int LONG = 1024 * 1024;

  private static final String SUBSCRIBED = "+";
  private static final String UNSUBSCRIBED = "-";

  /// The client has the answer.
  private static final Reply GIVEN =
      new Reply() {
        @Override
        public void send(Outgoing answer) {
          // once is enough
        }

        @Override
        public boolean wasGiven() {
          return true;
        }
      };

  private final Ledger ledger;
  private final ClientPort client;
  private final Reply plain;
  private final Map<String, Integer> kept = new HashMap<>(); // places, by what they say
  private final Carried news = new Carried(this::text, () -> untold = false);
  private boolean untold;

  /// @param plain the way to the client
  Keeper(Ledger ledger, ClientPort client, Reply plain) {
    this.ledger = ledger;
    this.client = client;
    this.plain = plain;
    untold = ledger.before() != Ledger.Before.NOBODY;
  }

  private String text() {
    return untold ? TakeoverWords.notice(ledger.before()) : "";
  }

  /// A line is dropped.
  void skips() {
    ledger.skips();
  }

  /// These messages are taken up: nothing has been done about them yet. Outside turns.
  ///
  /// @return their places
  int[] enter(List<Message> messages) {
    int[] places = new int[messages.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = enter(messages.get(i));
    }
    return places;
  }

  private int enter(Message m) {
    int length = m.bytes().length;
    if (m instanceof Message.Request r) {
      boolean lasting = r.method().equals(Methods.LISTEN);
      return ledger.takes(length > LONG ? brief(r) : r.bytes(), length, lasting);
    }
    boolean batch = m instanceof Message.Batch b && asks(b);
    if (batch || isInitialized(m)) {
      return ledger.takes(m.bytes(), length, !batch);
    }
    ledger.passes(length);
    return Ledger.NOWHERE;
  }

  private static boolean asks(Message.Batch b) {
    return b.messages().stream().anyMatch(Message.Request.class::isInstance);
  }

  private static boolean isInitialized(Message m) {
    return m instanceof Message.Notification n && n.method().equals(Methods.INITIALIZED);
  }

  /// Something is to be done about a message. In a turn.
  ///
  /// @param place of [#enter]
  /// @return where its answer goes; empty if nothing is to be done about it
  Optional<Reply> begins(Message m, int place) {
    if (m instanceof Message.Request r) {
      return requested(r, place);
    }
    if (m instanceof Message.Batch b && asks(b)) {
      if (ledger.how(place) == Ledger.How.OPEN) {
        lost(b, place);
        return Optional.empty();
      }
      return Optional.of(new Kept(place, "", false, false));
    }
    if (isInitialized(m)) {
      keep(Methods.INITIALIZED, place, 0);
    }
    return Optional.of(plain);
  }

  private Optional<Reply> requested(Message.Request r, int place) {
    String key = key(r);
    return switch (ledger.how(place)) {
      case NEW -> Optional.of(new Kept(place, key, r.method().equals(Methods.TOOLS_CALL), false));
      case KEPT -> {
        stays(key, place);
        yield Optional.of(GIVEN);
      }
      case OPEN -> {
        if (repeats(r.method())) {
          yield Optional.of(new Kept(place, key, false, true));
        }
        lost(r, place);
        yield Optional.empty();
      }
    };
  }

  /// Whether a request is made again. A call of a tool is not: the tool may have acted, and what it
  /// says of itself is not known yet.
  private static boolean repeats(String method) {
    return Methods.reads(method)
        || switch (method) {
          case Methods.INITIALIZE, Methods.PING, Methods.LISTEN -> true;
          default -> false;
        };
  }

  private void lost(Message.Request r, int place) {
    byte[] answer = lost(r);
    ledger.answered(place, client.send(Outgoing.of(answer)));
    untold = false;
  }

  private byte[] lost(Message.Request r) {
    RequestFacts f = RequestFacts.of(r);
    if (!r.method().equals(Methods.TOOLS_CALL)) {
      String text = TakeoverWords.lost(ledger.before(), "`" + r.method() + "`");
      return Messages.error(r.id(), Messages.INTERNAL_ERROR, text);
    }
    String text =
        TakeoverWords.lost(
            ledger.before(), "the call of `" + Json.string(r.bytes(), f.name()) + "`");
    return Messages.result(r.id(), Messages.toolResult(text, true, f.modern()));
  }

  private void lost(Message.Batch b, int place) {
    BatchReply all = new BatchReply(answer -> ledger.answered(place, client.send(answer)));
    for (Message m : b.messages()) {
      if (m instanceof Message.Request r) {
        all.member().send(lost(r));
      }
    }
    all.done();
    untold = false;
  }

  /// What the lines that say the same have in common; empty for a request that changes nothing.
  private static String key(Message.Request r) {
    return switch (r.method()) {
      case Methods.INITIALIZE, Methods.SET_LEVEL -> r.method();
      case Methods.SUBSCRIBE -> SUBSCRIBED + Json.string(r.bytes(), r.param("uri"));
      case Methods.UNSUBSCRIBE -> UNSUBSCRIBED + Json.string(r.bytes(), r.param("uri"));
      default -> "";
    };
  }

  private void keep(String key, int place, long end) {
    ledger.kept(place, end);
    stays(key, place);
  }

  /// This line is the last of its kind. A process that ends may leave two.
  private void stays(String key, int place) {
    Integer before = kept.put(key, place);
    if (before != null && before != place) {
      ledger.free(before);
    }
  }

  /// Nobody is subscribed any more.
  private void forget(String unsubscribed) {
    Integer before = kept.remove(SUBSCRIBED + unsubscribed.substring(1));
    if (before != null) {
      ledger.free(before);
    }
  }

  /// What is kept of a line that is too long.
  private static byte[] brief(Message.Request r) {
    boolean call = r.method().equals(Methods.TOOLS_CALL);
    RequestFacts f = RequestFacts.of(r);
    String meta = f.modern() ? ",\"_meta\":" + f.meta().text(r.bytes()) : "";
    String params =
        call ? "{\"name\":" + Json.quote(Json.string(r.bytes(), f.name())) + meta + "}" : "{}";
    return Messages.request(r.id(), call ? r.method() : "pitstop/lost", params);
  }

  /// The reply to a request that has a place.
  private final class Kept implements Reply {
    private final int place;
    private final String key;
    private final boolean tells;
    private final boolean begun;

    /// @param tells whether its answer carries news
    /// @param begun whether it is made again
    Kept(int place, String key, boolean tells, boolean begun) {
      this.begun = begun;
      this.place = place;
      this.key = key;
      this.tells = tells;
    }

    @Override
    public void send(Outgoing response) {
      long end = client.send(tells && untold ? news.with(response) : response);
      if (key.isEmpty() || isError(response)) { // what has failed changes nothing
        ledger.answered(place, end);
      } else if (key.startsWith(UNSUBSCRIBED)) {
        forget(key);
        ledger.answered(place, end);
      } else {
        keep(key, place, end);
      }
    }

    private static boolean isError(Outgoing response) {
      return Codec.parse(response.bytes()) instanceof Message.Failure;
    }

    @Override
    public void none() {
      ledger.free(place);
    }

    @Override
    public boolean wasBegun() {
      return begun;
    }
  }
}
