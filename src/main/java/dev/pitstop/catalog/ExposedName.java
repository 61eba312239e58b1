package dev.pitstop.catalog;

import dev.pitstop.text.Sha256;
import java.nio.ByteBuffer;
import java.util.Optional;

/// The length limit of exposed names, and the short form of longer ones.
///
/// Everything here depends on the names of the server and the tool alone, so that a name is the
/// same in every session and whatever else is listed. [AliasTable] tells equal short forms apart.
public final class ExposedName {
  /// The most characters of an exposed name. Many clients allow 64, and some end the session at a
  /// longer one; they add a prefix of 14 characters, `mcp__pitstop__`.
  public static final int BUDGET = 50;

  private static final int DIGITS = 8;
  private static final int DIGITS_OF_SHA_256 = 64;

  private ExposedName() {}

  /// Whether `server__tool` is short enough.
  static boolean fits(String server, String tool) {
    return room(server) >= tool.length();
  }

  /// A short form of a tool's name: `server__`, the tool's beginning, `_` and digits of a hash,
  /// together [#BUDGET] characters.
  ///
  /// @param attempt 0 for 8 digits; each later attempt has one digit more and one character of the
  ///   name less and, once no character is left, another hash
  /// @return empty if the cut would split a surrogate pair; the next attempt does not
  static Optional<String> alias(String server, String tool, int attempt) {
    int room = room(server) - 1; // for the '_' before the digits
    int most = Math.min(room, DIGITS_OF_SHA_256);
    int digits = Math.min(DIGITS + attempt, most);
    int kept = room - digits;
    if (kept > 0
        && Character.isHighSurrogate(tool.charAt(kept - 1))
        && Character.isLowSurrogate(tool.charAt(kept))) {
      return Optional.empty();
    }
    int again = Math.max(0, DIGITS + attempt - most);
    String full = Namespace.encode(server, tool);
    String hash = sha256(again == 0 ? full : full + "\0" + again).substring(0, digits);
    return Optional.of(Namespace.encode(server, tool.substring(0, kept) + "_" + hash));
  }

  /// How many characters a server's name leaves for its tools' names; at least 16.
  private static int room(String server) {
    return BUDGET - Namespace.encode(server, "").length();
  }

  /// Hashes the UTF-16 form, high byte first: in UTF-8, names that differ only in an unpaired
  /// surrogate (which JSON allows) would be equal.
  private static String sha256(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * text.length());
    bytes.asCharBuffer().put(text);
    return Sha256.hex(bytes.array());
  }
}
