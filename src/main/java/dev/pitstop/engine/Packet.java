package dev.pitstop.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A message between a front and the engine (docs/design/engine.md): a kind, and numbers and texts
/// in an agreed order. This class reads one; [Writer] makes one. One thread at a time.
final class Packet {
  private static final int NUMBER = 8;

  private final ByteBuffer content;

  /// @param content without the length
  Packet(byte[] content) {
    this.content = ByteBuffer.wrap(content).order(ByteOrder.nativeOrder());
  }

  /// Reads the kind. To be called first.
  char kind() {
    return (char) (content.get() & 0xff);
  }

  long number() {
    return content.getLong();
  }

  String text() {
    int from = content.position();
    int end = from;
    while (content.get(end) != 0) {
      end++;
    }
    content.position(end + 1);
    return new String(content.array(), from, end - from, StandardCharsets.UTF_8);
  }

  List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (long left = number(); left > 0; left--) {
      texts.add(text());
    }
    return texts;
  }

  /// Makes a message.
  static final class Writer {
    private ByteBuffer made = ByteBuffer.allocate(4096).order(ByteOrder.nativeOrder());

    Writer(char kind) {
      made.putInt(0).put((byte) kind);
    }

    private void room(int bytes) {
      if (made.remaining() < bytes) {
        ByteBuffer larger = ByteBuffer.allocate(2 * (made.capacity() + bytes));
        made = larger.order(ByteOrder.nativeOrder()).put(made.flip());
      }
    }

    Writer number(long number) {
      room(NUMBER);
      made.putLong(number);
      return this;
    }

    /// @param text without NUL, which ends it
    Writer text(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      room(bytes.length + 1);
      made.put(bytes).put((byte) 0);
      return this;
    }

    Writer texts(List<String> texts) {
      number(texts.size());
      texts.forEach(this::text);
      return this;
    }

    /// The whole message, its length first.
    byte[] bytes() {
      made.putInt(0, made.position() - Integer.BYTES);
      byte[] all = new byte[made.position()];
      made.get(0, all);
      return all;
    }
  }
}
