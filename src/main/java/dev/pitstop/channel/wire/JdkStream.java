package dev.pitstop.channel.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;

/// The bytes of a body from the JDK's client. If the connection breaks, the bytes that had come are
/// delivered first: the JDK's own stream drops them, and with them the id of the last event, which
/// is needed to resume. Fed by the client's threads, read by one.
final class JdkStream extends InputStream implements HttpResponse.BodySubscriber<InputStream> {
  /// What has come; an empty one is the end of the body.
  private final LinkedBlockingQueue<Optional<ByteBuffer>> queue = new LinkedBlockingQueue<>();

  private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

  /// Why the body is incomplete, if it is. Written before the end is in the queue.
  private volatile Optional<Throwable> broken = Optional.empty();

  // Of the reading thread.
  private ByteBuffer current = ByteBuffer.allocate(0);
  private boolean over;

  @Override
  public CompletionStage<InputStream> getBody() {
    return CompletableFuture.completedStage(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription.complete(given);
    given.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    buffers.forEach(b -> queue.add(Optional.of(b)));
  }

  @Override
  public void onError(Throwable why) {
    broken = Optional.of(why);
    onComplete();
  }

  @Override
  public void onComplete() {
    queue.add(Optional.empty());
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] to, int at, int most) throws IOException {
    while (!current.hasRemaining() && !over) {
      await();
    }
    if (over) {
      if (broken.isPresent()) {
        throw new IOException("the body ended too early", broken.get());
      }
      return -1;
    }
    int n = Math.min(most, current.remaining());
    current.get(to, at, n);
    return n;
  }

  private void await() throws IOException {
    if (queue.isEmpty()) {
      subscription.thenAccept(s -> s.request(1));
    }
    try {
      Optional<ByteBuffer> next = queue.take();
      over = next.isEmpty();
      current = next.orElse(current);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      throw new InterruptedIOException("interrupted");
    }
  }

  /// Closes the body: if more is to come, the connection is closed.
  @Override
  public void close() {
    if (!over) {
      over = true;
      subscription.thenAccept(Flow.Subscription::cancel);
    }
  }
}
