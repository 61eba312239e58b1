package dev.pitstop.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.http.Trust;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import java.io.InputStream;
import java.net.InetAddress;
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
@DisplayName("Catalogue H, 37: a daemon with a certificate of its own making")
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
    SSLContext trust = Trust.with(dir.resolve("d.pem"));
    try (HttpRig rig = new HttpRig(daemon, "", Optional.of(trust))) {
      HttpRig.Talk talk = rig.greeted();
      rig.stillServes(talk);
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
