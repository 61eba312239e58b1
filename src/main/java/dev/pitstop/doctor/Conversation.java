package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.catalog.Listing;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.doctor.StdoutCheck.Stray;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// A conversation with one run of a server. It sends one request after the other and waits for each
/// answer, answers the server's own requests, and records everything else. The channel's threads
/// deliver messages; one thread sends requests.
final class Conversation implements Events {
  /// How many lines that are not messages are kept.
  private static final int MOST_LINES = 50;

  private static final int SAMPLES = 3;
  private static final int SAMPLE = 200;

  /// A request, and what came of it.
  private record Question(String method, CompletableFuture<Outcome> answer) {}

  private final Monitor monitor;
  private final Clock clock;
  private final String roots;
  private final Link link;
  private final long begunMillis;
  private final CompletableFuture<Boolean> opened = new CompletableFuture<>();
  private final CompletableFuture<End> ended = new CompletableFuture<>();
  private long nextId;

  // Guarded by this.
  private final Map<RequestId, Question> asked = new HashMap<>();
  private Optional<Question> last = Optional.empty(); // at most this one is open
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
  Conversation(Channel channel, Monitor monitor, Clock clock, String roots) {
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
  boolean open(long millis) {
    return clock.await(opened, millis).orElse(false);
  }

  /// How it ended, if it has within this time.
  Optional<End> ended(long millis) {
    return clock.await(ended, millis);
  }

  /// Keeps listening until the session is this old.
  void lingerUntil(long age) {
    clock.linger(ended, Math.max(0, age - millis()));
  }

  /// Ends the session, and waits for the end.
  void stop(long millis) {
    link.stop("was examined");
    ended(millis);
  }

  /// Sends a request under the next number, from 0, as the SDKs' clients do.
  ///
  /// @param params a JSON object, or empty
  Outcome ask(String method, String params, long limitMillis) {
    return ask(RequestId.of(nextId++), method, params, limitMillis);
  }

  Outcome ask(RequestId id, String method, String params, long limitMillis) {
    CompletableFuture<Outcome> answer = new CompletableFuture<>();
    synchronized (this) {
      last = Optional.of(new Question(method, answer));
      asked.put(id, last.get());
    }
    ended.thenAccept(end -> answer.complete(new Outcome.Over(words(end))));
    long begun = clock.nowMillis();
    say(Messages.request(id, method, params));
    clock.await(answer, limitMillis);
    answer.complete(new Outcome.Silence(clock.nowMillis() - begun));
    Outcome outcome = answer.join();
    boolean discover = method.equals(Methods.DISCOVER);
    boolean modern = discover || params.contains(Meta.PROTOCOL_VERSION);
    Optional<JsonElement> result = discover ? outcome.discovered() : outcome.answer();
    synchronized (this) {
      result.ifPresent(r -> answers.add(new ProtocolCheck.Answer(method, modern, r)));
    }
    return outcome;
  }

  void tell(String method) {
    say(Messages.notification(method, ""));
  }

  private void say(byte[] message) {
    monitor.turn(() -> link.send(Outgoing.of(message)));
  }

  /// What the server has written so far.
  ///
  /// @param messages how many
  /// @param samples the beginnings of the first messages
  /// @param unasked the ids of responses that match no open request
  /// @param late whether one of them came after its request had timed out
  /// @param answers in order
  /// @param garbled the messages that were not valid UTF-8, in words
  /// @param stray the first lines of stdout that were not messages
  /// @param strayLines how many there were in all
  record Heard(
      int messages,
      List<String> samples,
      List<String> unasked,
      boolean late,
      List<ProtocolCheck.Answer> answers,
      Set<String> garbled,
      List<Stray> stray,
      int strayLines) {}

  synchronized Heard heard() {
    return new Heard(
        messages,
        List.copyOf(samples),
        List.copyOf(unasked),
        late,
        List.copyOf(answers),
        new LinkedHashSet<>(garbled),
        List.copyOf(stray),
        strayLines);
  }

  private static Outcome outcome(Message.Response response) {
    return switch (response) {
      case Message.Result r -> new Outcome.Answer(Listing.tree(r.result().text(r.bytes())));
      case Message.Failure f -> {
        String code = f.member("code").text(f.bytes());
        yield new Outcome.Refused(
            code.matches("-?\\d{1,9}") ? Integer.parseInt(code) : 0,
            Json.string(f.bytes(), f.member("message")),
            OptionalInt.empty());
      }
    };
  }

  private static Outcome outcome(Unusable what) {
    return switch (what) {
      case Unusable.TooLong t ->
          new Outcome.Unreadable("it is too long, " + t.length() + " bytes (--set maxMessage)", "");
      case Unusable.Refused r -> new Outcome.Refused(0, r.shortly(), r.status());
      case Unusable.Malformed m -> new Outcome.Unreadable(m.detail(), m.line());
      case Unusable.CutOff c -> new Outcome.Unreadable("the server " + c.how(), "");
    };
  }

  /// How a run ended: a clause whose subject is the server.
  static String words(End end) {
    return switch (end) {
      case End.Exited e ->
          e.fault()
              .map(fault ->
                  switch (fault) {
                    case CLOSED_STDOUT -> "closed its stdout without exiting";
                    case CLOSED_STDIN -> "closed its stdin without exiting";
                    case BACKGROUND -> "put itself into the background";
                    case OURS -> "was stopped by an error in Pitstop";
                  })
              .orElse("ended with " + e.exit().words());
      case End.SurvivedKill s -> "did not end, even after SIGKILL";
      case End.Refused r -> "could not be started: " + r.why();
      case End.Lost l -> l.why();
      case End.Closed c -> "was closed";
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
        case Message.Result r -> answered(Optional.of(r.id()), r);
        case Message.Failure f -> answered(f.id(), f);
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
    if (!Arrays.equals(new String(b, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8), b)) {
      garbled.add(
          message instanceof Message.Result r && asked.containsKey(r.id())
              ? "the answer to `" + asked.get(r.id()).method() + "`"
              : "a message");
    }
  }

  private synchronized void answered(Optional<RequestId> id, Message.Response message) {
    if (!complete(id, outcome(message)) && id.isPresent()) {
      unasked.add(id.get().lexeme());
      late |= question(id).filter(q -> q.answer().join() instanceof Outcome.Silence).isPresent();
    }
  }

  /// What has no id is most likely meant for the one request that is open.
  private Optional<Question> question(Optional<RequestId> id) {
    return id.isPresent() ? id.map(asked::get) : last;
  }

  /// @return false if no such request is open
  private boolean complete(Optional<RequestId> id, Outcome outcome) {
    return question(id).filter(q -> q.answer().complete(outcome)).isPresent();
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
    complete(what.id(), outcome(what));
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
