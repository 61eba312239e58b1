package dev.pitstop.backend;

import dev.pitstop.channel.Link;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.Optional;

/// A request on its way to a server: what was asked, where it is, and how it ends, which it does
/// exactly once (F3). Guarded by the session's monitor.
public final class Call {
  /// How a call ends.
  public sealed interface Ending {
    /// An answer for each; like a switch over patterns, whose set-up costs the JVM some 20 ms.
    interface Cases {
      void answered(Run by, Message.Response message);

      void failed(Failure why);
    }

    void by(Cases cases);

    /// The server answered; `id` in the message is the one under which the server knows the call.
    record Answered(Run by, Message.Response message) implements Ending {
      @Override
      public void by(Cases cases) {
        cases.answered(by, message);
      }
    }

    /// Nobody will answer.
    record Failed(Failure why) implements Ending {
      @Override
      public void by(Cases cases) {
        cases.failed(why);
      }
    }
  }

  /// Takes the end of a call. Runs in a turn.
  public interface Ender {
    void ended(Call call, Ending ending);
  }

  /// What may be done with a call when the server that has it dies.
  public enum Kind {
    /// Somebody's request: repeated where C2 allows it.
    REQUEST,
    /// Part of one incarnation's handshake or lists: dies with it.
    BOUND,
    /// An open `subscriptions/listen`: outlives runs, is sent again to each (E3).
    LISTEN,
    /// The same as it is sent again to one run: ends in silence with it.
    RESENT_LISTEN
  }

  /// What is changed in a request on its way to a run: it may have another name there, or speak
  /// another era.
  public interface Edits {
    /// In a turn, whenever it is sent: what takes time that grows with the message has no place
    /// here.
    void into(Splice splice, Message.Request request, Run to);
  }

  /// It goes as it is, but for its id.
  public static final Edits AS_IT_IS = (splice, request, to) -> {};

  private static final byte[] NOTHING = {};
  private static final Link.Sent NEVER = new Link.Sent(0, 0);

  private final Kind kind;
  private Message.Request request;
  private final RequestFacts facts;
  private final String tool;
  private final Edits edits;
  private Ender ender;
  private boolean ended;
  private boolean cancelled;
  private int deliveries;
  private Optional<Run> at = Optional.empty();
  private RequestId sentAs = RequestId.of(0);
  private Link.Sent sent = NEVER;
  private String token = "";
  private Optional<CallTrace> trace = Optional.empty();
  private long givenMillis; // by the clock of timers, like the next
  private long lifeMillis;
  private long order;
  private long closed;
  private long answersBefore;
  private Optional<Behind> behind = Optional.empty();

  /// @param tool the tool's name in a `tools/call`, otherwise empty
  public Call(Kind kind, Message.Request request, RequestFacts facts, String tool, Ender ender) {
    this(kind, request, facts, tool, AS_IT_IS, ender);
  }

