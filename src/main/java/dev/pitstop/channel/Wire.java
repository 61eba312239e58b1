package dev.pitstop.channel;

import dev.pitstop.http.Header;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/// HTTP/1.1, as far as a session with a daemon needs it. Repeats nothing by itself, follows no
/// redirect, keeps connections. Thread-safe.
interface Wire extends AutoCloseable {
  /// One request.
  ///
  /// @param method `POST`, `GET` or `DELETE`
  /// @param at the address that `to` is reached by; empty if its name is to be looked up
  /// @param alone whether it has a connection of its own, which ends with the answer
  record Ask(
      String method,
      URI to,
      List<Header> headers,
      Optional<byte[]> body,
      Optional<InetAddress> at,
      boolean alone) {
    Ask(
        String method,
        URI to,
        List<Header> headers,
        Optional<byte[]> body,
        Optional<InetAddress> at) {
      this(method, to, headers, body, at, false);
    }

    Ask onItsOwn() {
      return new Ask(method, to, headers, body, at, true);
    }
  }

  /// The head of an answer, and its body as it comes.
  interface Answer extends AutoCloseable {
    int status();

    /// The first value of a header, whatever its case.
    Optional<String> header(String name);

    /// Throws an [IOException] where the connection breaks off, and an
    /// [java.io.InterruptedIOException] if the thread is interrupted; ends where the daemon ended
    /// it.
    InputStream body();

    /// What is not read yet is dropped; if there is more, with the connection.
    @Override
    void close();
  }

  /// There is no connection, so the request surely never left.
  final class NotSent extends IOException {
    private static final long serialVersionUID = 1L;

    /// What that shows of a session with the daemon.
    enum Shows {
      /// Nobody listens there: the session is gone with the daemon.
      NOBODY,
      /// There is no way to the daemon now. It may still have the session when there is one again.
      NO_WAY,
      /// Nothing: the daemon may be too busy to take one more connection, or Pitstop cannot make
      /// one.
      NOTHING
    }

    private final Shows shows;

    NotSent(Shows shows, String message, Throwable cause) {
      super(message, cause);
      this.shows = shows;
    }

    /// @param why an attempt to connect has failed
    /// @param millis how long that could take
    static NotSent of(IOException why, int millis) {
      String said = String.valueOf(why.getMessage());
      if (why instanceof SocketTimeoutException || said.contains("timed out")) {
        return new NotSent(Shows.NOTHING, "no connection within " + millis / 1_000 + " s", why);
      }
      if (why instanceof ConnectException) {
        return new NotSent(Shows.NOBODY, "connection refused", why);
      }
      if (said.startsWith("Connection reset")) { // taken, and ended at once
        return new NotSent(Shows.NOBODY, "connection reset", why);
      }
      if (why instanceof UnknownHostException) {
        return new NotSent(Shows.NO_WAY, "unknown host", why);
      }
      if (why instanceof NoRouteToHostException) {
        return new NotSent(Shows.NO_WAY, "no route to the host", why);
      }
      return new NotSent(Shows.NO_WAY, inASentence(said), why);
    }

    /// @param why not even a socket could be made: there are too many open files
    static NotSent noSocket(IOException why) {
      return new NotSent(Shows.NOTHING, inASentence(String.valueOf(why.getMessage())), why);
    }

    private static String inASentence(String said) {
      return said.isEmpty() ? said : Character.toLowerCase(said.charAt(0)) + said.substring(1);
    }

    Shows shows() {
      return shows;
    }

    /// The same of a daemon that has another address, too. It may listen on one of them only, so
    /// what is not clear of one is clear of none. One that cannot be used here does not count
    /// beside one that can.
    NotSent and(NotSent other) {
      if (shows == Shows.NOTHING) {
        return this;
      }
      return other.shows == Shows.NOTHING || shows == Shows.NO_WAY ? other : this;
    }
  }

  /// The other side is not who it should be, or cannot agree with us on how to speak (TLS): the
  /// request surely never left, and no other will.
  final class Untrusted extends IOException {
    private static final long serialVersionUID = 1L;

    Untrusted(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /// What came is no answer that can be read: it is not HTTP, or larger than Pitstop takes. The
  /// request left, and says nothing of the session. The message is a clause whose subject is the
  /// daemon's address.
  final class Unreadable extends IOException {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
      super(message);
    }

    Unreadable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /// Sends a request and waits for the head of the answer, without a limit in time: whoever has
  /// enough interrupts.
  ///
  /// @throws NotSent if it surely never left
  /// @throws Untrusted if TLS could not be agreed on
  /// @throws Unreadable if what came is not an answer
  /// @throws IOException if anything may have left
  /// @throws InterruptedException if it was interrupted; anything may have left
  Answer send(Ask ask) throws IOException, InterruptedException;

  /// Nothing is to be sent for a while: lets go of the connections that nobody uses, and of
  /// threads. It can be used again.
  void rest();

  /// Ends what is under way, and with it the threads of the wire. One that is not closed lets them
  /// go when nobody refers to it any more.
  @Override
  void close();
}
