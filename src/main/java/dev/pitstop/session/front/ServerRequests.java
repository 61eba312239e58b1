package dev.pitstop.session.front;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.CallTable;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.texts.Refusals;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The way back: servers' unanswered requests to the client (sampling, elicitation, roots, ping).
/// An id or a progress token keeps its place until the client has answered, even if the server is
/// gone. So a late answer reaches nobody else. Called in turns of the monitor.
///
/// Each run's share is limited in number and in bytes. What does not fit is refused at once. Only
/// ids and tokens are kept, not the messages. Ids and tokens may be long.
public final class ServerRequests {
  /// The most requests of one run that the client has not answered.
  public static final int MOST_OPEN = 1_000;

  /// The most bytes that these requests keep. It is also the limit for the cancelled requests of
  /// all runs.
  static final long MOST_BYTES = 1024 * 1024;

  /// How many cancelled requests are kept. A client that obeys the specification never answers
  /// those, so the oldest are forgotten.
  private static final int TOMBSTONES = 1_000;

  /// Roughly how many bytes a request keeps besides the text of its ids.
  private static final long OVERHEAD = 256;

  /// Who asked, under which id, and who takes the answer instead of the server.
  private record Origin(Backend at, Run by, RequestId id, Optional<Taker> taker) {}

  /// Takes the client's answer to a question that Pitstop passes on for a server in its own words
  /// (docs/design/bridge.md). Called in turns.
  public interface Taker {
    void answered(Message.Response answer);

    /// The answer cannot be read.
    void unusable(String why);
  }

  /// A request that the client has not answered.
  private static final class Asked {
    /// Empty once no answer is wanted. Then only the places of the request's id and token are kept,
    /// and nothing of the run, which may be gone.
    Optional<Origin> asker;

    RequestId knownAs; // its id at the client
    final Optional<RequestId> token; // as the server spelt it
    Optional<RequestId> tokenAs = Optional.empty(); // its key in the table of tokens
    final long size;

    Asked(Origin asker, Optional<RequestId> token) {
      this.asker = Optional.of(asker);
      this.knownAs = asker.id();
      this.token = token;
      this.size = ServerRequests.size(asker.id(), token);
    }
  }

  /// Two runs may use the same ids.
  private record Key(Run by, RequestId id) {}

  /// The open requests of a run.
  private static final class Share {
    int number;
    long bytes;
  }

  private final ClientPort client;
  private final CallTable<Asked> asked;
  private final Map<RequestId, Asked> tokens = new HashMap<>(); // as the client knows them
  private final Map<Key, Asked> open = new HashMap<>(); // those that want an answer
  private final Map<Run, Share> shares = new HashMap<>(); // no entry for a run without requests
  private final ArrayDeque<Asked> cancelled = new ArrayDeque<>(); // may contain answered ones
  private long cancelledBytes; // the bytes of `cancelled`

  public ServerRequests(ClientPort client, FreshIds ids) {
    this.client = client;
    this.asked = new CallTable<>(ids);
  }

  /// Further changes to a request on its way to the client.
  public interface QuestionEdits {
    void into(Splice splice, Message.Request r);
  }

  /// No changes.
  public static final QuestionEdits AS_IT_IS = (splice, r) -> {};

  /// A run of this server asks the client.
  public void ask(Backend at, Run by, Message.Request r) {
    ask(at, by, r, AS_IT_IS);
  }

  public void ask(Backend at, Run by, Message.Request r, QuestionEdits edits) {
    ask(new Origin(at, by, r.id(), Optional.empty()), r, edits);
  }

  /// Asks the client for a run, under an id of Pitstop's.
  ///
  /// @return the id, for {@link #withdraw}
  public RequestId ask(
      Backend at, Run by, String method, String params, QuestionEdits edits, Taker taker) {
    RequestId id = asked.fresh();
    if (Codec.parse(Messages.request(id, method, params)) instanceof Message.Request r) {
      ask(new Origin(at, by, id, Optional.of(taker)), r, edits);
    } else {
      taker.unusable("the question is not a valid request"); // it nests too deep
    }
    return id;
  }

  private void ask(Origin origin, Message.Request r, QuestionEdits edits) {
    Backend at = origin.at();
    Run by = origin.by();
    Span span = Json.member(r.bytes(), r.param("_meta"), "progressToken");
    Optional<RequestId> token =
        RequestFacts.isProgressToken(r.bytes(), span)
            ? Optional.of(new RequestId(span.text(r.bytes())))
            : Optional.empty();
    Share share = shares.computeIfAbsent(by, inc -> new Share());
    long bytes = size(r.id(), token);
    if (share.number >= MOST_OPEN || share.bytes + bytes > MOST_BYTES) {
      refuse(origin, share);
      return;
    }
    at.asks(by);
    share.number++;
    share.bytes += bytes;
    Asked a = new Asked(origin, token);
    a.knownAs = asked.add(r.id(), a);
    open.put(new Key(by, r.id()), a);
    Splice splice = new Splice(r.bytes());
    if (!a.knownAs.equals(r.id())) {
      splice.replace(r.idSpan(), a.knownAs.bytes());
    }
    if (token.isPresent()) {
      RequestId as = token.get().normalized(); // however the client may spell it
      if (tokens.containsKey(as)) {
        as = asked.fresh();
        splice.replace(span, as.bytes());
      }
      tokens.put(as, a);
      a.tokenAs = Optional.of(as);
    }
    edits.into(splice, r);
    client.send(splice.outgoing());
  }

