package dev.pitstop.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class Sha256Test {
  @Test
  @DisplayName("It is the JDK's own, for texts of every length around one and two blocks")
  void same() throws Exception {
    MessageDigest jdk = MessageDigest.getInstance("SHA-256");
    for (int length = 0; length < 200; length++) {
      String text = "a\u00e9\u65e5\0\n".repeat(40).substring(0, length);
      byte[] bytes = text.getBytes(UTF_8);
      byte[] all = jdk.digest(bytes);
      assertThat(Sha256.hex(bytes)).as("%d", length).isEqualTo(HexFormat.of().formatHex(all));
    }
  }

  @Test
  @DisplayName("The standard's example")
  void standard() {
    assertThat(Sha256.hex("abc".getBytes(UTF_8)))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }
}
