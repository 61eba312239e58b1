package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.ParamHeaders;
import dev.pitstop.http.SseEvent;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A daemon's answer to a request, as JSON or as an event stream with other messages before it.
/// Anything that is not a message goes only to the ring. For one thread.
final class HttpAnswer implements HttpEvents.Taker {
  private static final int ACCEPTED = 202;

  private final HttpRun run;
  private final HttpExchange post;
  private final HttpMessage message;
  private final Message.Request asked;
  private final boolean modern;
  private Optional<String> sessionId = Optional.empty(); // came with the answer
  private boolean answered;
  private boolean again;
  private boolean streams; // more may come
  private boolean older; // it is a stream of the older transport

  /// @param message that is answered
  /// @param asked its content
  HttpAnswer(HttpRun run, HttpExchange post, HttpMessage message, Message.Request asked) {
    this.run = run;
    this.post = post;
    this.message = message;
    this.asked = asked;
    this.modern = message.isModern();
  }

  /// @return whether to send the request again: a subscription whose stream has ended
  boolean take(Wire.Answer answer) throws IOException, InterruptedException {
    sessionId = answer.header(HttpRequests.SESSION);
    if (HttpBody.isEventStream(answer)) {
      stream(answer);
    } else {
      body(answer);
    }
    return again;
  }

  private void body(Wire.Answer answer) throws IOException, InterruptedException {
    HttpBody body = run.requests.body(answer);
    if (!body.whole()) {
      unusable(new Events.Unusable.TooLong(Optional.of(asked.id()), true, body.length()));
    } else if (body.mayBeMessage()) {
      Message m = HttpBody.parsed(body.bytes());
      if (m instanceof Message.Malformed bad) {
        unusable(HttpBody.malformed(bad));
      } else {
        messages(List.of(m));
      }
    } else if (!body.blank()) {
      run.telling.stray(body.quoted(run.daemon.secrets));
    }
    boolean elsewhere = answer.status() == ACCEPTED && body.blank() && !modern && awaitsStream();
    if (!elsewhere && message.waits()) {
      post.fails(HttpRefusal.of(answer, body));
    }
  }

  /// Some daemons accept a request, and answer it on the common stream.
  private boolean awaitsStream() {
    run.daemon.taken(asked);
    message.elsewhere();
    return run.session.hears || !message.leavesStream();
  }

  /// If the revision has resumption, the stream is resumed. A subscription has nothing to resume
  /// and is opened again: a proxy closes idle streams.
  private void stream(Wire.Answer answer) throws IOException, InterruptedException {
    boolean subscribes = asked.method().equals(Methods.LISTEN);
    HttpEvents events = run.requests.events(this);
    boolean broken = false;
    streams = true;
    try {
      events.read(answer.body());
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      if (message.waits() && !subscribes && (modern || events.lastId().isEmpty())) {
        throw e;
      }
      broken = true;
    }
    if (older) {
      run.telling.note(
          "this URL is a stream of HTTP with SSE, the transport of 2024-11-05; it is used");
      again = HttpStream.isOlder(run);
    }
    if (again || !message.waits()) {
      return;
    }
    if (!modern && events.lastId().isPresent()) {
      HttpStream.resume(run, message, events);
    } else if (subscribes) {
      again = run.goesOn();
      return;
    }
    streams = false;
    if (message.waits() && run.wanted()) {
      String how = (broken ? "dropped" : "ended") + " its stream before it answered";
      if (message.isInitialize()) { // nothing else would end the start
        run.telling.failed(message, run.daemon.endpoint.display() + " " + how + ".");
      } else {
        run.telling.cutOff(message, how);
      }
    }
  }

  @Override
  public boolean other(SseEvent event) {
    older = event.type().equals("endpoint") && message.isInitialize() && message.waits();
    return !older;
  }

  @Override
  public void messages(List<Message> came) throws InterruptedException {
    List<Message> pass = new ArrayList<>(came.size());
    Optional<RequestId> during = Optional.empty(); // stays so for an answer alone, the usual case
    for (Message m : came) {
      if (m instanceof Message.Response r) {
        if (!HttpSession.isSign(m)) {
          answer(r).ifPresent(pass::add);
        }
      } else {
        pass.add(m);
        during = Optional.of(asked.id());
      }
    }
    try {
      if (!pass.isEmpty()) {
        run.telling.received(pass, during);
      }
    } finally {
      overIfAnswered();
    }
  }

  /// Only after it was reported: a lost run ends as soon as no answer is under way.
  private void overIfAnswered() {
    if (answered) {
      message.over();
    }
  }

  private Optional<Message> answer(Message.Response m) throws InterruptedException {
    if (isOthers(m)) {
      return Optional.of(m);
    }
    if (m instanceof Message.Failure f && post.gone(HttpRefusal.of(f))) {
      return Optional.empty();
    }
    answered = true;
    Message own = run.session.addressed(m, asked.id());
    return Optional.of(own instanceof Message.Result r ? result(r) : own);
  }

  /// Whether it answers another request. The only answer in a body answers this one, whatever its
  /// id; so does an error.
  private boolean isOthers(Message.Response m) {
    Optional<RequestId> id = HttpSession.id(m);
    return id.isPresent()
        && !id.get().means(asked.id())
        && (run.of(id.get()).isPresent() || (streams && m instanceof Message.Result));
  }

  private Message result(Message.Result r) {
    if (asked.method().equals(Methods.INITIALIZE)) {
      run.session.initialized(r, sessionId);
      return r;
    }
    run.session.answered();
    run.daemon.taken(asked);
    return modern && asked.method().equals(Methods.TOOLS_LIST) ? listed(r) : r;
  }

  /// Learns the header annotations of the listed tools (2026-07-28, "Custom Headers from Tool
  /// Parameters").
  ///
  /// @return the same without tools whose annotation is invalid, as the specification requires
  private Message listed(Message.Result list) {
    ParamHeaders.Learned learned = run.daemon.tools.learn(list.bytes(), list.result());
    learned
        .invalid()
        .forEach((tool, why) -> run.log.warn("tool-left-out", "tool", tool, "why", why));
    return learned.message().map(Codec::parse).orElse(list);
  }

  /// An invalid message with this id was meant as the answer. So was one without an id, where no
  /// other comes.
  @Override
  public void unusable(Events.Unusable what) throws InterruptedException {
    Events.Unusable told = what;
    if (what instanceof Events.Unusable.Malformed m && m.id().isEmpty() && message.waits()) {
      if (streams) {
        run.telling.stray(m.line());
        return;
      }
      told = new Events.Unusable.Malformed(Optional.of(asked.id()), m.detail(), m.line());
    }
    answered |= told.id().filter(asked.id()::equals).isPresent();
    try {
      run.telling.unusable(told);
    } finally {
      overIfAnswered();
    }
  }
}
