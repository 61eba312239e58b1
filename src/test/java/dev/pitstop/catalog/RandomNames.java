package dev.pitstop.catalog;

import java.util.random.RandomGenerator;

/// Names that people may write for a server: short or too long, valid or not.
public final class RandomNames {
  private RandomNames() {}

  public static String next(RandomGenerator random) {
    int[] choices = "ab_-. ö🔧".codePoints().toArray();
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(8) == 0 ? 28 + random.nextInt(14) : random.nextInt(5);
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(choices[random.nextInt(choices.length)]);
    }
    return text.toString();
  }
}
