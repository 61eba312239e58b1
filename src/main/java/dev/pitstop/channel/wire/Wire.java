package dev.pitstop.channel.wire;

import dev.pitstop.http.Header;
import dev.pitstop.http.Uris;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// The way to one daemon: HTTP/1.1, as far as a session needs it. Repeats nothing, follows no
/// redirects, keeps connections. Thread-safe.
public interface Wire {
  /// The way to the origin of a URL, which requests never leave: what is reached once without TLS
  /// or a proxy always is.
  ///
  /// @param tls the TLS context for `https`, if not only the system's certificates are trusted
  static Wire to(URI uri, Optional<SSLContext> tls) {
    return new JdkWire(TcpReach.isDirect(uri), Uris.isHttps(uri), tls);
  }

  /// One request.
  ///
  /// @param method `POST`, `GET` or `DELETE`
  /// @param at the address by which `to` is reached; empty to resolve its name
  record Ask(
      String method,
      URI to,
      List<Header> headers,
      Optional<byte[]> body,
      Optional<InetAddress> at) {}

  /// The head of an answer, and its body as it comes.
  interface Answer extends AutoCloseable {
    int status();

    /// The first value of a header; names are compared without case.
    Optional<String> header(String name);

    /// Throws an [IOException] if the connection breaks, and an [java.io.InterruptedIOException] if
    /// the thread is interrupted; ends where the daemon ended it.
    InputStream body() throws IOException;

    /// Drops the unread rest; if more is to come, together with the connection.
    @Override
    void close();
  }

  /// There is no connection, so the request surely never left.
  final class NotSent extends IOException {
    private static final long serialVersionUID = 1L;

    /// What that shows about a session with the daemon.
    public enum Shows {
      /// Nobody listens there: the session is gone with the daemon.
      NOBODY,
      /// The daemon is unreachable now. It may still have the session when it is reachable again.
      NO_WAY,
      /// Nothing: the daemon may be too busy for one more connection, or Pitstop cannot make one.
      NOTHING
    }

    private final Shows shows;

    /// @param message why there is no connection, as the end of a sentence
    public NotSent(Shows shows, String message, Throwable cause) {
      super(message, cause);
      this.shows = shows;
    }

    /// @param why an attempt to connect has failed
    /// @param millis the limit of that attempt
    static NotSent of(IOException why, int millis) {
      String said = String.valueOf(why.getMessage());
      if (why instanceof SocketTimeoutException || said.contains("timed out")) {
        return new NotSent(Shows.NOTHING, "no connection within " + millis / 1_000 + " s", why);
      }
      if (said.startsWith("Too many open files")) { // here, not there
        return new NotSent(Shows.NOTHING, "too many open files", why);
      }
      if (why instanceof ConnectException) {
        return new NotSent(Shows.NOBODY, "connection refused", why);
      }
      if (said.startsWith("Connection reset")) { // accepted, and closed at once
        return new NotSent(Shows.NOBODY, "connection reset", why);
      }
      String inASentence =
          said.isEmpty() ? said : Character.toLowerCase(said.charAt(0)) + said.substring(1);
      return new NotSent(Shows.NO_WAY, inASentence, why);
    }

    /// What it shows about a session with the daemon.
    public Shows shows() {
      return shows;
    }

    /// Combines this with the failure of the daemon's other address. It may listen on one of them
    /// only, so if one address shows nothing, nothing is shown. An address that is unusable here
    /// does not count beside one that is usable.
    NotSent and(NotSent other) {
      if (shows == Shows.NOTHING) {
        return this;
      }
      return other.shows == Shows.NOTHING || shows == Shows.NO_WAY ? other : this;
    }
  }

  /// The other side has no trusted certificate, or no TLS version or cipher in common with Pitstop.
  /// The request surely never left, and no other will.
  final class Untrusted extends IOException {
    private static final long serialVersionUID = 1L;

    Untrusted(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /// The answer cannot be read: it is not HTTP, or exceeds a limit. It says nothing about the
  /// session. The request left, unless a proxy gave the answer. The message is a clause whose
  /// subject is the daemon's address.
  final class Unreadable extends IOException {
    private static final long serialVersionUID = 1L;

    /// Whether the daemon may have got the request.
    public final boolean left;

    /// @param message such a clause
    public Unreadable(String message) {
      this(message, true);
    }

    Unreadable(String message, boolean left) {
      super(message);
      this.left = left;
    }

    Unreadable(String message, Throwable cause) {
      super(message, cause);
      this.left = true;
    }
  }

  /// Sends a request and waits for the head of the answer, without a time limit: interrupt it to
  /// stop.
  ///
  /// @throws NotSent if it surely never left
  /// @throws Untrusted if TLS could not be agreed on
  /// @throws Unreadable if the answer cannot be read
  /// @throws IOException if any byte may have left
  /// @throws InterruptedException if it was interrupted; any byte may have left
  Answer send(Ask ask) throws IOException, InterruptedException;

  /// Finds out whether anybody accepts connections: tries to connect once, for a few seconds at
  /// most. An interrupt ends it. A daemon behind a proxy counts as reached, as only a request can
  /// show.
  ///
  /// @return the address by which the daemon is reached, if resolving its name would find another
  ///   one first, or none
  /// @throws NotSent saying why it is not reached
  Optional<InetAddress> connect(URI endpoint) throws NotSent, InterruptedException;

  /// Makes new connections from now on. Those that are idle are closed.
  void renew();
}
