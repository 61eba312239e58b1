package dev.pitstop.text;

import java.util.Arrays;

/// SHA-256 (FIPS 180-4) of a short text, for names of files and tools. Written by hand, because the
/// JDK's implementation loads a provider of some 90 classes in every session.
public final class Sha256 {
  private static final int[] FIRST = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  };

  private static final int[] ROUNDS = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  };

  private Sha256() {}

  /// The hash as 64 hexadecimal digits.
  public static String hex(byte[] bytes) {
    int[] state = FIRST.clone();
    byte[] padded = padded(bytes);
    for (int at = 0; at < padded.length; at += 64) {
      block(padded, at, state);
    }
    StringBuilder out = new StringBuilder(64);
    for (int word : state) {
      for (int shift = 28; shift >= 0; shift -= 4) {
        out.append(Character.forDigit((word >>> shift) & 15, 16));
      }
    }
    return out.toString();
  }

  /// With a one, zeros, and the length in bits at the end of the last block.
  private static byte[] padded(byte[] text) {
    byte[] padded = Arrays.copyOf(text, (text.length + 8) / 64 * 64 + 64);
    padded[text.length] = (byte) 0x80;
    long bits = text.length * 8L;
    for (int i = 0; i < 8; i++) {
      padded[padded.length - 1 - i] = (byte) (bits >>> (8 * i));
    }
    return padded;
  }

  private static void block(byte[] bytes, int at, int[] state) {
    int[] w = new int[64];
    for (int i = 0; i < 16; i++) {
      int from = at + 4 * i;
      w[i] =
          ((bytes[from] & 255) << 24)
              | ((bytes[from + 1] & 255) << 16)
              | ((bytes[from + 2] & 255) << 8)
              | (bytes[from + 3] & 255);
    }
    for (int i = 16; i < 64; i++) {
      int a = w[i - 15];
      int b = w[i - 2];
      w[i] =
          w[i - 16]
              + (Integer.rotateRight(a, 7) ^ Integer.rotateRight(a, 18) ^ (a >>> 3))
              + w[i - 7]
              + (Integer.rotateRight(b, 17) ^ Integer.rotateRight(b, 19) ^ (b >>> 10));
    }
    int[] s = state.clone();
    for (int i = 0; i < 64; i++) {
      int e = s[4];
      int a = s[0];
      int one =
          s[7]
              + (Integer.rotateRight(e, 6)
                  ^ Integer.rotateRight(e, 11)
                  ^ Integer.rotateRight(e, 25))
              + ((e & s[5]) ^ (~e & s[6]))
              + ROUNDS[i]
              + w[i];
      int two =
          (Integer.rotateRight(a, 2) ^ Integer.rotateRight(a, 13) ^ Integer.rotateRight(a, 22))
              + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
      System.arraycopy(s, 0, s, 1, 7);
      s[4] += one;
      s[0] = one + two;
    }
    for (int i = 0; i < 8; i++) {
      state[i] += s[i];
    }
  }
}
