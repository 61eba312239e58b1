package dev.pitstop.backend;

import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.Optional;

/// A request on its way to a server: what was asked, where it is, and how it ends, which it does
/// exactly once (F3). Guarded by the session's monitor.
public final class Call {
  /// How a call ends.
  public sealed interface Ending {
    /// The server answered; `id` in the message is the one under which the server knows the call.
    record Answered(Incarnation by, Message.Response message) implements Ending {}

    /// Nobody will answer; the text says why, for people and agents (rule 15).
    record Failed(String text) implements Ending {}
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
    /// An open `subscriptions/listen`: outlives incarnations, is sent again to each (E3).
    LISTEN
  }

  private static final byte[] NOTHING = {};

  private final Kind kind;
  private Message.Request request;
  private final RequestFacts facts;
  private final String tool;
  private Ender ender;
  private boolean ended;
  private boolean cancelled;
  private int deliveries;
  private Optional<Incarnation> at = Optional.empty();
  private RequestId sentAs = RequestId.of(0);
  private long end;
  private int length;
  private String token = "";
  private Optional<CallTrace> trace = Optional.empty();

  /// @param tool the tool's name in a `tools/call`, otherwise empty
  public Call(Kind kind, Message.Request request, RequestFacts facts, String tool, Ender ender) {
    this.kind = kind;
    this.request = request;
    this.facts = facts;
    this.tool = tool;
    this.ender = ender;
  }

  public Kind kind() {
    return kind;
  }

  /// Whether a replaced incarnation need not finish it before it is stopped.
  boolean mayBeDropped() {
    return cancelled || kind == Kind.LISTEN;
  }

  /// What was asked; without parameters and bytes once they were given up.
  public Message.Request request() {
    return request;
  }

  public RequestFacts facts() {
    return facts;
  }

  public String tool() {
    return tool;
  }

  /// How often the server has been given it (C2).
  public int deliveries() {
    return deliveries;
  }

  /// The incarnation that has it, if it has been sent.
  public Optional<Incarnation> at() {
    return at;
  }

  /// The id under which that incarnation knows it.
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

  void sent(Incarnation incarnation, RequestId id, long endOffset, int bytes) {
    at = Optional.of(incarnation);
    sentAs = id;
    end = endOffset;
    length = bytes;
    deliveries++;
    if (trace.isPresent()) {
      trace.get().delivered(this, incarnation.gen());
    }
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

  long end() {
    return end;
  }

  int length() {
    return length;
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
  public void end(Ending ending) {
    assert !ended : "a call ended twice: " + request.method();
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
