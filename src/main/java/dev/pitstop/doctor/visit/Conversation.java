package dev.pitstop.doctor.visit;

import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.doctor.check.Outcome;
import dev.pitstop.doctor.check.Parts;
import dev.pitstop.doctor.check.ProtocolCheck;
import dev.pitstop.doctor.check.StartFacts.Wrote;
import dev.pitstop.doctor.check.StdoutCheck.Stray;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;

/// A conversation with one run of a server. It sends one request after the other and waits for each
/// answer, answers the server's own requests, and records everything else. The channel's threads
/// deliver messages; one thread sends requests.
public final class Conversation implements Events {
  /// How many lines that are not messages are kept.
  private static final int MOST_LINES = 50;

  private static final int SAMPLES = 3;
  private static final int SAMPLE = 200;

  private final Monitor monitor;
  private final Clock clock;
  private final String roots;
  private final Link link;
  private final long begunMillis;
  private final CompletableFuture<Boolean> opened = new CompletableFuture<>();
  private final CompletableFuture<End> ended = new CompletableFuture<>();
  private long nextId;

  // Guarded by this.
  private final Map<RequestId, String> asked = new HashMap<>(); // the method of each request

  /// The open requests. The thread that asked makes an outcome from what came.
  private final Map<RequestId, CompletableFuture<LongFunction<Outcome>>> open =
      new LinkedHashMap<>();

  private final List<Stray> stray = new ArrayList<>();
  private final List<String> unasked = new ArrayList<>();
  private final List<ProtocolCheck.Answer> answers = new ArrayList<>();
  private final Set<String> garbled = new LinkedHashSet<>();
  private final List<String> samples = new ArrayList<>();
  private int messages;
  private boolean late;
  private int strayLines;

  /// Opens a run.
  ///
  /// @param monitor the channel's monitor
  /// @param roots the result of `roots/list`
  public Conversation(Channel channel, Monitor monitor, Clock clock, String roots) {
    this.monitor = monitor;
    this.clock = clock;
    this.roots = roots;
    this.begunMillis = clock.nowMillis();
    this.link = channel.open(1, this);
  }

  /// The time since the run was ordered.
  long millis() {
    return clock.nowMillis() - begunMillis;
  }

  /// Waits until the run accepts requests.
  ///
  /// @return false if the run has ended or the time is over
  public boolean open(long millis) {
    return clock.await(opened, millis).orElse(false);
  }

  /// How it ended, if it has within this time.
  public Optional<End> ended(long millis) {
    return clock.await(ended, millis);
  }

  /// Keeps listening until the session is this old.
  void lingerUntil(long age) {
    clock.linger(ended, Math.max(0, age - millis()));
  }

  /// Ends the session, and waits for the end.
  public void stop(long millis) {
    link.stop("was examined");
    ended(millis);
  }

  /// Sends a request under the next number, from 0, as the SDKs' clients do.
  ///
  /// @param params a JSON object, or empty
  public Outcome ask(String method, String params, long limitMillis) {
    return ask(RequestId.of(nextId++), method, params, limitMillis);
  }

  Outcome ask(RequestId id, String method, String params, long limitMillis) {
    CompletableFuture<LongFunction<Outcome>> answer = new CompletableFuture<>();
    synchronized (this) {
      open.put(id, answer);
      asked.put(id, method);
    }
    ended.thenAccept(end -> answer.complete(took -> new Outcome.Over(Ends.words(end), took)));
    long begun = clock.nowMillis();
    say(Messages.request(id, method, params));
    Optional<LongFunction<Outcome>> came = clock.await(answer, limitMillis);
    long millis = clock.nowMillis() - begun;
    synchronized (this) {
      open.remove(id);
    }
    Outcome outcome = came.map(c -> c.apply(millis)).orElse(new Outcome.Silence(millis));
    boolean discover = method.equals(Methods.DISCOVER);
    if (outcome instanceof Outcome.Answer a
        && !(discover && Parts.elements(a.result(), "supportedVersions").isEmpty())) {
      boolean modern = discover || params.contains(Meta.PROTOCOL_VERSION);
      synchronized (this) {
        answers.add(new ProtocolCheck.Answer(method, modern, a.result()));
      }
    }
    return outcome;
  }

  public void tell(String method, String params) {
    say(Messages.notification(method, params));
  }

  private void say(byte[] message) {
    monitor.turn(() -> link.send(Outgoing.of(message)));
  }

