package dev.pitstop.cli.call;

import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;

/// Saves what is no text. Overwrites nothing.
///
/// @param directory as the person named it; created if it is missing
/// @param here where a relative name starts; absolute
record Saved(Path directory, Path here) {
  private static final int MOST_NAME = 60;

  /// Saves base64 in a new file.
  ///
  /// @param name of the file, before its ending
  /// @return what was saved, for people; or why it was not
  String save(String what, String name, String type, String base64) {
    byte[] bytes;
    try {
      bytes = Base64.getMimeDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return "[" + what + " of type " + type + " is not base64: " + e.getMessage() + "]";
    }
    String about = " (" + type + ", " + Words.bytes(bytes.length) + ")]";
    try {
      return "[" + what + " saved: " + write(plain(name), ending(type), bytes) + about;
    } catch (IOException e) {
      return "[" + what + " not saved: " + e + about;
    }
  }

  private Path write(String name, String ending, byte[] bytes) throws IOException {
    Files.createDirectories(here.resolve(directory));
    for (int n = 1; ; n++) {
      Path file = directory.resolve(name + (n == 1 ? "" : "-" + n) + ending);
      try (OutputStream out =
          Files.newOutputStream(
              here.resolve(file), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        out.write(bytes);
        return file;
      } catch (FileAlreadyExistsException taken) {
        assert n > 0; // the next one
      }
    }
  }

  /// A name that is a file of this directory on every system, whatever the server wrote.
  private static String plain(String name) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < name.length() && plain.length() < MOST_NAME; i++) {
      char c = name.charAt(i);
      boolean dot = c == '.' && !plain.isEmpty();
      plain.append(Words.isLetterOrDigit(c) || c == '_' || dot ? c : '-');
    }
    return plain.isEmpty() ? "file" : plain.toString();
  }

  /// `.png` for `image/png`.
  private static String ending(String type) {
    int semicolon = type.indexOf(';');
    String bare = (semicolon < 0 ? type : type.substring(0, semicolon)).strip();
    String kind = bare.substring(bare.indexOf('/') + 1);
    return switch (kind) {
      case "jpeg" -> ".jpg";
      case "mpeg" -> bare.startsWith("audio") ? ".mp3" : ".mpeg";
      case "svg+xml" -> ".svg";
      case "plain" -> ".txt";
      case "octet-stream", "" -> ".bin";
      default -> "." + plain(kind.startsWith("x-") ? kind.substring(2) : kind);
    };
  }
}
