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
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.text.Words;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The way back: servers' unanswered requests to the client (sampling, elicitation, roots, ping).
/// An id or a progress token keeps its place until the client has answered, even if the server is
/// gone. So a late answer reaches nobody else. Called in turns of the monitor.
///
/// Only ids and tokens are kept, not the messages. Their number and length is limited for each run.
/// What does not fit is refused at once.
public final class ServerRequests {
  /// The most requests of one run that the client has not answered.
  public static final int MOST_OPEN = 1_000;

  /// The most characters of an id and a progress token together.
  public static final int LONGEST = 2_048;

  /// How many ids and tokens of cancelled requests are avoided. A client that obeys the
  /// specification never answers those requests, so the oldest are forgotten.
  private static final int MOST_CANCELLED = 1_000;

  /// Who asked, under which id, and who takes the answer instead of the server.
  private record Asker(
      Backend at, Run by, RequestId id, Optional<Consumer<Message.Response>> taker) {
    void answer(Message.Response answer) {
      if (taker.isPresent()) {
        taker.get().accept(answer);
      } else {
        Splice splice = new Splice(answer.bytes());
        if (!answer.answers(id)) {
          splice.replace(answer.idSpan(), id.bytes());
        }
        at.tell(by, splice.outgoing());
      }
    }

    void refuse(String why) {
      if (Codec.parse(Messages.error(id, Messages.INTERNAL_ERROR, why))
          instanceof Message.Response no) {
        answer(no);
      }
    }
  }

  /// A request that the client has not answered.
  private static final class Asked {
    final Asker asker;
    final Optional<RequestId> token; // as the server spelt it
    RequestId knownAs; // its id at the client

    Asked(Asker asker, Optional<RequestId> token) {
      this.asker = asker;
      this.token = token;
      this.knownAs = asker.id();
    }
  }

  private final ClientPort client;
  private final CallTable<Asked> asked;
  private final Map<RequestId, Asked> tokens = new HashMap<>(); // as the client knows them
  private final SequencedSet<RequestId> cancelled = new LinkedHashSet<>(); // ids and tokens

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
  public void ask(Backend at, Run by, Message.Request r, QuestionEdits edits) {
    ask(new Asker(at, by, r.id(), Optional.empty()), r, edits);
  }

  /// Asks the client, under an id of Pitstop's, what a run asks in the words of the other era
  /// (docs/design/bridge.md).
  ///
  /// @param taker takes the answer. Called in turns
  /// @return the id, for {@link #withdraw}
  public RequestId ask(
      Backend at,
      Run by,
      String method,
      String params,
      QuestionEdits edits,
      Consumer<Message.Response> taker) {
    RequestId id = asked.fresh();
    Asker asker = new Asker(at, by, id, Optional.of(taker));
    if (Codec.parse(Messages.request(id, method, params)) instanceof Message.Request r) {
      ask(asker, r, edits);
    } else {
      asker.refuse("the question is not a valid request"); // it nests too deep
    }
    return id;
  }

  private void ask(Asker asker, Message.Request r, QuestionEdits edits) {
    Span span = Json.member(r.bytes(), r.param("_meta"), "progressToken");
    Optional<RequestId> token =
        RequestFacts.isProgressToken(r.bytes(), span)
            ? Optional.of(new RequestId(span.text(r.bytes())))
            : Optional.empty();
    long number = open(asker.by()).count();
    if (number >= MOST_OPEN || r.id().lexeme().length() + span.length() > LONGEST) {
      asker.refuse(
          Words.fill(
              "The client has not answered {} requests of this server, or the id and the progress"
                  + " token of this one have more than {} characters: Pitstop keeps no more (the"
                  + " limit).",
              number,
              LONGEST));
      return;
    }
    asker.at().asks(asker.by());
    Asked a = new Asked(asker, token);
    a.knownAs = asked.add(cancelled.contains(r.id()) ? asked.fresh() : r.id(), a);
    Splice splice = new Splice(r.bytes());
    if (!a.knownAs.equals(r.id())) {
      splice.replace(r.idSpan(), a.knownAs.bytes());
    }
    if (token.isPresent()) {
      RequestId as = token.get().normalized(); // however the client may spell it
      if (tokens.containsKey(as) || cancelled.contains(as)) {
        as = asked.fresh();
        splice.replace(span, as.bytes());
      }
      tokens.put(as, a);
    }
    edits.into(splice, r);
    client.send(splice.outgoing());
  }

  private Stream<Asked> open(Run by) {
    return asked.all().stream().filter(a -> a.asker.by().equals(by));
  }

  /// The client answers.
  public void answer(RequestId id, Message.Response answer) {
    take(id, asker -> asker.answer(answer));
  }

  /// The client has answered, but its answer cannot be passed on.
  public void refuse(RequestId id, String why) {
    take(id, asker -> asker.refuse("The client's answer is unusable: " + why));
  }

  private void take(RequestId id, Consumer<Asker> tell) {
    asked
        .take(id)
        .ifPresent(a -> {
          tell.accept(a.asker);
          over(a); // calls may wait for the answer, and come after it
        });
  }

  private void over(Asked a) {
    a.asker.at().asksNoMore(a.asker.by());
    tokens.values().remove(a);
  }

  /// The client reports progress on a request.
  ///
  /// @param span of the token
  public void progress(Span span, byte[] bytes) {
    if (!RequestFacts.isProgressToken(bytes, span)) {
      return;
    }
    RequestId said = new RequestId(span.text(bytes));
    Optional<Asked> found = Optional.ofNullable(tokens.get(said.keyIn(tokens)));
    Optional<Asker> asker = found.map(a -> a.asker).filter(x -> x.taker().isEmpty());
    if (asker.isPresent()) {
      RequestId own = found.get().token.orElse(said);
      Splice splice = new Splice(bytes);
      if (!own.equals(said)) {
        splice.replace(span, own.bytes());
      }
      asker.get().at().tell(asker.get().by(), splice.outgoing());
    }
  }

  /// The server cancelled its request.
  public void cancel(Run by, RequestId id, Message.Notification n, Span idSpan) {
    find(by, id)
        .ifPresent(a -> {
          bury(a);
          Splice splice = new Splice(n.bytes());
          if (!a.knownAs.equals(id)) {
            splice.replace(idSpan, a.knownAs.bytes());
          }
          client.send(splice.outgoing());
        });
  }

  /// The answer to this question of a run is no longer wanted.
  public void withdraw(Run by, RequestId id, String why) {
    find(by, id).ifPresent(a -> withdraw(a, why));
  }

  /// If a server reuses an id of its own that is open, only the newer request is found under it.
  private Optional<Asked> find(Run by, RequestId id) {
    return open(by).filter(a -> a.asker.id().equals(id)).reduce((older, newer) -> newer);
  }

  private void withdraw(Asked a, String why) {
    bury(a);
    String params = "{\"requestId\":" + a.knownAs.lexeme() + ",\"reason\":" + Json.quote(why) + "}";
    client.send(Messages.notification(Methods.CANCELLED, params));
  }

  /// No answer is wanted any more. One that comes all the same must reach nobody else.
  private void bury(Asked a) {
    asked.take(a.knownAs);
    over(a);
    cancelled.add(a.knownAs);
    a.token.map(RequestId::normalized).ifPresent(cancelled::add);
    while (cancelled.size() > MOST_CANCELLED) {
      cancelled.removeFirst();
    }
  }

  /// The run is gone. The client is told to stop working for it (cancellation, both directions).
  public void lost(Run gone) {
    open(gone).forEach(a -> withdraw(a, "the server that asked is gone"));
  }
}