  /// What the server has written so far.
  ///
  /// @param answers in order
  /// @param garbled the messages that were not valid UTF-8, in words
  /// @param stray the first lines of stdout that were not messages
  /// @param strayLines how many there were in all
  public record Heard(
      Wrote wrote,
      List<ProtocolCheck.Answer> answers,
      Set<String> garbled,
      List<Stray> stray,
      int strayLines) {}

  public synchronized Heard heard() {
    return new Heard(
        new Wrote(messages, List.copyOf(samples), List.copyOf(unasked), late),
        List.copyOf(answers),
        new LinkedHashSet<>(garbled),
        List.copyOf(stray),
        strayLines);
  }

  private static Outcome outcome(Message.Response response, long millis) {
    return switch (response) {
      case Message.Result r -> {
        try {
          yield new Outcome.Answer(JsonParser.parseString(r.result().text(r.bytes())), millis);
        } catch (JsonParseException e) { // the message is nested too deep for the library
          yield new Outcome.Unreadable(String.valueOf(e.getMessage()), "", millis);
        }
      }
      case Message.Failure f -> new Outcome.Refused(code(f), text(f), OptionalInt.empty(), millis);
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
    return Json.string(f.bytes(), f.member("message"));
  }

  private static Outcome outcome(Unusable what, long millis) {
    return switch (what) {
      case Unusable.TooLong t ->
          new Outcome.Unreadable(
              "it is too long, " + t.length() + " bytes (--max-message)", "", millis);
      case Unusable.NoMemory n ->
          new Outcome.Unreadable("there is not enough memory to read it", "", millis);
      case Unusable.Refused r -> new Outcome.Refused(0, r.shortly(), r.status(), millis);
      case Unusable.Malformed m -> new Outcome.Unreadable(m.detail(), m.line(), millis);
      case Unusable.CutOff c -> new Outcome.Unreadable("the server " + c.how(), "", millis);
    };
  }

  // Events of the run.

  @Override
  public void opened() {
    opened.complete(true);
  }

  @Override
  public void received(List<Message> burst, Optional<RequestId> during) {
    for (Message message : burst) {
      note(message);
      switch (message) {
        case Message.Result r -> answered(r.id(), r);
        case Message.Failure f -> f.id().ifPresentOrElse(id -> answered(id, f), () -> failed(f));
        case Message.Request r -> say(answerTo(r));
        case Message.Notification n -> {} // counted
        case Message.Malformed m -> {} // reported as a stray line
      }
    }
  }

  private synchronized void note(Message message) {
    messages++;
    byte[] b = message.bytes();
    if (samples.size() < SAMPLES) {
      String text = new Span(0, Math.min(b.length, SAMPLE)).text(b);
      samples.add(b.length > SAMPLE ? text + "…" : text);
    }
    if (!isUtf8(b)) {
      garbled.add(
          message instanceof Message.Result r && asked.containsKey(r.id())
              ? "the answer to `" + asked.get(r.id()) + "`"
              : "a message");
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

  private synchronized void answered(RequestId id, Message.Response message) {
    Optional<CompletableFuture<LongFunction<Outcome>>> waits = Optional.ofNullable(open.get(id));
    if (waits.isEmpty() || !waits.get().complete(millis -> outcome(message, millis))) {
      unasked.add(id.lexeme());
      late |= waits.isEmpty() && asked.containsKey(id);
    }
  }

  /// An error without an id is most likely meant for the one request that is open.
  private synchronized void failed(Message.Failure f) {
    if (open.size() == 1) {
      open.values().forEach(w -> w.complete(millis -> outcome(f, millis)));
    }
  }

  private byte[] answerTo(Message.Request r) {
    return switch (r.method()) {
      case Methods.PING -> Messages.result(r.id(), "{}");
      case "roots/list" -> Messages.result(r.id(), roots);
      default -> Messages.error(r.id(), Messages.METHOD_NOT_FOUND, "not offered by this client");
    };
  }

  @Override
  public synchronized void unusable(Unusable what) {
    open.forEach((id, answer) -> {
      if (what.id().map(id::equals).orElse(open.size() == 1)) {
        answer.complete(millis -> outcome(what, millis));
      }
    });
  }

  @Override
  public synchronized void stray(String line) {
    strayLines++;
    if (stray.size() < MOST_LINES) {
      stray.add(new Stray(messages + strayLines, line));
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
}
