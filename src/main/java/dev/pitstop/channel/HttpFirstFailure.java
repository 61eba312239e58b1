package dev.pitstop.channel;

import dev.pitstop.http.SseEvent;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Finds the failure in a short answer of which nothing else matters, JSON or event stream. For one
/// thread.
final class HttpFirstFailure implements HttpEvents.Taker {
  private final int maxMessageBytes;
  private Optional<Message.Failure> found = Optional.empty();

  HttpFirstFailure(int maxMessageBytes) {
    this.maxMessageBytes = maxMessageBytes;
  }

  Optional<Message.Failure> in(Wire.Answer answer) throws IOException, InterruptedException {
    if (HttpBody.isEventStream(answer)) {
      new HttpEvents(maxMessageBytes, () -> {}, this).read(answer.body());
    } else {
      HttpBody body = HttpBody.read(answer.body(), maxMessageBytes);
      if (body.whole() && body.mayBeMessage()) {
        messages(List.of(Codec.parse(HttpEvents.asLine(body.bytes()))));
      }
    }
    return found;
  }

  @Override
  public void messages(List<Message> messages) {
    for (Message m : messages) {
      if (found.isEmpty() && m instanceof Message.Failure f) {
        found = Optional.of(f);
      }
    }
  }

  @Override
  public void other(SseEvent event) {}

  @Override
  public void unusable(Events.Unusable what) {}
}
