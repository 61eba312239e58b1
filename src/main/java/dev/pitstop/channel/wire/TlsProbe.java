package dev.pitstop.channel.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// Tests whether a port speaks TLS. A TLS server hangs up on a plain request without a word, so it
/// gets a TLS greeting (RFC 5246, 7.4.1.2): any TLS record in reply, even an alert, proves it.
/// Stateless.
final class TlsProbe {
  /// The text about such a port: a clause whose subject is the daemon's address.
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
      socket.getOutputStream().write(clientHello());
      return isTls(socket.getInputStream().readNBytes(2));
    } catch (IOException e) {
      return false; // it said nothing that is TLS
    }
  }

  /// Whether these bytes begin like a TLS server's reply.
  static boolean isTls(byte[] bytes) {
    return bytes.length >= 2 && (bytes[0] == ALERT || bytes[0] == HANDSHAKE) && bytes[1] == MAJOR;
  }

  private static byte[] clientHello() {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(new byte[] {MAJOR, 3}); // TLS 1.2
    body.writeBytes("Pitstop asks whether it is TLS..".getBytes(StandardCharsets.US_ASCII));
    body.write(0); // no session
    body.writeBytes(new byte[] {0, 4, (byte) 0xC0, 0x2F, 0, 0x2F}); // two suites
    body.writeBytes(new byte[] {1, 0}); // no compression
    int length = body.size();
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    record.writeBytes(new byte[] {HANDSHAKE, MAJOR, 1, 0, (byte) (length + 4)});
    record.writeBytes(new byte[] {1, 0, 0, (byte) length});
    record.writeBytes(body.toByteArray());
    return record.toByteArray();
  }
}
