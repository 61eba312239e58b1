package dev.pitstop.channel.http;

import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/// The messages of one run that were sent and whose fate may be asked for. Thread-safe; messages
/// are added by one thread at a time.
final class HttpPosts {
  /// How long the daemon may take to acknowledge `notifications/initialized`.
  static final long GREETED_MILLIS = 5_000;

  /// No message of the handshake is longer.
  private static final int SMALL = 4 * 1024;

  private final HttpCore run;
  private final Map<Long, HttpMessage> posts = new ConcurrentHashMap<>();
  private final CompletableFuture<Void> greeted = new CompletableFuture<>();
  private volatile long greeting; // the number of `notifications/initialized`; 0 before it
  private long last;

  HttpPosts(HttpCore run) {
    this.run = run;
  }

  HttpMessage add(Outgoing message) {
    last++;
    HttpMessage post = new HttpMessage(last, message);
    if (greeting == 0 && run.session.revision().isPresent() && isInitialized(post)) {
      greeting = last;
    }
    posts.put(last, post);
    return post;
  }

  /// Waits until the daemon has accepted `notifications/initialized`, if this message comes after
  /// it: exchanges have no order among themselves.
  void awaitGreeted(HttpMessage message) throws InterruptedException {
    if (greeting != 0 && message.number > greeting && !greeted.isDone()) {
      run.threads.await(greeted, GREETED_MILLIS);
      greeted.complete(null); // the others have waited as long
    }
  }

  /// The exchange of this message is over.
  void over(HttpMessage message) {
    if (message.number == greeting) {
      greeted.complete(null);
    }
    if (message.isSettled()) {
      forget(message.number);
    }
  }

  private static boolean isInitialized(HttpMessage post) {
    return post.length() <= SMALL
        && post.parsed() instanceof Message.Notification n
        && n.method().equals(Methods.INITIALIZED);
  }

  void forget(long number) {
    posts.remove(number);
  }

  /// A forgotten message was answered.
  boolean mayHaveRun(long number) {
    HttpMessage post = posts.get(number);
    return post == null || post.mayHaveRun();
  }

  /// How many are kept.
  int size() {
    return posts.size();
  }

  long unread() {
    long sum = 0;
    for (HttpMessage p : posts.values()) {
      sum += p.unread();
    }
    return sum;
  }

  /// The message with this request, if it is under way.
  Optional<HttpMessage> of(RequestId request) {
    for (HttpMessage p : posts.values()) {
      if (p.request().filter(request::equals).isPresent()) {
        return Optional.of(p);
      }
    }
    return Optional.empty();
  }

  /// The request that an answer of this id means: many daemons write a number as a string.
  Optional<HttpMessage> meant(RequestId id) {
    Optional<HttpMessage> exact = of(id);
    return exact.isPresent()
        ? exact
        : posts.values().stream()
            .filter(p -> p.underWay() && p.request().filter(id::means).isPresent())
            .findFirst();
  }

  /// The requests whose answers would have come on the common stream, which has ended.
  List<HttpMessage> unheard() {
    return posts.values().stream().filter(HttpMessage::leavesStream).toList();
  }

  /// Waits until all messages that need no answer have been accepted.
  void awaitTaken() throws InterruptedException {
    for (HttpMessage p : posts.values()) {
      p.awaitTaken();
    }
  }

  /// Since when the oldest open request waits for its answer, if there is one.
  Optional<Long> oldestMillis() {
    long oldest = Long.MAX_VALUE;
    for (HttpMessage p : posts.values()) {
      if (p.underWay()) {
        oldest = Math.min(oldest, p.leftMillis());
      }
    }
    return oldest == Long.MAX_VALUE ? Optional.empty() : Optional.of(oldest);
  }
}
