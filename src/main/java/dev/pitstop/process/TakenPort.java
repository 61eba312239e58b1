package dev.pitstop.process;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Finds the port that a program failed to open, in the program's output. Knows the words of many
/// languages and libraries. Stateless.
final class TakenPort {
  /// In lower case, like all text that is matched here.
  private static final Pattern SIGN =
      Pattern.compile(
          "addrinuse|address in use|already in use|port is already|in use\\?|bindexception"
              + "|only one usage of each socket address|errno (?:98|48)\\]|winerror 10048");

  /// The digits of a port. No letter follows, and they are not part of an IP address.
  private static final String NUMBER = "(\\d{1,5})(?![\\da-z]|\\.\\d)";

  /// `port: 3000`, `port 4567`, `"port"=80`; not `transport`.
  private static final Pattern NAMED = Pattern.compile("(?<![a-z])port[ :=#\"']{1,4}" + NUMBER);

  /// The name of a host, not of a file: `localhost`, `127.0.0.1`, `my.host.local`.
  private static final String HOST =
      "[a-z_-][\\w-]*+|(?:[\\w-]++\\.)*?(?:\\w[\\w-]*+\\.)(?:\\d[\\w-]*+|local|internal)";

  /// `:::3000`, `127.0.0.1:8080`, `[::1]:80`; not a line of a file or a time: `server.js:12:5`,
  /// `node:net:1817`.
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?:(?<![\\w.:-])(?:" + HOST + ")?|(?<=::)[\\w.-]*+|(?<=\\])):" + NUMBER + "(?!:\\d)");

  /// `('127.0.0.1', 8000)`.
  private static final Pattern TUPLE = Pattern.compile("', " + NUMBER);

  private static final Pattern WHOLE = Pattern.compile("([1-9]\\d{0,4})");

  /// How many lines below a complaint may name the port: Node lists it among other properties.
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
      boolean sign = SIGN.matcher(lower).find();
      complains |= sign;
      left = sign ? BELOW + 1 : left - 1;
      OptionalInt port = left > 0 ? of(lower, sign) : OptionalInt.empty();
      if (port.isPresent()) {
        return port;
      }
    }
    return complains ? ofCommand(command.argv()) : OptionalInt.empty();
  }

  private static OptionalInt of(String line, boolean complains) {
    int port = first(NAMED.matcher(line));
    if (port == 0 && complains) {
      port = last(ADDRESS.matcher(line));
      port = port == 0 ? first(TUPLE.matcher(line)) : port;
    }
    return port == 0 ? OptionalInt.empty() : OptionalInt.of(port);
  }

  /// The first match that is a port; 0 if there is none.
  private static int first(Matcher matches) {
    return ports(matches).findFirst().orElse(0);
  }

  private static int last(Matcher matches) {
    return ports(matches).reduce(0, (a, b) -> b);
  }

  private static IntStream ports(Matcher matches) {
    return matches.results().mapToInt(m -> port(m.group(1))).filter(p -> p > 0);
  }

  private static int port(String digits) {
    int port = Integer.parseInt(digits);
    return port < 65_536 ? port : 0;
  }

  /// `--port 3000`, `--port=3000`, `-p 3000`.
  private static OptionalInt ofCommand(List<String> argv) {
    for (int i = 1; i < argv.size(); i++) {
      String word = argv.get(i).toLowerCase(Locale.ROOT);
      boolean option = word.startsWith("-") && (word.endsWith("-port") || word.equals("-p"));
      Matcher next = WHOLE.matcher(option && i + 1 < argv.size() ? argv.get(i + 1) : "");
      int port = next.matches() ? port(next.group(1)) : 0;
      if (port == 0 && word.startsWith("-")) {
        port = first(NAMED.matcher(word));
      }
      if (port > 0) {
        return OptionalInt.of(port);
      }
    }
    return OptionalInt.empty();
  }
}
