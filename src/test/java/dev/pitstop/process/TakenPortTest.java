package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the port that a program could not have, as it is written")
class TakenPortTest {
  private static Command command(String... words) {
    return new Command(List.of(words), Map.of(), Path.of("/home/me/weather"));
  }

  private static OptionalInt in(String text, Command command) {
    return TakenPort.in(text.lines().toList(), command);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          3000 | Error: listen EADDRINUSE: address already in use :::3000
          3000 | Error: listen EADDRINUSE: address already in use 127.0.0.1:3000
          8080 | 2026/11/24 02:30:47 main.go:12: listen tcp :8080: bind: address already in use
          8000 | ERROR: [Errno 98] error while attempting to bind on address ('127.0.0.1', 8000): address already in use
          8080 | Web server failed to start. Port 8080 was already in use.
          8080 | java.net.BindException: Address already in use: /0.0.0.0:8080
          5000 | System.IO.IOException: Failed to bind to address http://127.0.0.1:5000: address already in use.
          4567 | Address already in use - bind(2) for "127.0.0.1" port 4567 (Errno::EADDRINUSE)
          8000 | Failed to listen on localhost:8000 (reason: Address already in use)
          5173 | Error: Port 5173 is already in use
          3000 | error: Failed to start server. Is port 3000 in use?
          80 | nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)
          9000 | listen tcp [::1]:9000: bind: Only one usage of each socket address is normally permitted.
          7000 | bind on my.host.local:7000: address in use
          """)
  void written(int port, String line) {
    assertThat(in("INFO up on port 12\n" + line, command("x"))).hasValue(port);
  }

  @Test
  @DisplayName("Node lists it below its frames")
  void ofNode() {
    String text =
        """
        Error: listen EADDRINUSE: address already in use
            at Server.setupListenHandle [as _listen2] (node:net:1817:16)
            at file:///home/me/weather/server.js:12:5 {
          code: 'EADDRINUSE',
          errno: -98,
          syscall: 'listen',
          address: '::',
          port: 3000
        }
        """;
    assertThat(in(text, command("node", "server.js"))).hasValue(3000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "OSError: [Errno 98] Address already in use",
        "Os { code: 98, kind: AddrInUse, message: \"Address already in use\" }",
        "java.net.BindException: Address already in use",
        "main.rs:12:5: address already in use",
        "at node:net:1817 EADDRINUSE address already in use server.js:12"
      })
  @DisplayName("where the words have none, those of the command may, and nothing else")
  void ofTheCommand(String line) {
    assertThat(in(line, command("x", "--port", "8080"))).hasValue(8080);
    assertThat(in(line, command("x", "--http-port=8081", "y"))).hasValue(8081);
    assertThat(in(line, command("x", "-p", "8082"))).hasValue(8082);
    assertThat(in(line, command("x", "3000", "--transport", "8080"))).isEmpty();
  }

  @Test
  @DisplayName("ports of which nobody complains, and numbers that are none, are not found")
  void none() {
    assertThat(in("Listening on port 3000", command("x", "--port", "8080"))).isEmpty();
    assertThat(in("database is locked, port 3000", command("x"))).isEmpty();
    assertThat(in("EADDRINUSE :::99999", command("x"))).isEmpty();
    assertThat(in("EADDRINUSE 10.0.0.1 :0", command("x"))).isEmpty();
    assertThat(in("", command("x"))).isEmpty();
  }
}
