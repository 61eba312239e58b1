package dev.pitstop.channel.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
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
  private sealed interface Come {
    record Bytes(List<ByteBuffer> buffers) implements Come {}

    /// @param broken why the body is incomplete, if it is
    record Over(Optional<Throwable> broken) implements Come {}
  }

  private final LinkedBlockingQueue<Come> queue = new LinkedBlockingQueue<>();
  private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

  // Of the reading thread.
  private final ArrayDeque<ByteBuffer> current = new ArrayDeque<>();
  private Optional<Come.Over> over = Optional.empty();

  @Override
  public CompletionStage<InputStream> getBody() {
    return CompletableFuture.completedStage(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    if (subscription.complete(given)) {
      given.request(1);
    } else {
      given.cancel();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    queue.add(new Come.Bytes(buffers));
  }

  @Override
  public void onError(Throwable why) {
    queue.add(new Come.Over(Optional.of(why)));
  }

  @Override
  public void onComplete() {
    queue.add(new Come.Over(Optional.empty()));
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] to, int at, int most) throws IOException {
    if (most == 0) {
      return 0;
    }
    while (current.isEmpty() && over.isEmpty()) {
      await();
    }
    if (current.isEmpty()) {
      if (over.orElseThrow().broken().isPresent()) {
        throw new IOException("the body ended too early", over.get().broken().get());
      }
      return -1;
    }
    ByteBuffer first = current.getFirst();
    int n = Math.min(most, first.remaining());
    first.get(to, at, n);
    if (!first.hasRemaining()) {
      current.removeFirst();
    }
    return n;
  }

  private void await() throws IOException {
    Come come;
    try {
      come = queue.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      throw new InterruptedIOException("interrupted");
    }
    if (come instanceof Come.Over end) {
      over = Optional.of(end);
    } else if (come instanceof Come.Bytes bytes) {
      for (ByteBuffer b : bytes.buffers()) {
        if (b.hasRemaining()) {
          current.addLast(b);
        }
      }
      subscription.thenAccept(s -> s.request(1));
    }
  }

  /// Closes the body: if more is to come, the connection is closed.
  @Override
  public void close() {
    if (over.isEmpty()) {
      over = Optional.of(new Come.Over(Optional.empty()));
      current.clear();
      subscription.thenAccept(Flow.Subscription::cancel);
    }
  }
}
