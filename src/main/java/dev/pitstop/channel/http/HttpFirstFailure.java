package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.rpc.Message;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Finds the failure in a short answer of which nothing else matters, JSON or event stream. For one
/// thread.
final class HttpFirstFailure implements HttpEvents.Taker {
  private Optional<Message.Failure> found = Optional.empty();

  /// @param requests that have this answer
  Optional<Message.Failure> in(Wire.Answer answer, HttpRequests requests)
      throws IOException, InterruptedException {
    if (HttpBody.isEventStream(answer)) {
      requests.events(this).read(answer.body());
    } else {
      HttpBody body = requests.body(answer);
      if (body.whole() && body.mayBeMessage()) {
        messages(List.of(body.message()));
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
  public void unusable(Events.Unusable what) {}
}
