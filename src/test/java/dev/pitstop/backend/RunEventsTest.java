package dev.pitstop.backend;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.channel.End;
import dev.pitstop.log.Log;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.Outgoing;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What a run tells, and who sees to it that what came of that leaves.
class RunEventsTest {
  /// Passes every notification on to the client.
  private record ToClient(Monitor monitor, Outbox client) implements RunEvents.Reports {
    @Override
    public void notification(Run from, Message.Notification notification) {
      monitor.offer(client, Outgoing.of(notification.bytes()));
    }

    @Override
    public void opened(LiveRun run) {
      throw new AssertionError("it was never open");
    }

    @Override
    public void stranded(LiveRun run) {
      throw new AssertionError("nobody was looked for");
    }

    @Override
    public void request(Run from, Message.Request request) {
      throw new AssertionError("it asks nothing");
    }

    @Override
    public void strayWords(Run from) {
      throw new AssertionError("nothing is written to stdout");
    }

    @Override
    public void maybeIdle(LiveRun run) {
      throw new AssertionError("it had nothing to do");
    }

    @Override
    public void note(String text) {
      throw new AssertionError(text);
    }

    @Override
    public void awaitRoom() {
      throw new AssertionError("nothing more is read");
    }

    @Override
    public void cutOff(LiveRun run, Call call, String how) {
      throw new AssertionError("it was asked nothing");
    }

    @Override
    public void ended(LiveRun run, RunEnd how) {
      // nothing is left to be done
    }
  }

  @Test
  @DisplayName(
      "F3: what a run's last words led to leaves with its end, as its reader reads no more")
  void lastWords() {
    Monitor monitor = new Monitor();
    ByteArrayOutputStream sink = new ByteArrayOutputStream();
    Outbox client = new Outbox("client", Outbox.Role.CLIENT, sink, broken -> {});
    BackendParts parts =
        new BackendParts(
            "fake",
            null,
            monitor,
            new FakeTimers(),
            Log.nowhere(),
            new StderrRing(),
            needed -> needed);
    RunEvents events = new RunEvents(LiveRuns.of(1), parts, null, new ToClient(monitor, client));
    String words = "{\"jsonrpc\":\"2.0\",\"method\":\"last/words\"}";
    events.received(List.of(Codec.parse(words.getBytes(UTF_8))));
    events.ended(new End.Refused("as a test"));
    Await.until("its last words", () -> sink.toString(UTF_8).equals(words + "\n"));
    client.discard();
  }
}
