package dev.pitstop.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("values of modern headers")
class HeaderTextTest {
  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        // the specification's examples
        "us-west1|us-west1",
        "Hello, 世界|=?base64?SGVsbG8sIOS4lueVjA==?=",
        " padded |=?base64?IHBhZGRlZCA=?=",
        "~line1\nline2~|=?base64?bGluZTEKbGluZTI=?=",
        "=?base64?literal?=|=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
        // others
        "two words|two words",
        "!\"#$%&'()*+,-./:;<=>?@[]^_`{}|!\"#$%&'()*+,-./:;<=>?@[]^_`{}",
        "file:///projects/myapp/config.json|file:///projects/myapp/config.json",
        " a|=?base64?IGE=?=",
        "a |=?base64?YSA=?=",
        "~~|=?base64??=",
        "a\tb|=?base64?YQli?=",
        "\ta|=?base64?CWE=?=",
        "=?base64?|=?base64?",
        "=?base64?x|=?base64?x",
        "x?=|x?=",
        "=?BASE64?eA==?=|=?BASE64?eA==?=",
        "=?base64?=|=?base64?PT9iYXNlNjQ/PQ==?=",
        "=?base64??=|=?base64?PT9iYXNlNjQ/Pz0=?=",
        "ü|=?base64?w7w=?=",
        "😀|=?base64?8J+YgA==?=",
        "\u007f|=?base64?fw==?=",
        "\u00a0|=?base64?wqA=?=",
      })
  void bothWays(String value, String header) {
    assertThat(HeaderText.encode(value)).isEqualTo(header);
    assertThat(decode(header)).contains(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"=?base64?=", "=?base64?%?=", "=?base64?/w==?=", "=?base64?eA=?="})
  void whatSaysThatItIsEncodedAndIsNot(String header) {
    assertThat(decode(header)).isEmpty();
  }

  /// The inverse of [HeaderText#encode]; empty if the header claims to be encoded but is not.
  private static Optional<String> decode(String header) {
    if (!header.startsWith("=?base64?") || !header.endsWith("?=")) {
      return Optional.of(header);
    }
    if (header.equals("=?base64?=")) {
      return Optional.empty(); // one `?` cannot be both
    }
    try {
      byte[] utf8 = Base64.getDecoder().decode(header.substring(9, header.length() - 2));
      return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString());
    } catch (IllegalArgumentException | CharacterCodingException notEncoded) {
      return Optional.empty();
    }
  }

  @Test
  void anythingComesBackAndIsOneHeader() {
    String alphabet = "ab =?base64?\t\r\n\0ü世\u007f";
    RandomGenerator random = new SplittableRandom(3);
    for (int run = 0; run < 5_000; run++) {
      StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "=?base64?" : "");
      for (int i = random.nextInt(6); i > 0; i--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      String value = text + (random.nextInt(3) == 0 ? "?=" : "");
      String header = HeaderText.encode(value);
      assertThat(header).matches("[!-~]([ -~]*[!-~])?");
      assertThat(decode(header)).contains(value);
    }
  }
}
