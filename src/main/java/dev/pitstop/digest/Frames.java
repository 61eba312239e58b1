package dev.pitstop.digest;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Recognises single frames by their form, and tells who wrote their code.
///
/// @param owners tell by the path, class or function that a frame names
record Frames(FrameOwners owners) {
  /// A form of frames; the group of its pattern is what tells the owner.
  record Form(BiFunction<FrameOwners, String, FrameOwner> owner, Pattern pattern) {
    Form(BiFunction<FrameOwners, String, FrameOwner> owner, String regex) {
      this(owner, Pattern.compile(regex));
    }
  }

  /// What can follow a frame: ` {`, `,`, ` ~[weather.jar:1.0]`.
  private static final String END = "(?:(?<=\\))[^)\\[]*\\[[^\\[]*\\])?(?: \\{|,)?";

  private static final String PLACE = "(?::\\d+){0,2}";

  /// Frames that begin with `at`: of .NET, of the JVM, and of Node, Deno and Bun, with a function
  /// or without; at last of .NET without a file.
  static final List<Form> AT =
      List.of(
          // at App.Main() in /app/Program.cs:line 3
          new Form(FrameOwners::ofPath, "at (?>.* in )(.*):line .*"),
          // at weather.Server.main(Server.java:3)
          new Form(
              FrameOwners::ofClass,
              "at (.*)\\((?:(?:[^/(]*\\.)?(?:java|kt|scala|groovy|clj)|Native Method|Unknown Source"
                  + "|SourceFile|<generated>)(?::[^:(]*)?\\)"
                  + END),
          // at f (file:///app/x.js:3:5)
          new Form(FrameOwners::ofPath, "at .* \\(([^(]*?)" + PLACE + "\\)" + END),
          new Form(FrameOwners::ofPath, "at .*\\(([^(]+?):\\d+:\\d+\\)" + END),
          // at async file:///app/x.js:3:5
          new Form(FrameOwners::ofPath, "at (?:async )?([^ ]+?):\\d+:\\d+" + END),
          new Form(FrameOwners::ofPath, "at (?:async )?(<[^ ()]*?)" + PLACE + END),
          // at App.Main()
          new Form(FrameOwners::ofMethod, "at ([^.]+\\..*)\\([^(]*\\)" + END));

  /// `File "/app/x.py", line 3, in f`.
  static final List<Form> PYTHON =
      List.of(new Form(FrameOwners::ofPath, "File \"(.*?)\", line .*"));

  /// `from /app/x.rb:3:in 'f'`.
  static final List<Form> RUBY = List.of(new Form(FrameOwners::ofPath, "from (.{2,}?):\\d.*"));

  /// `#0 0x55a5 in last /app/server.c:3`, `#1 /app/x.php(7): f()`: a frame of a sanitizer or of
  /// PHP.
  static final List<Form> NUMBERED =
      List.of(
          new Form(FrameOwners::ofPath, "#\\d{1,9}\\s+(?=0x)(?:.* )?\\(?([^ ]*)"),
          new Form(FrameOwners::ofPath, "#\\d{1,9}\\s+(?!0x)([^(]*).*"));

  /// `5: app::main`, `5: 0x55a5 - app::main`: a frame of Rust. The line below may tell more.
  static final List<Form> RUST =
      List.of(new Form(FrameOwners::ofFunction, "\\d{1,9}:\\s+(?:0x.*? - )?(.*)"));

  /// `at ./src/main.rs:3:5` below a frame of Rust.
  static final List<Form> BELOW_RUST = List.of(new Form(FrameOwners::ofPath, "at (.+?)" + PLACE));

  /// `/app/main.go:13 +0x1d` below a function of Go.
  static final List<Form> BELOW_GO = List.of(new Form(FrameOwners::ofPath, "(.*?\\.go):.*"));

  /// The owner of the frame's code; empty if the line has none of these forms.
  ///
  /// @param line without blanks at its ends
  Optional<FrameOwner> of(List<Form> forms, String line) {
    for (Form form : forms) {
      Matcher frame = form.pattern().matcher(line);
      if (frame.matches()) {
        return Optional.of(form.owner().apply(owners, frame.group(1)));
      }
    }
    return Optional.empty();
  }
}
