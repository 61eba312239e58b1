package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Trust;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@DisplayName("a daemon with a certificate of its own making")
class HttpTlsTest {
  private static final String PASSWORD = "secret";

  @TempDir private Path dir;

  private void keytool(String... arguments) throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    line.addAll(List.of(arguments));
    line.addAll(List.of("-alias", "d", "-keystore", "d.p12", "-storepass", PASSWORD));
    Process keytool =
        new ProcessBuilder(line)
            .directory(dir.toFile())
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("keytool.txt").toFile())
            .start();
    assertThat(keytool.waitFor()).as(Files.readString(dir.resolve("keytool.txt"))).isZero();
  }

  private ScriptedDaemon daemon() throws Exception {
    keytool(
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=d",
        "-ext",
        "san=ip:127.0.0.1",
        "-ext",
        "bc=ca:true");
    keytool("-exportcert", "-rfc", "-file", "d.pem");
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(dir.resolve("d.p12"))) {
      store.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    ScriptedDaemon daemon =
        ScriptedDaemon.reserved(InetAddress.ofLiteral("127.0.0.1"), tls.getServerSocketFactory());
    daemon.start(Setup.legacy());
    return daemon;
  }

  @Test
  @DisplayName("Trusted by the file that names it")
  void trusted() throws Exception {
    ScriptedDaemon daemon = daemon();
    Trust trust = new Trust();
    trust.add(dir.resolve("d.pem"));
    try (HttpRig rig = new HttpRig(daemon, "", trust.context())) {
      HttpRig.Talk talk = rig.greeted();
      rig.stillServes(talk);
    }
  }

  @Test
  @DisplayName("http:// to a port that speaks TLS is told so, and so is the other way round")
  void wrongScheme() throws Exception {
    try (ScriptedDaemon tls = daemon();
        HttpRig rig = new HttpRig(tls, tls.url().toString().replace("https:", "http:"))) {
      HttpRig.Talk talk = rig.open();
      assertThat(rig.refused(talk)).contains("speaks TLS on this port: use https://");
      assertThat(talk.told().hasEnded()).isFalse();
    }
    assertThat(overTls("HTTP/1.1 400 Bad Request\r\n\r\n"))
        .contains("does not speak TLS on this port: if it speaks plain HTTP");
    assertThat(overTls("")).contains("if it speaks plain HTTP, use http://");
  }

  /// What the client is told of a port that says this and hangs up.
  private static String overTls(String said) throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
      Thread.ofVirtual()
          .start(() -> {
            while (true) {
              try (Socket one = plain.accept()) {
                one.getInputStream().read(new byte[1]);
                one.getOutputStream().write(said.getBytes(StandardCharsets.US_ASCII));
                one.shutdownOutput();
                one.getInputStream().readAllBytes();
              } catch (IOException e) {
                return; // the test is over, or its client has hung up
              }
            }
          });
      Wire.Ask ask =
          new Wire.Ask(
              "POST",
              URI.create("https://127.0.0.1:" + plain.getLocalPort() + "/mcp"),
              List.of(),
              Optional.of(new byte[] {'{', '}'}),
              Optional.empty());
      Wire wire = Wire.to(ask.to(), Optional.empty());
      return assertThatExceptionOfType(Wire.Unreadable.class)
          .isThrownBy(() -> wire.send(ask))
          .actual()
          .getMessage();
    }
  }

  @Test
  @DisplayName("Not trusted: a clear error, and no loop of sessions")
  void untrusted() throws Exception {
    try (HttpRig rig = new HttpRig(daemon(), "")) {
      HttpRig.Talk talk = rig.open();
      assertThat(rig.refused(talk)).contains("TLS with", "failed", "SSL_CERT_FILE");
      assertThat(talk.told().hasEnded()).isFalse();
      assertThat(rig.daemon.requests()).isEmpty();
    }
  }
}
