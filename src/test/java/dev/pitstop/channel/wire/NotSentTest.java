package dev.pitstop.channel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.wire.Wire.NotSent.Shows;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("what it shows that there is no connection")
class NotSentTest {
  private static final String BUSY = "no connection within 10 s";

  static Stream<Arguments> reasons() {
    return Stream.of(
        Arguments.of(
            new ConnectException("Connection refused"), Shows.NOBODY, "connection refused"),
        Arguments.of(
            new ConnectException("Verbindungsaufbau abgelehnt"),
            Shows.NOBODY,
            "connection refused"),
        Arguments.of(
            new SocketException("Connection reset by peer"), Shows.NOBODY, "connection reset"),
        Arguments.of(
            new SocketException("Too many open files"), Shows.NOTHING, "too many open files"),
        Arguments.of(new SocketTimeoutException("Connect timed out"), Shows.NOTHING, BUSY),
        Arguments.of(new ConnectException("Connection timed out"), Shows.NOTHING, BUSY),
        Arguments.of(
            new NoRouteToHostException("No route to host"), Shows.NO_WAY, "no route to host"),
        Arguments.of(
            new SocketException("Network is unreachable"), Shows.NO_WAY, "network is unreachable"),
        Arguments.of(
            new BindException("Cannot assign requested address"),
            Shows.NO_WAY,
            "cannot assign requested address"));
  }

  @ParameterizedTest
  @MethodSource("reasons")
  @DisplayName("Only who is refused knows that nobody is there; each reason is called by its name")
  void reason(IOException why, Shows shows, String message) {
    Wire.NotSent told = Wire.NotSent.of(why, 10_000);
    assertThat(told.shows()).isEqualTo(shows);
    assertThat(told).hasMessage(message).hasCause(why);
  }

  @Test
  @DisplayName("A host of two addresses: unclear if one is, and gone if one that can be used is")
  void twoAddresses() {
    Wire.NotSent refused = Wire.NotSent.of(new ConnectException("Connection refused"), 1);
    Wire.NotSent busy = Wire.NotSent.of(new SocketTimeoutException("Connect timed out"), 1);
    Wire.NotSent unusable = Wire.NotSent.of(new BindException("Cannot assign"), 1);
    assertThat(busy.and(refused)).isSameAs(busy);
    assertThat(refused.and(busy)).isSameAs(busy);
    assertThat(busy.and(unusable)).isSameAs(busy);
    assertThat(unusable.and(busy)).isSameAs(busy);
    assertThat(refused.and(unusable)).isSameAs(refused);
    assertThat(unusable.and(refused)).isSameAs(refused);
  }
}
