package dev.pitstop.text;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256. Not for what each session hashes: the JDK's implementation loads a provider of some 90
/// classes.
public final class Sha256 {
  private Sha256() {}

  /// The hash as 64 hexadecimal digits.
  public static String hex(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException eachJdkHasIt) {
      throw new IllegalStateException(eachJdkHasIt);
    }
  }
}
