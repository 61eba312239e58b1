package dev.pitstop.session.front;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.CallTable;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The way back: servers' unanswered requests to the client (sampling, elicitation, roots, ping).
/// An id keeps its place until the client has answered, even if the server is gone. So a late
/// answer reaches nobody else. Called in turns of the monitor.
///
/// Only ids are kept, not the messages. Their number and length is limited for each run. What does
/// not fit is refused at once.
public final class ServerRequests {
  /// The most requests of one run that the client has not answered.
  public static final int MOST_OPEN = 1_000;

  /// The most characters of an id.
  public static final int LONGEST = 2_048;

  /// How many cancelled requests keep their ids. A client that obeys the specification never
  /// answers those requests, so the oldest are forgotten.
  private static final int MOST_CANCELLED = 1_000;

  private record Asker(
      Backend at, Run by, RequestId id, Optional<Consumer<Message.Response>> taker) {
    void answer(Message.Response answer) {
      if (taker.isPresent()) {
        taker.get().accept(answer);
      } else {
        at.calls().tell(by, answer.under(id).outgoing());
      }
    }

    void refuse(String why) {
      if (Codec.parse(Messages.error(id, Messages.INTERNAL_ERROR, why))
          instanceof Message.Response no) {
        answer(no);
      }
    }
  }

  private static final class Asked {
    Optional<Asker> asker; // until no answer is wanted any more
    RequestId knownAs; // its id at the client

    Asked(Asker asker) {
      this.asker = Optional.of(asker);
      this.knownAs = asker.id();
    }
  }

  private final ClientPort client;
  private final boolean prefixed;
  private final CallTable<Asked> asked;

  public ServerRequests(ClientPort client, FreshIds ids, boolean prefixed) {
    this.client = client;
    this.prefixed = prefixed;
    this.asked = new CallTable<>(ids);
  }

  /// Names the server that asks, if there may be many.
  public void name(Splice splice, Message.Request r, Backend asker) {
    if (prefixed) {
      Speaker.inQuestion(splice, r.bytes(), r.method(), r.params(), asker.name());
    }
  }

  public void ask(Backend at, Run by, Message.Request r) {
    ask(new Asker(at, by, r.id(), Optional.empty()), r);
  }

  /// Asks the client, under an id of Pitstop's, what a run asks in the words of the other era
  /// (docs/design/eras.md).
  ///
  /// @param taker takes the answer. Called in turns
  public RequestId ask(
      Backend at, Run by, String method, String params, Consumer<Message.Response> taker) {
    RequestId id = asked.fresh();
    Asker asker = new Asker(at, by, id, Optional.of(taker));
    if (Codec.parse(Messages.request(id, method, params)) instanceof Message.Request r) {
      ask(asker, r);
    } else {
      asker.refuse("the question is not a valid request"); // it nests too deep
    }
    return id;
  }

  private void ask(Asker asker, Message.Request r) {
    long number = open(asker.by()).count();
    if (number >= MOST_OPEN || r.id().lexeme().length() > LONGEST) {
      asker.refuse(
          Words.fill(
              "The client has not answered {} requests of this server, or the id of this one has"
                  + " more than {} characters: Pitstop keeps no more (the limit).",
              number,
              LONGEST));
      return;
    }
    asker.at().calls().asks(asker.by());
    Asked a = new Asked(asker);
    a.knownAs = asked.add(r.id(), a);
    Splice splice = new Splice(r.bytes()).put(a.knownAs, r.idSpan());
    name(splice, r, asker.at());
    client.send(splice.outgoing());
  }

  private Stream<Asked> open(Run by) {
    return asked.all().stream().filter(a -> a.asker.filter(x -> x.by().equals(by)).isPresent());
  }

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
        .flatMap(a -> a.asker)
        .ifPresent(asker -> {
          tell.accept(asker);
          asker
              .at()
              .calls()
              .asksNoMore(asker.by()); // calls may wait for the answer, and come after it
        });
  }

  public void cancel(Run by, RequestId id, Message.Notification n, Span idSpan) {
    find(by, id)
        .ifPresent(a -> {
          bury(a);
          client.send(new Splice(n.bytes()).put(a.knownAs, idSpan).outgoing());
        });
  }

  public void withdraw(Run by, RequestId id, String why) {
    find(by, id).ifPresent(a -> withdraw(a, why));
  }

  /// If a server reuses an id of its own that is open, only the newer request is found under it.
  private Optional<Asked> find(Run by, RequestId id) {
    return open(by)
        .filter(a -> a.asker.orElseThrow().id().equals(id))
        .reduce((older, newer) -> newer);
  }

  private void withdraw(Asked a, String why) {
    bury(a);
    String params = "{\"requestId\":" + a.knownAs.lexeme() + ",\"reason\":" + Json.quote(why) + "}";
    client.send(Messages.notification(Methods.CANCELLED, params));
  }

  /// No answer is wanted any more. One that comes all the same must reach nobody else.
  private void bury(Asked a) {
    a.asker.ifPresent(asker -> asker.at().calls().asksNoMore(asker.by()));
    a.asker = Optional.empty();
    List<Asked> cancelled = asked.all().stream().filter(c -> c.asker.isEmpty()).toList();
    if (cancelled.size() > MOST_CANCELLED) {
      asked.take(cancelled.getFirst().knownAs);
    }
  }

  /// The run is gone. The client is told to stop working for it (cancellation, both directions).
  public void lost(Run gone) {
    open(gone).forEach(a -> withdraw(a, "the server that asked is gone"));
  }
}
