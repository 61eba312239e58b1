package dev.pitstop.digest;

/// Numbers for people: the same on every machine, whatever its language.
final class Numbers {
  private Numbers() {}

  /// `1234567` → `1,234,567`.
  static String grouped(long number) {
    String digits = Long.toString(number);
    var grouped = new StringBuilder();
    for (int i = 0; i < digits.length(); i++) {
      if (i > 0 && (digits.length() - i) % 3 == 0) {
        grouped.append(',');
      }
      grouped.append(digits.charAt(i));
    }
    return grouped.toString();
  }

  /// `1 error`, `2 errors`.
  static String of(long number, String noun) {
    return grouped(number) + " " + noun + (number == 1 ? "" : "s");
  }
}
