package dev.pitstop.digest;

import dev.pitstop.digest.Part.Kind;
import dev.pitstop.text.Complaint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Goes through the lines that a program wrote, and says what each one is to a stack trace. It
/// reads every line once, and a bounded number of times more when a stack begins below the line.
/// For one use.
final class Reader {
  /// What the last lines were part of.
  private enum In {
    NOTHING,
    /// A traceback of Python. The next one is the lines below its error.
    PYTHON,
    PYTHON_HEAD,
    /// Frames that begin with `at`. The next one is what Node tells about the error after them.
    AT,
    DETAIL,
    GO_HEAD,
    GO,
    RUST_HEAD,
    RUST,
    /// `Caused by:` alone on its line.
    CAUSES,
    RUBY,
    NUMBERED,
    /// The memory that a sanitizer shows.
    MEMORY,
    /// What V8 tells about its collector before it gives up. The next one is V8's own stack after
    /// that.
    COLLECTOR,
    NATIVE
  }

  /// How a head begins, and what follows it.
  private record Head(In in, Pattern pattern) {
    Head(In in, String regex) {
      this(in, Pattern.compile(regex));
    }
  }

  private static final List<Head> HEADS =
      List.of(
          new Head(In.NATIVE, "\\s*(?:FATAL ERROR: |# Fatal error in )"),
          new Head(
              In.AT,
              "\\s*(?:Caused by: |Suppressed: |---> |\\[cause\\]: |Exception in thread \""
                  + "|Unhandled exception\\. )"),
          new Head(In.GO_HEAD, "\\s*panic: |fatal error: "),
          new Head(
              In.NUMBERED,
              "\\s*PHP Fatal error: |.*(?:ERROR: (?:Address|Leak)Sanitizer"
                  + "|WARNING: ThreadSanitizer)"),
          new Head(In.MEMORY, "\\s*SUMMARY: "),
          new Head(In.RUST_HEAD, "thread '.*['\\)] panicked at "),
          // /app/x.rb:3:in 'f': no such station (KeyError)
          new Head(In.RUBY, "(?=.{2,}?:\\d)[^ ]+?:in [`'].*': "));

  /// How many lines of a message are searched above its first frame, or taken below its head.
  private static final int MESSAGE = Above.LINES;

  /// What is written beside a program's own lines: that they came on stdout, and the rule that
  /// Python draws beside the members of a group.
  private static final Pattern BESIDE =
      Pattern.compile("^(?:\\[stdout\\] )?(?:[ \t]+\\|.?|[ \t]*\\+ (?=Exception Group))?");

  /// Marks below a line of the source, such as `^^^` and `~~^~~`.
  private static final Pattern CARET = Pattern.compile("[ \t]*[~^][ \t~^]*");

  /// A function of Go, above the line with its place.
  private static final Pattern FUNCTION = Pattern.compile("created by .*|[^ (]*\\(.*\\)");

  /// A line that is the same wherever it stands, or wherever it stands below such lines.
  ///
  /// @param after empty for everywhere
  /// @param next empty if nothing changes
  private record Fixed(Set<In> after, Pattern pattern, Kind kind, Optional<In> next) {
    static Fixed begins(In next, Kind kind, String regex) {
      return new Fixed(Set.of(), Pattern.compile(regex), kind, Optional.of(next));
    }

    static Fixed noise(Set<In> after, String regex) {
      return new Fixed(after, Pattern.compile(regex), Kind.NOISE, Optional.empty());
    }
  }

  private static final List<Fixed> FIXED =
      List.of(
          // between two errors of Python
          Fixed.begins(
              In.NOTHING,
              Kind.MARK,
              "\\s*(?:The above exception was the direct cause|During handling of the above exception"
                  + "|\\+-.*-----)"),
          Fixed.begins(In.RUST, Kind.MARK, "[sS]tack backtrace:$"),
          Fixed.begins(In.NOTHING, Kind.DETAIL, "\\s*note: run with `RUST_BACKTRACE="),
          Fixed.begins(In.COLLECTOR, Kind.NOISE, "\\s*<--- .* --->\\s*$"),
          // how much of a stack is not shown, or where it ends
          Fixed.noise(Set.of(), "\\s*(?:\\.\\.\\. \\d|--- End of )"),
          Fixed.noise(Set.of(In.GO), "\\s*\\.\\.\\.additional frames elided"),
          Fixed.noise(Set.of(In.AT, In.DETAIL), "\\s*[}\\]],?\\s*$"),
          Fixed.noise(Set.of(In.MEMORY), "Shadow |  |=>|=="),
          Fixed.noise(Set.of(In.COLLECTOR), ""),
          Fixed.noise(Set.of(In.NATIVE), "\\s*(?:----- |#\\s*$)"),
          // what runners and languages add because the program failed
          Fixed.noise(
              Set.of(),
              "\\s*(?:Node\\.js v|Bun v|npm (?:ERR!|error|notice)|ELIFECYCLE |exit status "
                  + "|error Command failed with exit code |info Visit https://yarnpkg\\.com/"
                  + "|note: Some details are omitted, run with `RUST_BACKTRACE=)"));

