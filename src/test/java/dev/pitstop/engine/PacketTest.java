package dev.pitstop.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Messages between a front and the engine")
class PacketTest {
  private static Packet read(Packet.Writer writer) {
    byte[] all = writer.bytes();
    int length = ByteBuffer.wrap(all).order(ByteOrder.nativeOrder()).getInt();
    assertThat(length).as("the length of what follows").isEqualTo(all.length - Integer.BYTES);
    return new Packet(Arrays.copyOfRange(all, Integer.BYTES, all.length));
  }

  @Test
  @DisplayName("What was written is read, in its order")
  void roundTrip() {
    String large = "x".repeat(100_000);
    Packet p =
        read(
            new Packet.Writer('P')
                .number(-1)
                .text("")
                .text("größe 日本 🚗")
                .texts(List.of("a", "", large))
                .texts(List.of())
                .number(Long.MAX_VALUE));
    assertThat(p.kind()).isEqualTo('P');
    assertThat(p.number()).isEqualTo(-1);
    assertThat(p.text()).isEmpty();
    assertThat(p.text()).isEqualTo("größe 日本 🚗");
    assertThat(p.texts()).containsExactly("a", "", large);
    assertThat(p.texts()).isEmpty();
    assertThat(p.number()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  @DisplayName("One that is cut off is an error")
  void cutOff() {
    Packet p = new Packet(new byte[] {'H', 1, 2});
    assertThat(p.kind()).isEqualTo('H');
    assertThatThrownBy(p::number).isInstanceOf(RuntimeException.class);
    Packet open = new Packet(new byte[] {'H', 'a', 'b'});
    open.kind();
    assertThatThrownBy(open::text).isInstanceOf(RuntimeException.class);
  }

  @Test
  @DisplayName("This process is as free as itself, and one that is not there is not")
  void confinement() {
    Confinement ours = new Confinement();
    assertThat(ours.same((int) ProcessHandle.current().pid())).isTrue();
    assertThat(ours.same(Integer.MAX_VALUE)).isFalse();
  }
}
