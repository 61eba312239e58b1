package dev.pitstop.digest;

import dev.pitstop.text.Words;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Recognises single frames by their form, and tells who wrote their code. Stateless.
final class Frames {
  /// A path, and the line and the column after it.
  private static final Pattern PLACED = Pattern.compile("(.+?)(:\\d+)?(:\\d+)?");

  private static final Set<String> JVM_FILES = Set.of("java", "kt", "scala", "groovy", "clj");

  /// What a frame of the JVM says if it does not know its file.
  private static final Set<String> INSTEAD_OF_FILES =
      Set.of("Native Method", "Unknown Source", "SourceFile", "<generated>");

  private static final int MOST_DIGITS = 9;

  private final FrameOwners origins;

  Frames(FrameOwners origins) {
    this.origins = origins;
  }

  /// `at f (file:///app/x.js:3:5)`, `at weather.Server.main(Server.java:3)`, `at App.Main() in
  /// /app/Program.cs:line 3`: a frame of Node, Deno, Bun, the JVM or .NET.
  ///
  /// @param line without blanks at its ends
  Optional<FrameOwner> at(String line) {
    if (!line.startsWith("at ")) {
      return Optional.empty();
    }
    String what = withoutEnd(line.substring(3));
    int ofDotnet = what.lastIndexOf(":line ");
    if (ofDotnet > 0) {
      int in = what.lastIndexOf(" in ", ofDotnet);
      return in < 0
          ? Optional.empty()
          : Optional.of(origins.ofPath(what.substring(in + 4, ofDotnet)));
    }
    int open = what.lastIndexOf('(');
    if (!what.endsWith(")") || open < 0) {
      String path = what.startsWith("async ") ? what.substring(6) : what;
      boolean place = path.indexOf(' ') < 0 && (hasPlace(path) || path.startsWith("<"));
      return place ? Optional.of(origins.ofPath(withoutPlace(path))) : Optional.empty();
    }
    String inside = what.substring(open + 1, what.length() - 1);
    String before = what.substring(0, open);
    if (isOfTheJvm(inside)) {
      return Optional.of(origins.ofClass(before));
    }
    if (before.endsWith(" ") || hasPlace(inside)) {
      return Optional.of(origins.ofPath(withoutPlace(inside)));
    }
    return before.indexOf('.') > 0 ? Optional.of(origins.ofMethod(before)) : Optional.empty();
  }

  /// The frame without what follows it: ` {`, `,`, ` ~[weather.jar:1.0]`.
  private static String withoutEnd(String frame) {
    String cut = frame;
    if (cut.endsWith(" {")) {
      cut = cut.substring(0, cut.length() - 2);
    } else if (cut.endsWith(",")) {
      cut = cut.substring(0, cut.length() - 1);
    }
    int jar = cut.endsWith("]") ? cut.lastIndexOf('[') : -1;
    return jar > 1 && cut.lastIndexOf(')', jar) > 0
        ? cut.substring(0, cut.lastIndexOf(')', jar) + 1)
        : cut;
  }

  private static boolean isOfTheJvm(String inside) {
    int colon = inside.lastIndexOf(':');
    String file = colon < 0 ? inside : inside.substring(0, colon);
    return INSTEAD_OF_FILES.contains(file)
        || (file.indexOf('/') < 0
            && JVM_FILES.contains(file.substring(file.lastIndexOf('.') + 1)));
  }

  /// Whether a line and a column follow a path: `x.js:3:5`.
  private static boolean hasPlace(String path) {
    Matcher placed = PLACED.matcher(path);
    return placed.matches() && placed.end(3) >= 0;
  }

  private static String withoutPlace(String path) {
    Matcher placed = PLACED.matcher(path);
    return placed.matches() ? path.substring(0, placed.end(1)) : path;
  }

  /// `File "/app/x.py", line 3, in f`.
  Optional<FrameOwner> python(String line) {
    int end = line.startsWith("File \"") ? line.indexOf("\", line ") : -1;
    return end < 0 ? Optional.empty() : Optional.of(origins.ofPath(line.substring(6, end)));
  }

  /// `from /app/x.rb:3:in 'f'`.
  Optional<FrameOwner> ruby(String line) {
    int end = line.startsWith("from ") ? Texts.numberBehindColon(line.substring(5)) : -1;
    return end < 0 ? Optional.empty() : Optional.of(origins.ofPath(line.substring(5, 5 + end)));
  }

  /// `/app/x.rb:3:in 'f': no such station (KeyError)`: this says what happened and where.
  static boolean isRubyHead(String line) {
    int in = Math.max(line.indexOf(":in `"), line.indexOf(":in '"));
    return in > 0
        && line.indexOf("': ", in) > 0
        && line.indexOf(' ') > in
        && Texts.numberBehindColon(line) >= 0;
  }

  /// `#0 0x55a5 in last /app/server.c:3`, `#1 /app/x.php(7): f()`: a frame of a sanitizer or of
  /// PHP.
  Optional<FrameOwner> numbered(String line) {
    int space = line.indexOf(' ');
    if (space < 2 || line.charAt(0) != '#' || !Words.isNumber(line.substring(1, space), MOST_DIGITS)) {
      return Optional.empty();
    }
    String what = line.substring(space + 1).strip();
    if (!what.startsWith("0x")) {
      int open = what.indexOf('(');
      return Optional.of(origins.ofPath(open < 0 ? what : what.substring(0, open)));
    }
    String path = what.substring(what.lastIndexOf(' ') + 1);
    return Optional.of(origins.ofPath(path.startsWith("(") ? path.substring(1) : path));
  }

  /// `5: app::main`, `5: 0x55a5 - app::main`: a frame of Rust. The line below may tell more.
  Optional<FrameOwner> rust(String line) {
    int colon = line.indexOf(": ");
    if (colon < 1 || !Words.isNumber(line.substring(0, colon), MOST_DIGITS)) {
      return Optional.empty();
    }
    String what = line.substring(colon + 2).strip();
    int dash = what.startsWith("0x") ? what.indexOf(" - ") : -1;
    return Optional.of(origins.ofFunction(dash < 0 ? what : what.substring(dash + 3)));
  }

  /// `at ./src/main.rs:3:5` below a frame of Rust.
  Optional<FrameOwner> belowRust(String line) {
    return line.startsWith("at ")
        ? Optional.of(origins.ofPath(withoutPlace(line.substring(3))))
        : Optional.empty();
  }

  /// `/app/main.go:13 +0x1d` below a function of Go.
  Optional<FrameOwner> belowGo(String line) {
    int at = line.indexOf(".go:");
    return at < 0 ? Optional.empty() : Optional.of(origins.ofPath(line.substring(0, at + 3)));
  }
}
