package dev.pitstop.channel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.Recorder;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.commandline.CliSchema;
import dev.pitstop.harness.Await;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Splice;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("calls of command-line tools that there is no memory for end all the same")
class CliMemoryTest {
  private final CliRig rig = new CliRig();
  private final List<String> lacking = new CopyOnWriteArrayList<>(); // what is in what is too much
  private final Recorder told = new Recorder();
  private CliMessages messages;
  private CliInbox inbox;

  @BeforeEach
  void begin() throws Exception {
    Cli channel = rig.channel;
    RunLog log = channel.log(1);
    Teller teller = new Teller(log, told);
    teller.opened();
    messages = new CliMessages("tool", channel.maxMessageBytes, teller, this::parse);
    CliSchema schema = CliSchema.read(CliRig.SCHEMA.getBytes(StandardCharsets.UTF_8));
    inbox = new CliInbox(schema, channel.shared(log, messages));
  }

  @AfterEach
  void end() {
    messages.end();
    rig.close();
  }

  private Message parse(byte[] message) {
    String text = new String(message, StandardCharsets.UTF_8);
    if (lacking.stream().anyMatch(text::contains)) {
      throw new OutOfMemoryError("made up");
    }
    return Codec.parse(message);
  }

  private static Outgoing outgoing(String message) {
    return Outgoing.of(message.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  /// Waits until it is told that the answer to this request is lost, and that this has left.
  private void awaitLost(String id) {
    Await.until(
        "the loss of " + id,
        () ->
            told.unusable().stream()
                .anyMatch(u -> u.id().map(RequestId::lexeme).equals(Optional.of(id))));
    Await.until("what is told to leave", () -> told.reads() == told.unusable().size());
    assertThat(told.unusable().getLast())
        .isInstanceOfSatisfying(
            Events.Unusable.NoMemory.class, n -> assertThat(n.answer()).isTrue());
  }

  @Test
  @DisplayName("one that cannot be looked at, wherever it has its id")
  void unread() {
    lacking.add("much");
    Link.Sent sent =
        inbox.add(outgoing("{'jsonrpc':'2.0','id':1,'method':'ping','params':{'x':'much'}}"));
    awaitLost("1");
    assertThat(inbox.pending()).isZero();
    inbox.forget(sent.end());
    String rest = "much " + "x".repeat(100_000);
    inbox.add(
        outgoing("{'jsonrpc':'2.0','method':'ping','params':{'x':'" + rest + "'},'id':'two'}"));
    awaitLost("\"two\"");
  }

  @Test
  @DisplayName("one that Pitstop has changed on its way")
  void edited() {
    lacking.add("much");
    byte[] whole =
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"x\":\"much "
                + "x".repeat(100_000)
                + "\"}}")
            .getBytes(StandardCharsets.UTF_8);
    Message.Request r = (Message.Request) Codec.parse(whole);
    inbox.add(
        new Splice(whole)
            .replace(r.idSpan(), Json.quote("other").getBytes(StandardCharsets.UTF_8))
            .outgoing());
    awaitLost("\"other\"");
  }

  @Test
  @DisplayName("one whose answer there is no memory for: there is no thread for it either")
  void refused() {
    lacking.add("internal error in Pitstop");
    rig.threadsLeft(0);
    inbox.add(
        outgoing(
            "{'jsonrpc':'2.0','id':3,'method':'tools/call',"
                + "'params':{'name':'quick','arguments':{}}}"));
    awaitLost("3");
  }
}
