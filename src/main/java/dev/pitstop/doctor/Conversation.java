package dev.pitstop.doctor;

import com.google.gson.JsonNull;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A conversation with one run of a server. It sends one request after the other and waits for each
/// answer, answers the server's own requests, and records everything else. The channel's threads
/// deliver messages; one thread sends requests.
final class Conversation implements Events {
  /// How many lines that are not messages are kept.
  private static final int MOST_LINES = 50;

  private static final int SAMPLES = 3;
  private static final int SAMPLE = 200;

  /// A line of stdout that is not a message.
  ///
  /// @param number of the line, from 1
  record Stray(int number, String text) {}

  /// What a server wrote to stdout while a request stayed unanswered.
  ///
  /// @param messages how many
  /// @param first the beginnings of the first messages
  /// @param ids the ids of responses that match no open request
  /// @param late whether one of them came after its request had timed out
  record Wrote(int messages, List<String> first, List<String> ids, boolean late) {
    static final Wrote NOTHING = new Wrote(0, List.of(), List.of(), false);
  }

  private final Monitor monitor;
  private final String roots;
  private final Link link;
  private final CompletableFuture<Boolean> opened = new CompletableFuture<>();
  private final CompletableFuture<End> ended = new CompletableFuture<>();
  private long nextId;

  // Guarded by this.
  private final Map<RequestId, CompletableFuture<Message>> waiting = new LinkedHashMap<>();
  private final Map<RequestId, CompletableFuture<Unusable>> spoilt = new LinkedHashMap<>();
  private final List<Stray> stray = new ArrayList<>();
  private final List<String> unasked = new ArrayList<>();
  private final Map<RequestId, String> asked = new LinkedHashMap<>(); // methods
  private final List<ProtocolCheck.Answer> answers = new ArrayList<>();
  private final Set<String> garbled = new LinkedHashSet<>();
  private final List<String> samples = new ArrayList<>();
  private int messages;
  private boolean late;
  private int lines;
  private int strayLines;

  /// Opens a run.
  ///
  /// @param monitor that the channel has, too
  /// @param roots the result of `roots/list`
  Conversation(Channel channel, Monitor monitor, String roots) {
    this.monitor = monitor;
    this.roots = roots;
    this.link = channel.open(1, this);
  }

  Link link() {
    return link;
  }

  /// Waits until the run accepts requests.
  ///
  /// @return false if the run has ended or the time is over
  boolean open(long millis) {
    return await(opened, millis).orElse(false);
  }

  /// How it ended, if it has within this time.
  Optional<End> ended(long millis) {
    return await(ended, millis);
  }

  /// Sends a request under the next number, from 0, as the SDKs' clients do.
  ///
  /// @param params a JSON object, or empty
  Reply ask(String method, String params, long limitMillis) {
    return ask(RequestId.of(nextId++), method, params, limitMillis);
  }

  Reply ask(RequestId id, String method, String params, long limitMillis) {
    CompletableFuture<Message> answer = new CompletableFuture<>();
    CompletableFuture<Unusable> bad = new CompletableFuture<>();
    synchronized (this) {
      waiting.put(id, answer);
      spoilt.put(id, bad);
      asked.put(id, method);
    }
    long begun = System.nanoTime();
    say(Messages.request(id, method, params));
    CompletableFuture<Object> any = CompletableFuture.anyOf(answer, bad, ended);
    Optional<Object> came = await(any, limitMillis);
    long millis = (System.nanoTime() - begun) / 1_000_000;
    synchronized (this) {
      waiting.remove(id);
      spoilt.remove(id);
    }
    if (came.isPresent() && answer.isDone()) {
      return noted(method, params, reply(answer.join(), millis));
    }
    if (came.isPresent() && bad.isDone()) {
      return spoilt(bad.join(), millis);
    }
    return ended.isDone()
        ? new Reply.Over(Ends.words(ended.join()), millis)
        : new Reply.Silence(millis);
  }

  private Reply noted(String method, String params, Reply reply) {
    boolean discover = method.equals(Methods.DISCOVER);
    if (reply instanceof Reply.Answer a
        && !(discover && Parts.elements(a.result(), "supportedVersions").isEmpty())) {
      synchronized (this) {
        answers.add(
            new ProtocolCheck.Answer(
                method, discover || params.contains(Meta.PROTOCOL_VERSION), a.result()));
      }
    }
    return reply;
  }

  /// What was answered, in order.
  synchronized List<ProtocolCheck.Answer> answers() {
    return List.copyOf(answers);
  }

  /// The messages that were not valid UTF-8, in words.
  synchronized Set<String> garbled() {
    return new LinkedHashSet<>(garbled);
  }

  /// What it wrote.
  synchronized Wrote wrote() {
    return new Wrote(messages, List.copyOf(samples), List.copyOf(unasked), late);
  }

  void tell(String method, String params) {
    say(Messages.notification(method, params));
  }

  private void say(byte[] message) {
    monitor.turn(Monitor.By.OTHER, () -> link.send(Outgoing.of(message)));
  }

  /// The first lines of stdout that were not messages.
  synchronized List<Stray> stray() {
    return List.copyOf(stray);
  }

