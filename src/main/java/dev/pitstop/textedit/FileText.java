package dev.pitstop.textedit;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

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

  /// @param message one line, without a full stop
  record Bad(String message) implements FileText {}

  static FileText read(Path file) {
    return read(file, MAX_BYTES);
  }

  /// @param most the limit in bytes, a multiple of 1 MiB
  static FileText read(Path file, int most) {
    try {
      if (Files.isDirectory(file)) {
        return new Bad("this is a directory, not a file");
      }
      if (Files.size(file) > most) {
        return new Bad("this file is larger than %d MiB, the limit".formatted(most >> 20));
      }
      return new Good(Files.readString(file));
    } catch (CharacterCodingException e) {
      return new Bad("the file is not valid UTF-8; save it as UTF-8");
    } catch (NoSuchFileException e) {
      return new Bad("the file does not exist");
    } catch (AccessDeniedException e) {
      return new Bad("no permission to read this file");
    } catch (IOException e) {
      return new Bad("the file cannot be read: " + KeyPath.clean(String.valueOf(e.getMessage())));
    }
  }
}
