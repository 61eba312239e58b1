package dev.pitstop.backend;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.channel.End;
import dev.pitstop.harness.Await;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.rpc.Outgoing;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What a run tells, and who sees to it that what came of that leaves.
class RunEventsTest {
  /// Passes every notification on to the client. Nothing else is reported.
  private record ToClient(Monitor monitor, Outbox client) implements BackendListener {
    @Override
    public void serverNotification(Run from, Message.Notification notification) {
      monitor.offer(client, Outgoing.of(notification.bytes()));
    }

    @Override
    public Said said() {
      throw new AssertionError("the run is not greeted");
    }

    @Override
    public Set<String> subscriptions() {
      throw new AssertionError("the run is not greeted");
    }

    @Override
    public void introduced(Run from, Message.Result answer, boolean modern) {
      throw new AssertionError("the run is not greeted");
    }

    @Override
    public boolean initializeRefused(Message.Failure answer) {
      throw new AssertionError("the run is not greeted");
    }

    @Override
    public void serverRequest(Run from, Message.Request request, Optional<Call> during) {
      throw new AssertionError("the run asks nothing");
    }

    @Override
    public void strayWords(Run from) {
      throw new AssertionError("nothing is written to stdout");
    }

    @Override
    public boolean hears(Run to) {
      return true;
    }

    @Override
    public void resendListens(Run to) {
      throw new AssertionError("the run is not greeted");
    }

    @Override
    public void serving(Run now) {
      throw new AssertionError("the run never serves");
    }

    @Override
    public void recipeChanged(Recipe now) {
      throw new AssertionError("there is no recipe");
    }

    @Override
    public Optional<Catalog> baseline() {
      throw new AssertionError("the run lists nothing");
    }

    @Override
    public void catalogChanged(CatalogChange change) {
      throw new AssertionError("the run lists nothing");
    }

    @Override
    public void lost(Run gone, RunEnd how) {
      throw new AssertionError("the end is reported to the backend");
    }

    @Override
    public void stateChanged(State before, State after) {
      throw new AssertionError("there is no lifecycle");
    }

    @Override
    public void awaitRoom() {
      throw new AssertionError("nothing more is read");
    }
  }

  /// Takes the end of a run that was never open.
  private static final class OnlyEnds implements RunEvents.Reports {
    @Override
    public void opened(LiveRun run) {
      throw new AssertionError("the run was never open");
    }

    @Override
    public void stranded(LiveRun run) {
      throw new AssertionError("nobody was looked for");
    }

    @Override
    public void ended(LiveRun run, RunEnd how) {
      // nothing is left to be done
    }
  }

  @Test
  @DisplayName("what a run's last words led to leaves with its end, as its reader reads no more")
  void lastWords() {
    Monitor monitor = new Monitor();
    ByteArrayOutputStream sink = new ByteArrayOutputStream();
    Outbox client = new Outbox("client", Outbox.Role.CLIENT, sink, broken -> {});
    BackendParts parts = LiveRuns.parts(monitor, new FakeTimers(), new ToClient(monitor, client));
    RunEvents events = new RunEvents(LiveRuns.of(1), parts, null, new OnlyEnds());
    String words = "{\"jsonrpc\":\"2.0\",\"method\":\"last/words\"}";
    events.received(List.of(Codec.parse(words.getBytes(UTF_8))), Optional.empty());
    events.ended(new End.Refused("as a test"));
    Await.until("its last words", () -> sink.toString(UTF_8).equals(words + "\n"));
    client.discard();
  }
}
