package dev.pitstop.channel.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/// Tests whether a port speaks TLS. A TLS server hangs up on a plain request without a word, so it
/// gets a TLS record with half a greeting in it (RFC 5246, 7.4.1.2): any TLS record in reply, even
/// an alert, proves it. Stateless.
final class TlsProbe {
  private static final int MILLIS = 1_000;
  private static final int ALERT = 21;
  private static final int HANDSHAKE = 22;
  private static final int MAJOR = 3;

  private TlsProbe() {}

  /// Tests the port; takes two seconds at most, and usually a few milliseconds.
  static boolean speaksTls(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, MILLIS);
      socket.setSoTimeout(MILLIS);
      socket.getOutputStream().write(new byte[] {HANDSHAKE, MAJOR, 1, 0, 6, 1, 0, 0, 2, MAJOR, 3});
      byte[] reply = socket.getInputStream().readNBytes(2);
      return reply.length == 2 && (reply[0] == ALERT || reply[0] == HANDSHAKE) && reply[1] == MAJOR;
    } catch (IOException e) {
      return false; // it said nothing that is TLS
    }
  }
}
