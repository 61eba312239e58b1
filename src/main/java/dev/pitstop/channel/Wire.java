package dev.pitstop.channel;

import dev.pitstop.http.Header;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
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

  /// The request surely never left: nobody accepts connections, or the host is unknown.
  final class NotSent extends IOException {
    private static final long serialVersionUID = 1L;

    NotSent(String message, Throwable cause) {
      super(message, cause);
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
