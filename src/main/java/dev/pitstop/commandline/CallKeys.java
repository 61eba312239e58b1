package dev.pitstop.commandline;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Words;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/// Values of keys that say how a tool is called. Stateless.
final class CallKeys {
  private static final BigDecimal LEAST = new BigDecimal("0.001");
  private static final BigDecimal MOST = new BigDecimal("999999999");

  private CallKeys() {}

  /// An array of words of a command line.
  static List<String> words(byte[] b, Span array) throws Fault {
    if (!Json.isArray(b, array)) {
      throw new Fault("must be an array of strings, but is " + Values.kind(b, array));
    }
    List<String> words = new ArrayList<>();
    for (Span element : Json.elements(b, array)) {
      if (!Json.isString(b, element)) {
        throw new Fault("must be an array of strings, but contains " + Values.kind(b, element));
      }
      String word = Json.string(b, element);
      Optional<String> unfit = Values.unfit(word);
      if (unfit.isPresent()) {
        throw new Fault("has an element that " + unfit.get() + ": " + Values.shown(b, element));
      }
      words.add(word);
    }
    return words;
  }

  /// A time in milliseconds, at least one.
  static long timeout(byte[] b, Span value) throws Fault {
    OptionalLong millis =
        Json.isString(b, value)
            ? Words.millis(Json.string(b, value))
            : Values.number(b, value).map(CallKeys::ofSeconds).orElse(OptionalLong.empty());
    if (millis.isEmpty() || millis.getAsLong() == 0) {
      throw new Fault(
          "must be a positive number of seconds, or a duration such as \"500ms\", \"30s\" or"
              + " \"2min\", but is "
              + Values.kind(b, value));
    }
    return millis.getAsLong();
  }

  private static OptionalLong ofSeconds(BigDecimal seconds) {
    if (seconds.signum() <= 0 || seconds.compareTo(MOST) > 0) {
      return OptionalLong.empty();
    }
    // Compared first: a tiny number would have a million places.
    return OptionalLong.of(
        seconds.compareTo(LEAST) <= 0
            ? 1
            : seconds.movePointRight(3).setScale(0, RoundingMode.CEILING).longValueExact());
  }

  static Set<Integer> okExitCodes(byte[] b, Span array) throws Fault {
    String must = "must be an array of whole numbers from 0 to 255, but ";
    if (!Json.isArray(b, array)) {
      throw new Fault(must + "is " + Values.kind(b, array));
    }
    Set<Integer> codes = new TreeSet<>();
    for (Span element : Json.elements(b, array)) {
      Optional<BigDecimal> code = Values.number(b, element).filter(CallKeys::isExitCode);
      if (code.isEmpty()) {
        throw new Fault(must + "contains " + Values.kind(b, element));
      }
      codes.add(code.get().intValue());
    }
    return codes;
  }

  private static boolean isExitCode(BigDecimal n) {
    return n.scale() <= 0 && n.signum() >= 0 && n.compareTo(BigDecimal.valueOf(255)) <= 0;
  }
}