  /// @param tool the name by which the server knows the tool in a `tools/call`, otherwise empty
  public Call(
      Kind kind,
      Message.Request request,
      RequestFacts facts,
      String tool,
      Edits edits,
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

  /// Whether a replaced incarnation need not finish it before it is stopped.
  boolean mayBeDropped() {
    return cancelled || isListen();
  }

  /// Whether it is an open `subscriptions/listen`.
  public boolean isListen() {
    return kind == Kind.LISTEN || kind == Kind.RESENT_LISTEN;
  }

  /// What was asked; without parameters and bytes once they were given up.
  public Message.Request request() {
    return request;
  }

  public RequestFacts facts() {
    return facts;
  }

  /// The message for this run, which knows the call by that id.
  @SuppressWarnings("ReferenceEquality") // the very one
  Outgoing message(Run to, RequestId id) {
    if (edits == AS_IT_IS && id.equals(request.id())) {
      return Outgoing.of(request.bytes());
    }
    Splice splice = new Splice(request.bytes());
    if (!id.equals(request.id())) {
      splice.replace(request.idSpan(), id.bytes());
    }
    edits.into(splice, request, to);
    return splice.outgoing();
  }

  public String tool() {
    return tool;
  }

  /// How often the server has been given it (C2).
  public int deliveries() {
    return deliveries;
  }

  /// The run that has it, if it has been sent.
  public Optional<Run> at() {
    return at;
  }

  /// The id under which that run knows it.
  public RequestId sentAs() {
    return sentAs;
  }

  public boolean ended() {
    return ended;
  }

  public boolean cancelled() {
    return cancelled;
  }

  /// Its deliveries and its end are logged.
  void trace(CallTrace by) {
    trace = Optional.of(by);
  }

  void sent(Run run, RequestId id, Link.Sent as) {
    at = Optional.of(run);
    sentAs = id;
    sent = as;
    deliveries++;
    if (trace.isPresent()) {
      trace.get().delivered(this, run.number());
    }
  }

  /// It was given to a run, as the one after so many others, when that had answered so many.
  void given(long millis, long order, long answersBefore) {
    this.givenMillis = millis;
    this.lifeMillis = millis;
    this.order = order;
    this.answersBefore = answersBefore;
    this.behind = Optional.empty();
  }

  /// When the run was given it.
  long givenMillis() {
    return givenMillis;
  }

  /// When it was given, or last showed progress.
  long lifeMillis() {
    return lifeMillis;
  }

  /// Whether the server has said how far it is with it.
  public boolean showedProgress() {
    return lifeMillis > givenMillis;
  }

  void showsLife(long millis) {
    lifeMillis = millis;
  }

  /// Its place among all that its run was given, and what was cancelled there.
  long order() {
    return order;
  }

  /// The same of its cancellation.
  long closed() {
    return closed;
  }

  void closed(long place) {
    closed = place;
  }

  /// How many calls the run had answered before it was given this one.
  long answersBefore() {
    return answersBefore;
  }

  /// The older call that it has waited long behind, if it has.
  public Optional<Behind> behind() {
    return behind;
  }

  void behind(Behind what) {
    behind = Optional.of(what);
  }

  /// It never began to leave for the incarnation that died: as good as never sent.
  void notDelivered() {
    at = Optional.empty();
    deliveries--;
  }

  /// It goes back to the queue, to be sent once more.
  void again() {
    at = Optional.empty();
  }

  /// What it was last sent as.
  Link.Sent sent() {
    return sent;
  }

  /// Bytes that it keeps, about.
  int size() {
    return request.bytes().length + InFlight.OVERHEAD;
  }

  /// Nobody will need the bytes again: the call cannot be sent once more. Its spans mean nothing
  /// then.
  void giveUpBytes() {
    request = new Message.Request(NOTHING, request.id(), Span.NONE, request.method());
  }

  boolean hasBytes() {
    return request.bytes().length > 0;
  }

  /// Its progress token as the asker spelt it in JSON, once it has been sent; or nothing.
  public String token() {
    return token;
  }

  void token(String lexeme) {
    token = lexeme;
  }

  /// Ends the call.
  ///
  /// @throws IllegalStateException if it has ended before: a defect of ours, which must not become
  ///   a second response (F3)
  public void end(Ending ending) {
    if (ended) {
      throw new IllegalStateException("a call ended twice: " + request.method());
    }
    ended = true;
    if (!cancelled) {
      if (trace.isPresent()) {
        trace.get().ended(this, ending instanceof Ending.Answered ? "answered" : "failed");
      }
      ender.ended(this, ending);
    }
  }

  /// The asker wants it no more: it ends in silence, whatever still arrives.
  public void cancel() {
    if (trace.isPresent() && !ended && !cancelled) {
      trace.get().ended(this, "cancelled");
    }
    cancelled = true;
    ender = (call, ending) -> {};
  }
}
