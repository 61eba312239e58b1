package dev.pitstop.channel;

import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/// The messages of one run that were sent and whose fate may be asked for. Thread-safe; messages
/// are added by one thread at a time.
final class HttpPosts {
  /// How long the daemon may take to acknowledge `notifications/initialized`.
  static final long GREETED_MILLIS = 5_000;

  /// No message of the handshake is longer.
  private static final int SMALL = 4 * 1024;

  private final HttpRun run;
  private final Map<Long, HttpPost> posts = new ConcurrentHashMap<>();
  private Optional<CountDownLatch> greeted = Optional.empty(); // opened with `initialized`
  private long last;

  HttpPosts(HttpRun run) {
    this.run = run;
  }

  /// Messages after `notifications/initialized` are sent when the daemon has accepted that:
  /// exchanges have no order among themselves.
  HttpPost add(Outgoing message) {
    Optional<CountDownLatch> after = greeted;
    Optional<CountDownLatch> opens = Optional.empty();
    if (after.isEmpty() && run.session().revision().isPresent() && isInitialized(message)) {
      CountDownLatch latch = new CountDownLatch(1);
      run.channel().world.timers().after(GREETED_MILLIS, latch::countDown);
      opens = Optional.of(latch);
      greeted = opens;
    }
    last++;
    HttpPost post = new HttpPost(run, last, message, after, opens);
    posts.put(last, post);
    return post;
  }

  private static boolean isInitialized(Outgoing message) {
    return message.length() <= SMALL
        && Codec.parse(message.bytes()) instanceof Message.Notification n
        && n.method().equals(Methods.INITIALIZED);
  }

  void forget(long number) {
    posts.remove(number);
  }

  /// A forgotten message was answered.
  boolean mayHaveRun(long number) {
    HttpPost post = posts.get(number);
    return post == null || post.fate().mayHaveRun();
  }

  /// How many are kept.
  int size() {
    return posts.size();
  }

  long unread() {
    long sum = 0;
    for (HttpPost p : posts.values()) {
      sum += p.unread();
    }
    return sum;
  }

  /// The message with this request, if it is under way.
  Optional<HttpPost> of(RequestId request) {
    for (HttpPost p : posts.values()) {
      if (p.asks(request)) {
        return Optional.of(p);
      }
    }
    return Optional.empty();
  }

  /// Waits until all messages that need no answer have been accepted.
  void awaitTaken() throws InterruptedException {
    for (HttpPost p : posts.values()) {
      p.awaitTaken();
    }
  }

  /// Since when the oldest open request waits for its answer, if there is one.
  Optional<Long> oldestMillis() {
    long oldest = Long.MAX_VALUE;
    for (HttpPost p : posts.values()) {
      if (p.underWay()) {
        oldest = Math.min(oldest, p.fate().leftMillis());
      }
    }
    return oldest == Long.MAX_VALUE ? Optional.empty() : Optional.of(oldest);
  }
}
