package dev.pitstop.config;

import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Position;
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
public sealed interface ConfigText {
  /// Limit in bytes. A larger file is not a configuration, but perhaps a log named by mistake.
  int MAX_BYTES = 4 << 20;

  record Good(String text) implements ConfigText {
    @Override
    public String toString() {
      return "Good[" + text.length() + " characters]";
    }
  }

  record Bad(ConfigProblem problem) implements ConfigText {}

  static ConfigText read(Path file) {
    return read(file, MAX_BYTES);
  }

  /// @param most the limit in bytes, a multiple of 1 MiB
  static ConfigText read(Path file, int most) {
    try {
      if (Files.isDirectory(file)) {
        return bad(file, "this is a directory, not a file");
      }
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(most + 1);
        return bytes.length > most
            ? bad(
                file,
                "this file is larger than "
                    + (most >> 20)
                    + " MiB, the limit for a configuration file")
            : decode(file, bytes);
      }
    } catch (NoSuchFileException e) {
      return bad(file, "the file does not exist");
    } catch (AccessDeniedException e) {
      return bad(file, "no permission to read this file");
    } catch (IOException e) {
      return bad(file, "the file cannot be read: " + KeyPath.clean(String.valueOf(e.getMessage())));
    }
  }

  private static ConfigText decode(Path file, byte[] bytes) {
    if (bytes.length > 1
        && ((bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE)
            || (bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF))) {
      return bad(file, "the file is in UTF-16; save it as UTF-8");
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder(); // which reports, not replaces
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), out, true);
    String text = out.flip().toString();
    if (result.isError()) {
      return new Bad(
          new ConfigProblem(
              file,
              Optional.of(Position.of(text, text.length())),
              "",
              "this character is not valid UTF-8; save the file as UTF-8"));
    }
    return new Good(text);
  }

  private static Bad bad(Path file, String message) {
    return new Bad(new ConfigProblem(file, Optional.empty(), "", message));
  }
}
