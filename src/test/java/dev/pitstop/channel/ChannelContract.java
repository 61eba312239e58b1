package dev.pitstop.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a [Channel] promises whose runs are spoken to in streams of bytes.
public interface ChannelContract<P extends Peer> extends RunContract {
  Rig<P> rig();

  @Override
  default Channel channel() {
    return rig().channel();
  }

  /// A run that was opened.
  record Run<P extends Peer>(Link link, Recorder told, P peer) {}

  default Run<P> open(Recorder told) {
    Link link = rig().channel().open(1, told);
    told.awaitOpened();
    return new Run<>(link, told, rig().peer(link));
  }

  default Run<P> open() {
    return open(new Recorder());
  }

  static String message(int n) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"n/" + n + "\"}";
  }

  static List<String> messages(int count) {
    return IntStream.range(0, count).mapToObj(ChannelContract::message).toList();
  }

  static Outgoing outgoing(String message) {
    return Outgoing.of(message.getBytes(StandardCharsets.UTF_8));
  }

  default Link.Sent send(Link link, String message) {
    List<Link.Sent> sent = new ArrayList<>();
    rig().monitor().turn(() -> sent.add(link.send(outgoing(message))));
    return sent.getFirst();
  }

  @Test
  @DisplayName("A run opens, then tells what it says in order, then its end: once, and last")
  default void inOrder() {
    Run<P> run = open();
    List<String> said = messages(100);
    said.forEach(run.peer()::say);
    run.told().awaitMessages(100);
    run.peer().exit(3);
    assertThat(run.told().awaitEnd()).isInstanceOf(End.Exited.class);
    assertThat(run.told().messages()).isEqualTo(said);
  }

  @Test
  @DisplayName("What was said before the end is told before the end")
  default void lastWords() {
    Run<P> run = open();
    List<String> said = messages(50);
    said.forEach(run.peer()::say);
    run.peer().exit(0);
    run.told().awaitEnd();
    assertThat(run.told().messages()).isEqualTo(said);
  }

  @Test
  @DisplayName("A stream for everything does not say to which request a message belongs")
  default void relatesNothing() {
    Run<P> run = open();
    send(run.link(), "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}");
    run.peer().heard();
    run.peer().say("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"asked\"}");
    run.peer().say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    run.told().awaitMessages(2);
    run.peer().exit(0);
    run.told().awaitEnd();
    assertThat(run.told().during("")).containsExactly("nothing", "nothing");
  }

  @Test
  @DisplayName("What is sent arrives, in order")
  default void sends() {
    Run<P> run = open();
    for (int i = 0; i < 20; i++) {
      send(run.link(), message(i));
      assertThat(run.peer().heard()).isEqualTo(message(i));
    }
    run.link().stop("is not needed");
    run.told().awaitEnd();
  }

  @Test
  @DisplayName("A run that ends by itself, or is killed by somebody, ends")
  default void dies() {
    Run<P> run = open();
    run.peer().die();
    run.told().awaitEnd();
  }

  @Test
  @DisplayName("Stop, kill and exit at once are one end")
  default void allAtOnce() throws InterruptedException {
    Run<P> run = open();
    List<Thread> threads =
        List.of(
            Thread.ofPlatform().start(() -> run.link().stop("was replaced")),
            Thread.ofPlatform().start(run.link()::kill),
            Thread.ofPlatform().start(run.peer()::die));
    for (Thread t : threads) {
      t.join();
    }
    run.told().awaitEnd();
  }

  @Test
  @DisplayName("A run that cannot be opened is refused with words, and nothing else is told of it")
  default void refused() {
    Recorder told = new Recorder();
    Link link = rig().refusing().open(1, told);
    assertThat(told.awaitEnd())
        .isInstanceOfSatisfying(End.Refused.class, r -> assertThat(r.why()).isNotBlank());
    assertThat(told.told()).containsExactly("ended");
    assertThat(link.facts()).isEqualTo(Facts.NONE);
    Link.Sent lost = send(link, message(0));
    assertThat(link.mayHaveRun(lost)).isFalse();
  }

  @Test
  @DisplayName("What is sent before a run is open, or after its end, is lost and never ran")
  default void lost() {
    Recorder early = new Recorder();
    Link refused = rig().refusing().open(1, early);
    Link.Sent first = send(refused, message(1));
    refused.answered(first);
    assertThat(refused.mayHaveRun(first)).isFalse();
    assertThat(refused.pending()).isZero();
    early.awaitEnd();
    Run<P> run = open();
    run.link().stop("is not needed");
    run.told().awaitEnd();
    Link.Sent late = send(run.link(), message(2));
    assertThat(run.link().mayHaveRun(late)).isFalse();
    assertThat(run.link().pending()).isZero();
  }

  @Test
  @DisplayName("what was heard may have run; what never began to leave has not, also after the end")
  default void mayHaveRun() {
    Run<P> run = open();
    Link.Sent heard = send(run.link(), message(0));
    run.peer().heard();
    Await.until("it has left", () -> run.link().pending() == 0);
    assertThat(run.link().mayHaveRun(heard)).isTrue();
    run.link().answered(heard);
    run.peer().listenNoMore();
    Link.Sent stuck = send(run.link(), "{\"m\":\"" + "x".repeat(1_000_000) + "\"}");
    Await.until("it begins to leave", () -> run.link().mayHaveRun(stuck));
    Link.Sent behind = send(run.link(), message(1));
    assertThat(run.link().mayHaveRun(behind)).isFalse();
    assertThat(run.link().pending()).isGreaterThan(behind.length());
    run.peer().die();
    run.told().awaitEnd();
    assertThat(run.link().mayHaveRun(heard)).isTrue();
    assertThat(run.link().mayHaveRun(behind)).isFalse();
  }

  @Test
  @DisplayName("Nothing is read before the back pressure hook lets it")
  default void backPressure() {
    AtomicInteger allowed = new AtomicInteger(1);
    AtomicInteger asked = new AtomicInteger();
    Recorder told =
        new Recorder(method -> {
          if (method.equals("awaitRoom")) {
            int n = asked.incrementAndGet();
            Await.until("leave to read", () -> n <= allowed.get());
          }
        });
    Run<P> run = open(told);
    Await.until("the first read", () -> asked.get() == 1);
    run.peer().say(message(0));
    told.awaitMessages(1);
    Await.until("the next read", () -> asked.get() == 2);
    run.peer().say(message(1));
    assertThat(told.messages()).hasSize(1);
    allowed.set(Integer.MAX_VALUE);
    told.awaitMessages(2);
    run.link().kill();
    told.awaitEnd();
  }

  @Test
  @DisplayName("a message over the limit is withheld, and named by what it answers")
  default void tooLong() {
    Run<P> run = open();
    String filling = "x".repeat(Rig.MAX_MESSAGE);
    run.peer().say(message(0));
    run.peer().say("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"t\":\"" + filling + "\"}}");
    run.peer().say(message(1));
    run.told().awaitMessages(2);
    assertThat(run.told().told())
        .containsExactly("opened", "message " + message(0), "unusable", "message " + message(1));
    assertThat(run.told().unusable().getFirst())
        .isInstanceOfSatisfying(
            Events.Unusable.TooLong.class,
            t -> {
              assertThat(t.id().map(RequestId::lexeme)).isEqualTo(Optional.of("7"));
              assertThat(t.answer()).isTrue();
              assertThat(t.length()).isGreaterThan(Rig.MAX_MESSAGE);
            });
    run.link().kill();
    run.told().awaitEnd();
  }

  @Test
  @DisplayName("a request over the limit is answered by the channel")
  default void tooLongRequest() {
    Run<P> run = open();
    String filling = "x".repeat(Rig.MAX_MESSAGE);
    run.peer()
        .say(
            "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"m\",\"params\":{\"t\":\""
                + filling
                + "\"}}");
    assertThat(run.peer().heard())
        .contains("\"id\":\"q\"")
        .contains("-32600")
        .contains("more than Pitstop's limit (--set maxMessage)");
    Await.until("it is told", () -> run.told().unusable().size() == 1);
    assertThat(run.told().unusable().getFirst())
        .isInstanceOfSatisfying(
            Events.Unusable.TooLong.class, t -> assertThat(t.answer()).isFalse());
    run.link().kill();
    run.told().awaitEnd();
  }

  @ParameterizedTest
  @ValueSource(strings = {"opened", "received", "unusable", "flush", "awaitRoom", "ended"})
  @DisplayName("What an event throws costs that event only, be it an error")
  default void thrown(String thrower) {
    Recorder told =
        new Recorder(method -> {
          if (method.equals(thrower)) {
            throw new OutOfMemoryError("made up");
          }
        });
    Run<P> run = open(told);
    run.peer().say(message(0));
    run.peer().say("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":1,\"error\":{}}");
    run.peer().say(message(1));
    told.awaitMessages(2);
    run.link().stop("is not needed");
    told.awaitEnd();
    assertThat(told.unusable()).hasSize(1);
  }

  @Test
  @DisplayName("Runs of one channel stand side by side")
  default void many() {
    List<Run<P>> runs = List.of(open(), open(), open());
    for (int i = 0; i < runs.size(); i++) {
      runs.get(i).peer().say(message(i));
      runs.get(i).told().awaitMessages(1);
    }
    runs.get(1).link().stop("was replaced");
    runs.get(1).told().awaitEnd();
    assertThat(runs.get(0).told().hasEnded()).isFalse();
    runs.get(2).peer().exit(0);
    runs.get(2).told().awaitEnd();
    runs.get(0).link().kill();
    runs.get(0).told().awaitEnd();
    for (int i = 0; i < runs.size(); i++) {
      assertThat(runs.get(i).told().messages()).containsExactly(message(i));
    }
  }
}
