package dev.pitstop.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With certificates that the JDK's `keytool` makes: an authority of our own, and a daemon's that
/// it has signed.
@Tag("slow")
@DisplayName("an authority of the user's own")
class TrustTest {
  private static final char[] PASSWORD = "secret".toCharArray();

  @TempDir static Path dir;

  private static Path authority;
  private static Path other;
  private static KeyStore daemon;

  private static SSLContext trust(Path... files) throws BadSetting {
    Trust trust = new Trust();
    for (Path file : files) {
      trust.add(file);
    }
    return trust.context().orElseThrow();
  }

  @BeforeAll
  static void certificates() throws Exception {
    authority = authority("ours");
    other = authority("other");
    keytool("-genkeypair", "-alias", "daemon", "-dname", "CN=daemon", "-keystore", "daemon.p12");
    keytool("-certreq", "-alias", "daemon", "-file", "daemon.csr", "-keystore", "daemon.p12");
    keytool(
        "-gencert",
        "-rfc",
        "-alias",
        "ours",
        "-ext",
        "san=dns:localhost",
        "-infile",
        "daemon.csr",
        "-outfile",
        "daemon.pem",
        "-keystore",
        "ours.p12");
    Files.writeString(
        dir.resolve("chain.pem"),
        Files.readString(authority) + Files.readString(dir.resolve("daemon.pem")));
    keytool(
        "-importcert",
        "-noprompt",
        "-alias",
        "daemon",
        "-file",
        "chain.pem",
        "-keystore",
        "daemon.p12");
    daemon = KeyStore.getInstance(dir.resolve("daemon.p12").toFile(), PASSWORD);
  }

  private static Path authority(String name) throws Exception {
    keytool(
        "-genkeypair",
        "-alias",
        name,
        "-dname",
        "CN=" + name,
        "-ext",
        "bc:c",
        "-keystore",
        name + ".p12");
    keytool(
        "-exportcert", "-rfc", "-alias", name, "-file", name + ".pem", "-keystore", name + ".p12");
    return dir.resolve(name + ".pem");
  }

  private static void keytool(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(args));
    command.addAll(List.of("-storepass", new String(PASSWORD)));
    if (args[0].equals("-genkeypair")) {
      command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2"));
    }
    Path out = dir.resolve("keytool.log");
    Process p =
        new ProcessBuilder(command)
            .directory(dir.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    Await.end("keytool", p);
    assertThat(p.exitValue()).as(Files.readString(out)).isZero();
  }

  /// What a client with this trust reads from the daemon.
  private static String read(SSLContext client, String host) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(daemon, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    try (SSLServerSocket server =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      FutureTask<String> served =
          new FutureTask<>(() -> {
            try (SSLSocket s = (SSLSocket) server.accept()) {
              s.getOutputStream().write("hello".getBytes(UTF_8));
              return "served";
            }
          });
      Thread thread = Thread.ofVirtual().start(served);
      try (Socket s = new Socket()) {
        s.connect(server.getLocalSocketAddress());
        SSLSocket named =
            (SSLSocket)
                client.getSocketFactory().createSocket(s, host, server.getLocalPort(), true);
        return read(named);
      } finally {
        thread.join();
        try {
          served.get();
        } catch (ExecutionException refused) {
          assertThat(refused).hasCauseInstanceOf(IOException.class);
        }
      }
    }
  }

  private static String read(SSLSocket socket) throws IOException {
    try (socket;
        InputStream in = socket.getInputStream()) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static Path file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text);
  }

  private static String mistake(Path file) {
    return assertThatExceptionOfType(BadSetting.class)
        .isThrownBy(() -> trust(file))
        .actual()
        .getMessage();
  }

  @Test
  void theDaemonIsTrustedWithItsAuthorityOnly() throws Exception {
    assertThat(read(trust(authority), "localhost")).isEqualTo("hello");
    assertThatExceptionOfType(SSLHandshakeException.class)
        .isThrownBy(() -> read(trust(other), "localhost"))
        .withMessageContaining("unable to find valid certification path");
    assertThatExceptionOfType(SSLHandshakeException.class)
        .isThrownBy(() -> read(SSLContext.getDefault(), "localhost"));
  }

  @Test
  @DisplayName("A trusted authority does not make one host another")
  void theNameCounts() {
    assertThatExceptionOfType(SSLHandshakeException.class)
        .isThrownBy(() -> read(trust(authority), "example.com"))
        .withMessageContaining("example.com");
  }

  @Test
  void everyCertificateOfTheFileCounts() throws Exception {
    String both =
        "# two\n"
            + Files.readString(other)
            + "\nOurs\r\n=====\r\n"
            + Files.readString(authority).replace("\n", "\r\n")
            + "the end";
    assertThat(read(trust(file("both.pem", both)), "localhost")).isEqualTo("hello");
  }

  @Test
  void asDer() throws Exception {
    String pem = Files.readString(authority);
    byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    Path file = Files.write(dir.resolve("ours.der"), der);
    assertThat(read(trust(file), "localhost")).isEqualTo("hello");
  }

  @Test
  void theSystemsStayTrusted() throws GeneralSecurityException {
    TrustManagerFactory system =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    system.init((KeyStore) null);
    X509TrustManager manager = (X509TrustManager) system.getTrustManagers()[0];
    assertThat(manager.getAcceptedIssuers()).isNotEmpty();
    assertThat(Trust.systems()).containsExactlyInAnyOrder(manager.getAcceptedIssuers());
  }

  @Test
  void mistakes() throws IOException {
    Path missing = dir.resolve("missing.pem");
    assertThat(mistake(missing))
        .isEqualTo("cannot read the certificates in " + missing + ": no such file");
    assertThat(mistake(dir)).startsWith("cannot read the certificates in " + dir + ": ");
    assertThat(mistake(file("none.pem", ""))).endsWith("none.pem is empty");
    String broken = " is broken, or there is none";
    for (String none : new String[] {"hello", "-----BEGIN CERTIFICATE-----\nAAAA\n"}) {
      assertThat(mistake(file("none.pem", none))).endsWith("none.pem" + broken);
    }
    String good = Files.readString(authority);
    String begin = "-----BEGIN CERTIFICATE-----\n";
    String end = "-----END CERTIFICATE-----\n";
    for (String bad : new String[] {begin + "AAAA\n" + end, begin + "A" + end}) {
      Path file = file("bad.pem", good + bad);
      assertThat(mistake(file)).isEqualTo("a certificate in " + file + broken);
    }
    Path der = Files.write(dir.resolve("bad.der"), new byte[] {0x30, 0x01});
    assertThat(mistake(der)).isEqualTo("a certificate in " + der + broken);
  }
}
