package dev.pitstop.backend;

import dev.pitstop.channel.Link;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.Optional;

/// A request on its way to a server: what was asked, which run has it, and how it ends. It ends
/// exactly once. Guarded by the session's monitor.
public final class Call {
  public sealed interface Ending {
    /// The server answered. The message's `id` is the one under which the server knows the call.
    record Answered(Run by, Message.Response message) implements Ending {}

    record Failed(Failure why) implements Ending {}
  }

  /// Takes the end of a call. Called in turns of the monitor.
  public interface Ender {
    void ended(Call call, Ending ending);
  }

  /// What may be done with a call when its run dies.
  public enum Kind {
    /// A client's request: repeated where {@link Redelivery} allows it.
    REQUEST,
    /// Pitstop's own, part of one run's handshake, lists or subscriptions: dies with it.
    BOUND,
    /// A client's request once more, with the answers to what one run asked: only for that run, and
    /// under a new id (2026-07-28, "Multi Round-Trip Requests").
    ROUND
  }

  /// How a run was given a call.
  ///
  /// @param millis when, by the clock of the timers
  /// @param answers how many calls the run had answered by then
  /// @param written how many lines of output there were by then
  record Given(long millis, long answers, long written) {}

  /// Changes a request on its way to a run: the tool may have another name there, or the run may
  /// speak another era.
  public interface RequestEdits {
    /// Edits the request. Called in a turn, each time the request is sent. The cost must not grow
    /// with the message.
    void into(Splice splice, Call call, Run to);

    /// Whether the request is not for this run after all: it was made when nobody knew the run's
    /// era. Called before the call is given to a run. If so, the call has ended, or {@link
    /// Call#leaves}, or is submitted again in its turn.
    default boolean diverts(Call call, Run to) {
      return false;
    }
  }

  /// Roughly how many bytes a call takes besides those of its request, so that many small calls
  /// count too.
  static final int OVERHEAD = 256;

  private static final byte[] NOTHING = {};
  private static final Link.Sent NEVER = new Link.Sent(0, 0);

  private final Kind kind;
  private Message.Request request;
  private RequestFacts facts;
  private final String tool;
  private final RequestEdits edits;
  private Ender ender;
  private boolean ended;
  private boolean cancelled;
  private int deliveries;
  private Optional<Run> at = Optional.empty();
  private RequestId sentAs = RequestId.of(0);
  private Link.Sent sent = NEVER;
  private String token = "";
  private String clientToken = "";

  boolean harms; // perhaps, if it is repeated: noted when another run takes over

  // What InFlight notes, and nobody else.

  Given given = new Given(0, 0, 0); // how its run was given it, if it was
  long lifeMillis; // when it was given, or last showed progress
  long cancelledMillis;

  public Call(Kind kind, Message.Request request, RequestFacts facts, String tool, Ender ender) {
    this(kind, request, facts, tool, (splice, call, to) -> {}, ender);
  }

  /// @param tool the server's name of the tool in a `tools/call`, otherwise empty
  public Call(
      Kind kind,
      Message.Request request,
      RequestFacts facts,
      String tool,
      RequestEdits edits,
      Ender ender) {
    this.kind = kind;
    this.request = request;
    this.facts = facts;
    this.tool = tool;
    this.edits = edits;
    this.ender = ender;
  }

  public Kind kind() {
    return kind;
  }

  /// Whether it is a request of the client that waits for its answer.
  boolean ofClient() {
    return kind == Kind.REQUEST || kind == Kind.ROUND;
  }

  /// Whether a replaced run may be stopped before it answers this call.
  boolean mayBeDropped() {
    return cancelled || !ofClient();
  }

  /// Whether it is a `server/discover` of the client.
  boolean isProbe() {
    return kind == Kind.REQUEST && request.method().equals(Methods.DISCOVER);
  }

  /// Whether it is an open `subscriptions/listen` of Pitstop's own.
  public boolean isListen() {
    return kind == Kind.BOUND && request.method().equals(Methods.LISTEN);
  }

  /// The request; without parameters and bytes after {@link #giveUpBytes}.
  public Message.Request request() {
    return request;
  }

  public RequestFacts facts() {
    return facts;
  }

  /// Whether this run, which is about to be given the call, does not get it.
  boolean diverts(Run to) {
    return edits.diverts(this, to);
  }

  Outgoing message(Run to, RequestId id) {
    Splice splice = new Splice(request.bytes()).put(id, request.idSpan());
    edits.into(splice, this, to);
    return splice.outgoing();
  }

  /// The same request once more, with further edits, for the run that asked for it.
  public Call round(RequestEdits more, Ender then) {
    RequestEdits both =
        (splice, call, to) -> {
          edits.into(splice, call, to);
          more.into(splice, call, to);
        };
    return new Call(Kind.ROUND, request, facts, tool, both, then);
  }

  /// From now on the call is the answer to another request of the client, which has the same method
  /// and came with answers to what the server had asked (docs/design/eras.md). For {@link
  /// Dispatcher#continues}.
  void continues(Message.Request by, RequestFacts itsFacts, Ender then) {
    request = by;
    facts = itsFacts;
    ender = then;
    Span wanted = itsFacts.progressToken();
    clientToken = wanted.present() ? wanted.text(by.bytes()) : "";
  }

  public String tool() {
    return tool;
  }

  public int deliveries() {
    return deliveries;
  }

  public Optional<Run> at() {
    return at;
  }

  /// The id under which that run knows the call.
  public RequestId sentAs() {
    return sentAs;
  }

  public boolean ended() {
    return ended;
  }

  public boolean cancelled() {
    return cancelled;
  }

  void sent(Run run, RequestId id, Link.Sent as) {
    at = Optional.of(run);
    sentAs = id;
    sent = as;
    deliveries++;
  }

  public boolean showedProgress() {
    return lifeMillis > given.millis();
  }

  /// How many lines of output there were when its run was given the call.
  public long written() {
    return given.written();
  }

  /// No byte of the call was written before the run died: it counts as never sent.
  void notDelivered() {
    at = Optional.empty();
    deliveries--;
  }

  /// The call goes back to the queue, to be sent once more.
  void again() {
    at = Optional.empty();
  }

  /// Where the call is in the stream of what was sent to its run.
  Link.Sent sent() {
    return sent;
  }

  int size() {
    return request.bytes().length + OVERHEAD;
  }

  /// Frees the bytes. The call cannot be sent once more, and its spans are invalid from now on.
  void giveUpBytes() {
    request = new Message.Request(NOTHING, request.id(), Span.NONE, request.method());
  }

  public boolean hasBytes() {
    return request.bytes().length > 0;
  }

  /// The progress token that its run knows, as JSON, once it has been sent; otherwise empty.
  String token() {
    return token;
  }

  /// The progress token that the client waits for, as it spelt it in JSON; empty if there is none.
  public String clientToken() {
    return clientToken;
  }

  void token(String lexeme) {
    token = lexeme;
    clientToken = lexeme;
  }

  /// Ends the call.
  ///
  /// @throws IllegalStateException if it has ended before: a bug in Pitstop, which must not become
  ///   a second response
  public void end(Ending ending) {
    if (ended) {
      throw new IllegalStateException("a call ended twice: " + request.method());
    }
    ended = true;
    if (!cancelled) {
      ender.ended(this, ending);
    }
  }

  /// The request needs no server any more: it was answered otherwise, or will be. No run has the
  /// call, and it ends silently.
  public void leaves() {
    ended = true;
  }

  /// The client cancelled the call: it ends silently, whatever still arrives.
  public void cancel() {
    cancelled = true;
    ender = (call, ending) -> {};
  }
}
