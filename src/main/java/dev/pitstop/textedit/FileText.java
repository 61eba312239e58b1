package dev.pitstop.textedit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// The text of a file, or the reason why it could not be read.
public sealed interface FileText {
  /// The limit in bytes. A larger file is probably not a configuration.
  int MAX_BYTES = 4 << 20;

  record Good(String text) implements FileText {
    @Override
    public String toString() {
      return "Good[" + text.length() + " characters]";
    }
  }

  /// @param at the position; empty if the file could not be read
  /// @param message one line, without a full stop
  record Bad(Optional<Position> at, String message) implements FileText {}

  static FileText read(Path file) {
    return read(file, MAX_BYTES);
  }

  /// @param most the limit in bytes, a multiple of 1 MiB
  static FileText read(Path file, int most) {
    try {
      if (Files.isDirectory(file)) {
        return bad("this is a directory, not a file");
      }
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(most + 1);
        return bytes.length > most
            ? bad(
                "this file is larger than %d MiB, the limit for a configuration file"
                    .formatted(most >> 20))
            : decode(bytes);
      }
    } catch (NoSuchFileException e) {
      return bad("the file does not exist");
    } catch (AccessDeniedException e) {
      return bad("no permission to read this file");
    } catch (IOException e) {
      return bad("the file cannot be read: " + KeyPath.clean(String.valueOf(e.getMessage())));
    }
  }

  private static FileText decode(byte[] bytes) {
    if (bytes.length > 1
        && ((bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE)
            || (bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF))) {
      return bad("the file is in UTF-16; save it as UTF-8");
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8.newDecoder(); // it reports mistakes instead of replacing them
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), out, true);
    String text = out.flip().toString();
    if (result.isError()) {
      return new Bad(
          Optional.of(Position.of(text, text.length())),
          "this character is not valid UTF-8; save the file as UTF-8");
    }
    return new Good(text);
  }

  private static Bad bad(String message) {
    return new Bad(Optional.empty(), message);
  }
}
