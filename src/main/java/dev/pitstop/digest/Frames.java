package dev.pitstop.digest;

import java.util.Optional;

/// Recognises single frames by their form, and tells who wrote their code. Stateless.
final class Frames {
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
      boolean place = path.indexOf(' ') < 0 && (places(path) == 2 || path.startsWith("<"));
      return place ? Optional.of(origins.ofPath(withoutPlace(path))) : Optional.empty();
    }
    String inside = what.substring(open + 1, what.length() - 1);
    String before = what.substring(0, open);
    if (isOfTheJvm(inside)) {
      return Optional.of(origins.ofClass(before));
    }
    if (before.endsWith(" ") || places(inside) == 2) {
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
    if (inside.equals("Native Method") || inside.equals("Unknown Source")) {
      return true;
    }
    int colon = inside.lastIndexOf(':');
    String file = colon < 0 ? inside : inside.substring(0, colon);
    return file.indexOf('/') < 0
        && (file.endsWith(".java")
            || file.endsWith(".kt")
            || file.endsWith(".scala")
            || file.endsWith(".groovy")
            || file.endsWith(".clj")
            || file.equals("SourceFile")
            || file.equals("<generated>"));
  }

  /// How many numbers follow a path: 2 for `x.js:3:5`, and never more than 2.
  private static int places(String path) {
    int end = withoutNumber(path, path.length());
    return end == path.length() ? 0 : withoutNumber(path, end) == end ? 1 : 2;
  }

  private static String withoutPlace(String path) {
    return path.substring(0, withoutNumber(path, withoutNumber(path, path.length())));
  }

  /// The index at which `:123` before `end` begins; `end` if there is none.
  private static int withoutNumber(String path, int end) {
    int i = end;
    while (i > 0 && Texts.isDigit(path.charAt(i - 1))) {
      i--;
    }
    return i < end && i > 1 && path.charAt(i - 1) == ':' ? i - 1 : end;
  }

  /// `File "/app/x.py", line 3, in f`.
  Optional<FrameOwner> python(String line) {
    int end = line.startsWith("File \"") ? line.indexOf("\", line ") : -1;
    return end < 0 ? Optional.empty() : Optional.of(origins.ofPath(line.substring(6, end)));
  }

  /// `from /app/x.rb:3:in 'f'`.
  Optional<FrameOwner> ruby(String line) {
    return line.startsWith("from ") ? ofRuby(line.substring(5)) : Optional.empty();
  }

  /// `/app/x.rb:3:in 'f': no such station (KeyError)`: this says what happened and where.
  Optional<FrameOwner> rubyHead(String line) {
    int in = Math.max(line.indexOf(":in `"), line.indexOf(":in '"));
    boolean head = in > 0 && line.indexOf("': ", in) > 0 && line.indexOf(' ') > in;
    return head ? ofRuby(line) : Optional.empty();
  }

  private Optional<FrameOwner> ofRuby(String place) {
    int end = Texts.numberBehindColon(place);
    return end < 0 ? Optional.empty() : Optional.of(origins.ofPath(place.substring(0, end)));
  }

  /// `#0 0x55a5 in last /app/server.c:3`, `#1 /app/x.php(7): f()`: a frame of a sanitizer or of
  /// PHP.
  Optional<FrameOwner> numbered(String line) {
    int space = line.indexOf(' ');
    if (space < 2 || line.charAt(0) != '#' || !Texts.isNumber(line.substring(1, space))) {
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
    if (colon < 1 || !Texts.isNumber(line.substring(0, colon))) {
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
