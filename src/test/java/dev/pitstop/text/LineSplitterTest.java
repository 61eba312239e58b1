package dev.pitstop.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("bytes of a program's output to plain lines")
class LineSplitterTest {
  private static final int MOST = 4_096;

  private final List<String> lines = new ArrayList<>();
  private final LineSplitter splitter = new LineSplitter(MOST, lines::add);

  static List<Arguments> cases() {
    return List.of(
        Arguments.of("a\nb\n", List.of("a", "b")),
        Arguments.of("a\n\nb", List.of("a", "", "b")),
        Arguments.of("a\r\nb\r\n", List.of("a", "b")),
        Arguments.of(" 1%\r 50%\r100%\n", List.of("100%")),
        Arguments.of("50%\r", List.of("50%")),
        Arguments.of("x\r\r\ny", List.of("x", "y")),
        Arguments.of("\u001b[1;31merror\u001b[0m: x\n", List.of("error: x")),
        Arguments.of("\u001b]0;title\u0007a\u001b]8;;http://x\u001b\\b\n", List.of("ab")),
        Arguments.of("\u001b[2K\u001b(Bdone\u001b\n", List.of("done")),
        Arguments.of("-\b\\\b|\bok\n", List.of("ok")),
        Arguments.of("\b\ta\u0000b\n", List.of("\ta\\x00b")),
        Arguments.of("ding\u0007 del\u007f csi\u009b", List.of("ding\\x07 del\\x7f csi\\x9b")),
        Arguments.of("\u001b[", List.of("")),
        Arguments.of("grün 😀\n", List.of("grün 😀")),
        Arguments.of("", List.of()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void inOnePieceAndByteByByte(String text, List<String> expected) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    splitter.add(bytes, 0, bytes.length);
    splitter.end();
    assertThat(lines).isEqualTo(expected);
    lines.clear();
    for (int i = 0; i < bytes.length; i++) {
      splitter.add(bytes, i, 1);
    }
    splitter.end();
    assertThat(lines).isEqualTo(expected);
  }

  @Test
  void invalidUtf8IsReplaced() {
    byte[] bytes = {'a', (byte) 0xff, (byte) 0xc3, '\n', (byte) 0xe2, (byte) 0x82};
    splitter.add(bytes, 0, bytes.length);
    splitter.end();
    assertThat(lines).containsExactly("a\uFFFD\uFFFD", "\uFFFD");
  }

  @Test
  void aLongLineIsCutAndSaysSo() {
    byte[] bytes = "é".repeat(MOST).getBytes(StandardCharsets.UTF_8);
    splitter.add(new byte[] {'x'}, 0, 1);
    splitter.add(bytes, 0, bytes.length);
    splitter.add(new byte[] {'\n', 'y', '\n'}, 0, 3);
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst()).startsWith("xééé").endsWith("é\uFFFD … [cut: 4097 more bytes]");
    assertThat(lines.getLast()).isEqualTo("y");
  }
}