  private final Frames frames;
  private final List<Part> parts = new ArrayList<>();
  private In in = In.NOTHING;

  // The present line.
  private Part part = Part.text("");
  private String bare = ""; // the line as its program wrote it
  private String text = ""; // the line without blanks at its ends

  private int stack;
  private int frameIndent;
  private int below; // how many lines of a message there were so far
  private boolean aside;
  private boolean goroutines; // the panic's goroutine has been read

  private Reader(Frames frames) {
    this.frames = frames;
  }

  static List<Part> read(List<String> lines, FrameOwners origins) {
    Reader reader = new Reader(new Frames(origins));
    lines.forEach(reader::take);
    return reader.parts;
  }

  private void take(String line) {
    part = Part.text(line);
    bare = BESIDE.matcher(line).replaceFirst("");
    text = bare.strip();
    boolean known =
        text.isEmpty()
            ? blank()
            : python() || head() || fixed() || go() || rust() || frame() || further();
    if (!known) {
      in = In.NOTHING;
      aside = false;
      add(part);
    }
  }

  private boolean blank() {
    if (in == In.PYTHON_HEAD || in == In.RUST_HEAD) {
      in = In.NOTHING;
    }
    return is(Kind.BLANK);
  }

  private boolean is(Kind kind) {
    boolean alone = kind == Kind.BLANK || kind == Kind.NOISE;
    return add(part.as(kind, alone ? 0 : stack));
  }

  private boolean isFrame(FrameOwner owner) {
    return add(part.frame(owner, stack));
  }

  private boolean add(Part seen) {
    return parts.add(aside && !seen.is(Kind.TEXT) ? seen.besides() : seen);
  }

  private boolean newHead(In now) {
    in = now;
    below = 0;
    goroutines = false;
    newStack();
    return is(Kind.HEAD);
  }

  private void newStack() {
    stack++;
    aside = false;
  }

  private boolean python() {
    if (text.endsWith("Traceback (most recent call last):")) {
      in = In.PYTHON;
      newStack();
      frameIndent = Part.indent(bare) + 2;
      return is(Kind.MARK);
    }
    Optional<FrameOwner> frame = frames.of(Frames.PYTHON, text);
    if (frame.isPresent()) {
      stack += in == In.PYTHON ? 0 : 1; // a syntax error has no line before it
      in = In.PYTHON;
      frameIndent = Part.indent(bare);
      return isFrame(frame.get());
    }
    if (in != In.PYTHON) {
      return false;
    }
    if (Part.indent(bare) >= frameIndent) {
      return is(CARET.matcher(text).matches() ? Kind.CARET : Kind.OF_FRAME);
    }
    in = In.PYTHON_HEAD;
    below = 0;
    return is(Kind.HEAD);
  }

  private boolean head() {
    for (Head head : HEADS) {
      if (head.pattern().matcher(bare).lookingAt()) {
        return newHead(head.in());
      }
    }
    if (text.equals("Caused by:")) {
      int error = Above.head(parts);
      if (error >= 0) {
        Above.claim(parts, error, stack + 1);
      }
      return newHead(In.CAUSES);
    }
    if (text.startsWith("[") && text.endsWith("] {") && Complaint.namesAnError(text)) {
      Above.claimSource(parts, parts.size(), stack + 1);
      return newHead(In.DETAIL);
    }
    return false;
  }

