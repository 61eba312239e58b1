package dev.pitstop.digest;

import dev.pitstop.digest.Part.Kind;
import dev.pitstop.text.Complaint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    AT(
        "Caused by: ",
        "Suppressed: ",
        "---> ",
        "[cause]: ",
        "Exception in thread \"",
        "Unhandled exception. "),
    DETAIL,
    GO_HEAD("panic: "),
    GO,
    RUST_HEAD,
    RUST,
    /// `Caused by:` alone on its line.
    CAUSES,
    RUBY,
    NUMBERED("PHP Fatal error: "),
    /// The memory that a sanitizer shows.
    MEMORY("SUMMARY: "),
    /// What V8 tells about its collector before it gives up. The next one is V8's own stack after
    /// that.
    COLLECTOR,
    NATIVE("FATAL ERROR: ", "# Fatal error in ");

    /// How heads begin that this may follow.
    private final List<String> heads;

    In(String... heads) {
      this.heads = List.of(heads);
    }
  }

  /// How many lines of a message are searched above its first frame, or taken below its head.
  private static final int MESSAGE = Above.LINES;

  /// Marks below a line of the source, such as `^^^` and `~~^~~`.
  private static final Pattern CARET = Pattern.compile("[ \t]*[~^][ \t~^]*");

  private static final List<String> CLOSES = List.of("}", "},", "]", "],");
  private static final List<String> MEMORY = List.of("Shadow ", "  ", "=>", "==");

  /// What runners and languages add because the program failed.
  private static final List<String> NOISE =
      List.of(
          "Node.js v",
          "Bun v",
          "npm ERR!",
          "npm error",
          "npm notice",
          "ELIFECYCLE ",
          "error Command failed with exit code ",
          "info Visit https://yarnpkg.com/",
          "exit status ",
          "note: Some details are omitted, run with `RUST_BACKTRACE=");

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
    bare = unboxed(line.startsWith("[stdout] ") ? line.substring(9) : line);
    text = bare.strip();
    boolean known =
        text.isEmpty()
            ? blank()
            : v8() || python() || head() || go() || rust() || frame() || further() || noise();
    if (!known) {
      in = In.NOTHING;
      aside = false;
      add(part);
    }
  }

  /// The line without the rule that Python draws beside the members of a group.
  private static String unboxed(String line) {
    int at = Texts.indent(line);
    boolean rule = at > 0 && at < line.length() && line.charAt(at) == '|';
    boolean first = line.startsWith("+ Exception Group", at);
    return rule || first ? line.substring(Math.min(line.length(), at + 2)) : line;
  }

  private boolean blank() {
    if (in == In.PYTHON_HEAD || in == In.RUST_HEAD) {
      in = In.NOTHING;
    }
    return isAlone(Kind.BLANK);
  }

  private boolean is(Kind kind) {
    return add(part.as(kind, stack));
  }

  private boolean isAlone(Kind kind) {
    return add(part.as(kind, 0));
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

  /// Reads the output of a Node that ran out of memory: numbers of its collector, the error, its
  /// own frames.
  private boolean v8() {
    if (Texts.begins(text, In.NATIVE.heads)) {
      return newHead(In.NATIVE);
    }
    if (text.startsWith("<--- ") && text.endsWith(" --->")) {
      in = In.COLLECTOR;
    }
    if (in == In.COLLECTOR) {
      return isAlone(Kind.NOISE);
    }
    if (in != In.NATIVE) {
      return false;
    }
    if (text.startsWith("----- ") || text.equals("#")) {
      return isAlone(Kind.NOISE);
    }
    return text.startsWith("# ")
        ? more()
        : frames.rust(text).isPresent() && add(part.frame(FrameOwners.NATIVE, stack).besides());
  }

  private boolean python() {
    if (text.endsWith("Traceback (most recent call last):")) {
      in = In.PYTHON;
      newStack();
      frameIndent = Texts.indent(bare) + 2;
      return is(Kind.MARK);
    }
    if (text.startsWith("The above exception was the direct cause")
        || text.startsWith("During handling of the above exception")
        || (text.startsWith("+-") && text.contains("-----"))) {
      in = In.NOTHING;
      return is(Kind.MARK);
    }
    Optional<FrameOwner> frame = frames.python(text);
    if (frame.isPresent()) {
      stack += in == In.PYTHON ? 0 : 1; // a syntax error has no line before it
      in = In.PYTHON;
      frameIndent = Texts.indent(bare);
      return isFrame(frame.get());
    }
    if (in != In.PYTHON) {
      return false;
    }
    if (Texts.indent(bare) >= frameIndent) {
      return is(CARET.matcher(text).matches() ? Kind.CARET : Kind.OF_FRAME);
    }
    in = In.PYTHON_HEAD;
    below = 0;
    return is(Kind.HEAD);
  }

  private boolean head() {
    for (In one : In.values()) {
      if (Texts.begins(text, one.heads)) {
        return newHead(one);
      }
    }
    if (text.equals("Caused by:")) {
      int error = Above.head(parts, parts.size());
      if (error >= 0) {
        Above.claim(parts, error, parts.size(), stack + 1);
      }
      return newHead(In.CAUSES);
    }
    if (text.startsWith("[") && text.endsWith("] {") && Complaint.namesAnError(text)) {
      newStack();
      Above.claimSource(parts, parts.size(), stack);
      in = In.DETAIL;
      below = 0;
      return is(Kind.HEAD);
    }
    if (bare.startsWith("fatal error: ")) {
      return newHead(In.GO_HEAD);
    }
    boolean panicked = text.contains("' panicked at ") || text.contains(") panicked at ");
    if (panicked && bare.startsWith("thread '")) {
      return newHead(In.RUST_HEAD);
    }
    if (text.contains("ERROR: AddressSanitizer")
        || text.contains("ERROR: LeakSanitizer")
        || text.contains("WARNING: ThreadSanitizer")) {
      return newHead(In.NUMBERED);
    }
    return Frames.isRubyHead(bare) && newHead(In.RUBY);
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
    Optional<FrameOwner> place = indented() ? frames.belowGo(text) : Optional.empty();
    if (below(place)) {
      return true;
    }
    boolean function = text.endsWith(")") && text.lastIndexOf(' ', text.indexOf('(')) < 0;
    if (!indented() && (function || text.startsWith("created by "))) {
      return isFrame(FrameOwner.ELSEWHERE); // the next line tells
    }
    return text.startsWith("...additional frames elided") && is(Kind.NOISE);
  }

  private boolean rust() {
    if (bare.equals("stack backtrace:") || bare.equals("Stack backtrace:")) {
      in = In.RUST;
      return is(Kind.MARK);
    }
    if (text.startsWith("note: run with `RUST_BACKTRACE=")) {
      in = In.NOTHING;
      return is(Kind.DETAIL);
    }
    if (in != In.RUST) {
      return false;
    }
    Optional<FrameOwner> frame = frames.rust(text);
    return frame.isPresent() ? isFrame(frame.get()) : below(frames.belowRust(text));
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
    Optional<FrameOwner> at = indented() ? frames.at(text) : Optional.empty();
    if (at.isPresent()) {
      frameIn(In.AT, at.get());
      in = text.endsWith(" {") ? In.DETAIL : In.AT;
      return true;
    }
    boolean php = bare.startsWith("#") && bare.indexOf('(') > 0;
    Optional<FrameOwner> numbered = indented() || php ? frames.numbered(text) : Optional.empty();
    if (numbered.isPresent()) {
      below = 0;
      return frameIn(In.NUMBERED, numbered.get());
    }
    Optional<FrameOwner> ruby = indented() ? frames.ruby(text) : Optional.empty();
    return ruby.isPresent() && frameIn(In.RUBY, ruby.get());
  }

  private boolean frameIn(In now, FrameOwner owner) {
    if (in != now || last().is(Kind.TEXT)) {
      begin();
    }
    in = now;
    return isFrame(owner);
  }

  /// A stack begins with this line. The lines above it say what happened.
  private void begin() {
    int end = parts.size();
    int head = Above.head(parts, end);
    if (head < 0) {
      newStack();
      if (last().is(Kind.TEXT)) {
        aside = last().text().startsWith("Emitted 'error' event");
        parts.add(parts.removeLast().as(aside ? Kind.MARK : Kind.HEAD, stack));
      }
    } else if (parts.get(head).is(Kind.HEAD)) {
      stack = parts.get(head).stack();
      Above.setTexts(parts, head + 1, end, Kind.MORE, stack);
    } else {
      newStack();
      Above.claim(parts, head, end, stack);
    }
  }

  /// Reads a line that continues something from above.
  private boolean further() {
    boolean more = text.startsWith("... ") && text.length() > 4 && Texts.isDigit(text.charAt(4));
    if (more || text.startsWith("--- End of ")) {
      return is(Kind.NOISE);
    }
    return switch (in) {
      case PYTHON_HEAD, GO_HEAD, RUST_HEAD, NUMBERED -> more();
      case CAUSES -> indented() && more();
      case DETAIL -> closes() || (indented() && is(Kind.DETAIL));
      case AT -> closes() || waits();
      case MEMORY -> Texts.begins(bare, MEMORY) && is(Kind.NOISE);
      case NOTHING, PYTHON, GO, RUST, RUBY, COLLECTOR, NATIVE -> false;
    };
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

  private boolean closes() {
    return CLOSES.contains(text) && is(Kind.NOISE);
  }

  private boolean indented() {
    return Texts.indent(bare) > 0;
  }

  private boolean noise() {
    return Texts.begins(text, NOISE) && isAlone(Kind.NOISE);
  }

  private Part last() {
    return parts.isEmpty() ? Part.text("") : parts.getLast();
  }
}
