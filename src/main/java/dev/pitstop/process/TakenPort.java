package dev.pitstop.process;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/// Finds the port that a program failed to open in its output, in the words of many languages and
/// libraries. Stateless.
final class TakenPort {
  /// In lower case.
  private static final String[] SIGNS = {
    "eaddrinuse",
    "addrinuse",
    "address already in use",
    "address in use",
    "already in use",
    "port is already",
    "in use?",
    "only one usage of each socket address",
    "bindexception",
    "errno 98]",
    "errno 48]",
    "winerror 10048"
  };

  /// Lines below such a one that may have the number: Node lists it among others.
  private static final int BELOW = 12;

  private TakenPort() {}

  /// The port; empty if the output has no such error, or if neither the error nor the command has a
  /// number.
  ///
  /// @param lines the program's output
  /// @param command the program's command
  static OptionalInt in(List<String> lines, Command command) {
    boolean complains = false;
    int left = 0;
    for (String line : lines) {
      String lower = line.toLowerCase(Locale.ROOT);
      boolean sign = isSign(lower);
      complains |= sign;
      left = sign ? BELOW + 1 : left;
      if (left > 0) {
        left--;
        OptionalInt port = sign ? first(named(lower), address(lower)) : named(lower);
        if (port.isPresent()) {
          return port;
        }
      }
    }
    return complains ? ofCommand(command.argv()) : OptionalInt.empty();
  }

  private static boolean isSign(String lower) {
    for (String sign : SIGNS) {
      if (lower.contains(sign)) {
        return true;
      }
    }
    return false;
  }

  private static OptionalInt first(OptionalInt one, OptionalInt other) {
    return one.isPresent() ? one : other;
  }

  /// `port: 3000`, `port 4567`, `"port"=80`.
  private static OptionalInt named(String lower) {
    for (int i = lower.indexOf("port"); i >= 0; i = lower.indexOf("port", i + 1)) {
      int at = i + 4;
      int end = Math.min(lower.length(), at + 4);
      while (at < end && " :=#\"'".indexOf(lower.charAt(at)) >= 0) {
        at++;
      }
      boolean word = i == 0 || !isLetter(lower.charAt(i - 1)); // no `transport`
      OptionalInt port = word && at > i + 4 ? number(lower, at) : OptionalInt.empty();
      if (port.isPresent()) {
        return port;
      }
    }
    return OptionalInt.empty();
  }

  /// `:::3000`, `127.0.0.1:8080`, `('127.0.0.1', 8000)`; but no `server.js:12:5`.
  private static OptionalInt address(String lower) {
    for (int i = lower.lastIndexOf(':'); i >= 0; i = lower.lastIndexOf(':', i - 1)) {
      OptionalInt port = number(lower, i + 1);
      if (port.isPresent() && !isPlace(lower, i)) {
        return port;
      }
    }
    int tuple = lower.indexOf("', ");
    return tuple < 0 ? OptionalInt.empty() : number(lower, tuple + 3);
  }

  /// Whether what follows is a line of a file, a column, or part of a time: `x.js:12`, `12:5`,
  /// `node:net:1817`.
  private static boolean isPlace(String lower, int colon) {
    int begin = colon;
    while (begin > 0 && isOfName(lower.charAt(begin - 1))) {
      begin--;
    }
    String before = lower.substring(begin, colon);
    boolean ipv6 = begin > 1 && lower.startsWith("::", begin - 2);
    if (!before.isEmpty()
        && !ipv6
        && (isNumber(before) || (begin > 0 && lower.charAt(begin - 1) == ':'))) {
      return true;
    }
    int dot = before.lastIndexOf('.');
    boolean file = dot > 0 && dot + 1 < before.length() && isLetter(before.charAt(dot + 1));
    int end = colon + 1;
    while (end < lower.length() && isDigit(lower.charAt(end))) {
      end++;
    }
    boolean more =
        end + 1 < lower.length() && lower.charAt(end) == ':' && isDigit(lower.charAt(end + 1));
    return (file && !before.endsWith(".local") && !before.endsWith(".internal")) || more;
  }

  private static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOfName(char c) {
    return isDigit(c) || isLetter(c) || c == '.' || c == '-' || c == '_';
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /// `--port 3000`, `--port=3000`, `-p 3000`, `localhost:3000`.
  private static OptionalInt ofCommand(List<String> argv) {
    for (int i = 1; i < argv.size(); i++) {
      String word = argv.get(i).toLowerCase(Locale.ROOT);
      boolean option = word.startsWith("-") && (word.endsWith("-port") || word.equals("-p"));
      OptionalInt port =
          option && i + 1 < argv.size()
              ? whole(argv.get(i + 1))
              : word.startsWith("-") ? named(word) : OptionalInt.empty();
      if (port.isPresent()) {
        return port;
      }
    }
    return OptionalInt.empty();
  }

  private static OptionalInt whole(String word) {
    OptionalInt port = number(word, 0);
    return port.isPresent() && String.valueOf(port.getAsInt()).equals(word)
        ? port
        : OptionalInt.empty();
  }

  /// The port whose digits begin here.
  private static OptionalInt number(String text, int at) {
    int end = at;
    int port = 0;
    while (end < text.length() && end - at < 6 && isDigit(text.charAt(end))) {
      port = port * 10 + (text.charAt(end) - '0');
      end++;
    }
    boolean ends = end == text.length() || (!isLetter(text.charAt(end)) && !decimal(text, end));
    return end > at && ends && port > 0 && port < 65_536
        ? OptionalInt.of(port)
        : OptionalInt.empty();
  }

  /// Whether the number goes on, as that of an IP address does.
  private static boolean decimal(String text, int end) {
    return isDigit(text.charAt(end))
        || (text.charAt(end) == '.' && end + 1 < text.length() && isDigit(text.charAt(end + 1)));
  }
}