  /// How many there were in all.
  synchronized int strayLines() {
    return strayLines;
  }

  /// The ids of responses that match no open request.
  synchronized List<String> unasked() {
    return List.copyOf(unasked);
  }

  private static Reply reply(Message message, long millis) {
    return switch (message) {
      case Message.Result r -> {
        try {
          yield new Reply.Answer(
              JsonParser.parseString(r.result().text(r.bytes())), r.bytes().length, millis);
        } catch (JsonParseException e) { // nested too deep for the library
          yield new Reply.Unreadable(String.valueOf(e.getMessage()), "", millis);
        }
      }
      case Message.Failure f -> new Reply.Refused(code(f), text(f), millis);
      case Message.Request r -> new Reply.Answer(JsonNull.INSTANCE, 0, millis);
      case Message.Notification n -> new Reply.Answer(JsonNull.INSTANCE, 0, millis);
      case Message.Batch b -> new Reply.Answer(JsonNull.INSTANCE, 0, millis);
      case Message.Malformed m -> new Reply.Unreadable(m.detail(), "", millis);
    };
  }

  private static int code(Message.Failure f) {
    try {
      return Integer.parseInt(f.member("code").text(f.bytes()));
    } catch (NumberFormatException e) {
      return 0; // no usable code
    }
  }

  private static String text(Message.Failure f) {
    return f.member("message").present() ? Json.string(f.bytes(), f.member("message")) : "";
  }

  private static Reply spoilt(Unusable what, long millis) {
    return switch (what) {
      case Unusable.TooLong t ->
          new Reply.Unreadable(
              "it is too long, " + t.length() + " bytes (--max-message)", "", millis);
      case Unusable.NoMemory n ->
          new Reply.Unreadable("there is not enough memory to read it", "", millis);
      case Unusable.Refused r -> new Reply.Refused(0, r.text(), millis);
      case Unusable.Malformed m -> new Reply.Unreadable(m.detail(), m.line(), millis);
      case Unusable.CutOff c -> new Reply.Unreadable("the server " + c.how(), "", millis);
    };
  }

  // Events of the run.

  @Override
  public void opened() {
    opened.complete(true);
  }

  @Override
  public void received(List<Message> burst) {
    for (Message message : burst) {
      note(message);
      switch (message) {
        case Message.Result r -> answered(r.id(), r);
        case Message.Failure f -> f.id().ifPresentOrElse(id -> answered(id, f), () -> failed(f));
        case Message.Request r -> say(answerTo(r));
        case Message.Notification n -> {} // not needed here
        case Message.Batch b -> received(b.messages());
        case Message.Malformed m -> {} // reported as a stray line
      }
    }
  }

  private synchronized void note(Message message) {
    lines++;
    messages++;
    byte[] b = message.bytes();
    if (samples.size() < SAMPLES) {
      String text = new Span(0, Math.min(b.length, SAMPLE)).text(b);
      samples.add(b.length > SAMPLE ? text + "…" : text);
    }
    if (!isUtf8(b)) {
      Optional<String> method =
          message instanceof Message.Result r
              ? Optional.ofNullable(asked.get(r.id()))
              : Optional.<String>empty();
      garbled.add(method.map(m -> "the answer to `" + m + "`").orElse("a message"));
    }
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private synchronized void answered(RequestId id, Message message) {
    Optional<CompletableFuture<Message>> open = Optional.ofNullable(waiting.get(id));
    if (open.isEmpty() || !open.get().complete(message)) {
      unasked.add(id.lexeme());
      late |= open.isEmpty() && asked.containsKey(id);
    }
  }

  /// An error without an id is most likely meant for the one request that is open.
  private synchronized void failed(Message.Failure f) {
    if (waiting.size() == 1) {
      waiting.values().forEach(w -> w.complete(f));
    }
  }

  private byte[] answerTo(Message.Request r) {
    return switch (r.method()) {
      case "ping" -> Messages.result(r.id(), "{}");
      case "roots/list" -> Messages.result(r.id(), roots);
      default -> Messages.error(r.id(), Messages.METHOD_NOT_FOUND, "not offered by this client");
    };
  }

  @Override
  public synchronized void unusable(Unusable what) {
    for (Map.Entry<RequestId, CompletableFuture<Unusable>> each : spoilt.entrySet()) {
      if (what.id().isEmpty() ? spoilt.size() == 1 : what.id().get().equals(each.getKey())) {
        each.getValue().complete(what);
      }
    }
  }

  @Override
  public synchronized void stray(String line) {
    lines++;
    strayLines++;
    if (stray.size() < MOST_LINES) {
      stray.add(new Stray(lines, line));
    }
  }

  @Override
  public void flush() {
    // There is no client to flush to.
  }

  @Override
  public void awaitRoom() {
    // There is no client that could fall behind.
  }

  @Override
  public void ended(End end) {
    ended.complete(end);
    opened.complete(false);
  }

  private static <T> Optional<T> await(CompletableFuture<T> what, long millis) {
    try {
      return Optional.of(what.get(millis, TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("never completed exceptionally", e);
    }
  }
}