  private boolean fixed() {
    Optional<Fixed> fixed =
        FIXED.stream()
            .filter(one -> one.after().isEmpty() || one.after().contains(in))
            .filter(one -> one.pattern().matcher(bare).lookingAt())
            .findFirst();
    in = fixed.flatMap(Fixed::next).orElse(in);
    return fixed.isPresent() && is(fixed.get().kind());
  }

  private boolean go() {
    if (text.startsWith("goroutine ") && text.endsWith("]:")) {
      aside = in == In.GO || goroutines; // only the first stack belongs to the panic
      goroutines = true;
      in = In.GO;
      return is(Kind.MARK);
    }
    if (in != In.GO) {
      return false;
    }
    Optional<FrameOwner> place = indented() ? frames.of(Frames.BELOW_GO, text) : Optional.empty();
    boolean function = !indented() && FUNCTION.matcher(text).matches();
    return below(place) || (function && isFrame(FrameOwner.ELSEWHERE)); // the next line tells
  }

  private boolean rust() {
    if (in != In.RUST) {
      return false;
    }
    Optional<FrameOwner> frame = frames.of(Frames.RUST, text);
    return frame.isPresent() ? isFrame(frame.get()) : below(frames.of(Frames.BELOW_RUST, text));
  }

  /// Reads the line below a frame, which tells better who wrote the frame's code.
  private boolean below(Optional<FrameOwner> place) {
    if (place.isEmpty() || !last().is(Kind.FRAME)) {
      return false;
    }
    Part frame = parts.removeLast();
    parts.add(frame.frame(place.get(), frame.stack()));
    return is(Kind.OF_FRAME);
  }

  private boolean frame() {
    boolean php = bare.startsWith("#") && bare.indexOf('(') > 0;
    if (indented() && frameIn(In.AT, Frames.AT)) {
      in = text.endsWith(" {") ? In.DETAIL : In.AT;
      return true;
    }
    return ((indented() || php) && frameIn(In.NUMBERED, Frames.NUMBERED))
        || (indented() && frameIn(In.RUBY, Frames.RUBY));
  }

  private boolean frameIn(In now, List<Frames.Form> forms) {
    Optional<FrameOwner> owner = frames.of(forms, text);
    if (owner.isEmpty()) {
      return false;
    }
    if (in != now || last().is(Kind.TEXT)) {
      begin();
    }
    in = now;
    below = now == In.NUMBERED ? 0 : below;
    return isFrame(owner.get());
  }

  /// A stack begins with this line. The lines above it say what happened.
  private void begin() {
    int head = Above.head(parts);
    if (head < 0) {
      newStack();
      if (last().is(Kind.TEXT)) {
        aside = last().text().startsWith("Emitted 'error' event");
        parts.add(parts.removeLast().as(aside ? Kind.MARK : Kind.HEAD, stack));
      }
    } else if (parts.get(head).is(Kind.HEAD)) {
      stack = parts.get(head).stack();
      Above.setTexts(parts, head + 1, parts.size(), Kind.MORE, stack);
    } else {
      newStack();
      Above.claim(parts, head, stack);
    }
  }

  /// Reads a line that continues something from above.
  private boolean further() {
    return switch (in) {
      case PYTHON_HEAD, GO_HEAD, RUST_HEAD, NUMBERED -> more();
      case CAUSES -> indented() && more();
      case DETAIL -> indented() && is(Kind.DETAIL);
      case AT -> waits();
      case NATIVE -> text.startsWith("# ") ? more() : ofTheRuntime();
      case NOTHING, PYTHON, GO, RUST, RUBY, COLLECTOR, MEMORY -> false;
    };
  }

  /// A frame of V8 itself.
  private boolean ofTheRuntime() {
    return frames.of(Frames.RUST, text).isPresent()
        && add(part.frame(FrameOwners.NATIVE, stack).besides());
  }

  private boolean more() {
    return ++below <= MESSAGE && is(Kind.MORE);
  }

  /// A line between frames may belong to a message that continues. It stays what it is until the
  /// next frame decides.
  private boolean waits() {
    boolean few = below++ < MESSAGE;
    boolean ofMessage = last().is(Kind.HEAD) || (last().is(Kind.TEXT) && indented());
    return few && ofMessage && add(part);
  }

  private boolean indented() {
    return Part.indent(bare) > 0;
  }

  private Part last() {
    return parts.isEmpty() ? Part.text("") : parts.getLast();
  }
}