  private static void refuse(Origin to, Share share) {
    String text = Refusals.tooManyRequests(share.number);
    if (to.taker().isPresent()) {
      to.taker().get().unusable(text);
    } else {
      to.at().tell(to.by(), Outgoing.of(Messages.error(to.id(), Messages.INTERNAL_ERROR, text)));
    }
  }

  private static long size(RequestId id, Optional<RequestId> token) {
    return OVERHEAD
        + id.lexeme().length()
        + (token.isPresent() ? token.get().lexeme().length() : 0);
  }

  /// The client answers.
  public void answer(RequestId id, Message.Response answer) {
    take(
        id,
        a -> {
          if (a.taker().isPresent()) {
            a.taker().get().answered(answer);
            return Optional.empty();
          }
          Splice splice = new Splice(answer.bytes());
          if (!id.equals(a.id())) {
            splice.replace(answer.idSpan(), a.id().bytes());
          }
          return Optional.of(splice.outgoing());
        });
  }

  /// The client has answered, but its answer cannot be passed on.
  public void refuse(RequestId id, String why) {
    take(
        id,
        a -> {
          String text = Refusals.unusableAnswer(why);
          if (a.taker().isPresent()) {
            a.taker().get().unusable(text);
            return Optional.empty();
          }
          return Optional.of(Outgoing.of(Messages.error(a.id(), Messages.INTERNAL_ERROR, text)));
        });
  }

  /// @param answer what the server gets, if it gets the answer itself
  private void take(RequestId id, Function<Origin, Optional<Outgoing>> answer) {
    Optional<Asked> found = asked.take(id);
    if (found.isEmpty()) {
      return; // nobody asked, so the response is dropped
    }
    Asked a = found.get();
    a.tokenAs.ifPresent(tokens::remove);
    if (a.asker.isPresent()) {
      Origin asker = a.asker.get();
      try {
        answer.apply(asker).ifPresent(told -> asker.at().tell(asker.by(), told));
      } finally {
        close(a, asker); // calls may wait for the answer, and must not overtake it
      }
    }
  }

  /// The client reports progress on a request.
  ///
  /// @param span of the token
  public void progress(Span span, byte[] bytes) {
    if (!RequestFacts.isProgressToken(bytes, span)) {
      return;
    }
    RequestId token = new RequestId(span.text(bytes));
    Asked a = tokens.get(token.keyIn(tokens));
    if (a != null && a.asker.filter(asker -> asker.taker().isEmpty()).isPresent()) {
      RequestId own = a.token.orElse(token);
      Origin asker = a.asker.get();
      asker
          .at()
          .tell(
              asker.by(),
              own.equals(token)
                  ? Outgoing.of(bytes)
                  : new Splice(bytes).replace(span, own.bytes()).outgoing());
    }
  }

  /// The server cancelled its request.
  public void cancel(Run by, RequestId id, Message.Notification n, Span idSpan) {
    Asked a = open.get(new Key(by, id));
    if (a != null && a.asker.isPresent()) {
      bury(a, a.asker.get());
      client.send(
          a.knownAs.equals(id)
              ? n.bytes()
              : new Splice(n.bytes()).replace(idSpan, a.knownAs.bytes()).apply());
    }
  }

  /// The answer to this question of a run is no longer wanted.
  public void withdraw(Run by, RequestId id, String why) {
    Asked a = open.get(new Key(by, id));
    if (a != null && a.asker.isPresent()) {
      withdraw(a, why);
    }
  }

  private void withdraw(Asked a, String why) {
    bury(a, a.asker.orElseThrow());
    client.send(cancellation(a.knownAs, why));
  }

  private static byte[] cancellation(RequestId id, String why) {
    String reason = ",\"reason\":" + Json.quote(why) + "}";
    return Messages.notification(Methods.CANCELLED, "{\"requestId\":" + id.lexeme() + reason);
  }

  /// No answer is wanted any more. If a server reuses an id of its own that is open, only the newer
  /// request is found under it.
  private void close(Asked a, Origin asker) {
    asker.at().asksNoMore(asker.by());
    open.remove(new Key(asker.by(), asker.id()), a);
    Share share = shares.get(asker.by());
    if (share != null && --share.number > 0) {
      share.bytes -= a.size;
    } else {
      shares.remove(asker.by());
    }
  }

  private void bury(Asked a, Origin asker) {
    close(a, asker);
    a.asker = Optional.empty();
    cancelled.add(a);
    cancelledBytes += a.size;
    while (cancelled.size() > TOMBSTONES || cancelledBytes > MOST_BYTES) {
      Asked old = cancelled.remove();
      cancelledBytes -= old.size;
      if (asked.find(old.knownAs).filter(old::equals).isPresent()) {
        asked.take(old.knownAs);
        old.tokenAs.ifPresent(tokens::remove);
      }
    }
  }

  /// The run is gone. The client is told to stop working for it (cancellation, both directions).
  public void lost(Run gone) {
    for (Asked a : asked.all()) {
      if (a.asker.filter(asker -> asker.by().equals(gone)).isPresent()) {
        withdraw(a, Refusals.ASKER_GONE);
      }
    }
  }
}
