package dev.pitstop.channel.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.channel.Events;
import dev.pitstop.http.SseEvent;
import dev.pitstop.rpc.Burst;
import dev.pitstop.rpc.Message;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HttpEventsTest {
  /// Keeps what it is given, and is interrupted at the first of all.
  private static final class Interrupted implements HttpEvents.Taker {
    private final List<String> taken = new ArrayList<>();
    private int times;

    @Override
    public void messages(List<Message> messages) throws InterruptedException {
      for (Message m : messages) {
        taken.add(new String(m.bytes(), UTF_8));
      }
      if (times++ == 0) {
        throw new InterruptedException();
      }
    }

    @Override
    public boolean other(SseEvent event) {
      throw new AssertionError(event);
    }

    @Override
    public void unusable(Events.Unusable what) {
      throw new AssertionError(what);
    }
  }

  @Test
  @DisplayName(
      "interrupted while it hands on, it goes on with the next stream behind what it has handed on")
  void interrupted() throws IOException, InterruptedException {
    List<String> said =
        IntStream.range(0, Burst.MOST + 8)
            .mapToObj(i -> "{\"jsonrpc\":\"2.0\",\"method\":\"m" + i + "\"}")
            .toList();
    Interrupted taker = new Interrupted();
    HttpEvents events = new HttpEvents(HttpRig.MAX_MESSAGE, () -> {}, taker);
    String stream = said.stream().map(m -> "data: " + m + "\n\n").collect(Collectors.joining());
    assertThatThrownBy(() -> events.read(new ByteArrayInputStream(stream.getBytes(UTF_8))))
        .isInstanceOf(InterruptedException.class);
    events.read(InputStream.nullInputStream());
    assertThat(taker.taken).isEqualTo(said);
  }
}
