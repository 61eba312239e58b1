package dev.pitstop.digest;

import dev.pitstop.digest.Part.Kind;
import dev.pitstop.text.Complaint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Goes through the lines that a program wrote and says of each what it is to a stack trace. Every
/// line is looked at once, and a bounded number of times more when a stack begins below it. For one
/// use.
final class Reader {
  /// What the last lines were part of.
  private enum In {
    NOTHING,
    /// A traceback of Python; and the lines below its error.
    PYTHON,
    PYTHON_HEAD,
    /// Frames that begin with `at`; and what Node tells of the error behind them.
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
    /// What V8 tells of its collector before it gives up, and its own stack behind that.
    COLLECTOR,
    NATIVE
  }

  /// Lines of a message that are looked for above its first frame, or taken below its head.
  private static final int MESSAGE = Above.LINES;

  private final Frames frames;
  private final List<Part> parts = new ArrayList<>();
  private In in = In.NOTHING;
  private int stack;
  private int frameIndent;
  private int below; // lines of a message so far
  private boolean aside;

  private Reader(Frames frames) {
    this.frames = frames;
  }

  static List<Part> read(List<String> lines, FrameOwners origins) {
    Reader reader = new Reader(new Frames(origins));
    for (String line : lines) {
      reader.take(line);
    }
    return reader.parts;
  }

  private void take(String line) {
    Part part = Part.text(line);
    String bare = unboxed(line.startsWith("[stdout] ") ? line.substring(9) : line);
    String text = bare.strip();
    Part seen = text.isEmpty() ? blank(part) : of(part, bare, text);
    parts.add(aside && !seen.is(Kind.TEXT) ? seen.besides() : seen);
  }

  /// Without the rule that Python draws beside the members of a group.
  private static String unboxed(String line) {
    int at = Texts.indent(line);
    boolean rule = at > 0 && at < line.length() && line.charAt(at) == '|';
    boolean first = line.startsWith("+ Exception Group", at);
    return rule || first ? line.substring(Math.min(line.length(), at + 2)) : line;
  }

  private Part blank(Part part) {
    if (in == In.PYTHON_HEAD || in == In.RUST_HEAD) {
      in = In.NOTHING;
    }
    return part.as(Kind.BLANK, 0);
  }

  private Part of(Part part, String bare, String text) {
    return gap(part, text)
        .or(() -> v8(part, text))
        .or(() -> python(part, bare, text))
        .or(() -> head(part, bare, text))
        .or(() -> go(part, bare, text))
        .or(() -> rust(part, bare, text))
        .or(() -> frame(part, bare, text))
        .or(() -> further(part, bare, text))
        .or(() -> noise(part, text))
        .orElseGet(() -> {
          in = In.NOTHING;
          aside = false;
          return part;
        });
  }

  private Optional<Part> head(Part part) {
    stack++;
    below = 0;
    aside = false;
    return Optional.of(part.as(Kind.HEAD, stack));
  }

  private static Optional<Part> gap(Part part, String text) {
    return text.startsWith("… ") ? Optional.of(part.as(Kind.GAP, 0)) : Optional.empty();
  }

  /// Node that ran out of memory: numbers of its collector, the error, frames of its own.
  private Optional<Part> v8(Part part, String text) {
    if (text.startsWith("FATAL ERROR: ") || text.startsWith("# Fatal error in ")) {
      in = In.NATIVE;
      return head(part);
    }
    if (text.startsWith("<--- ") && text.endsWith(" --->")) {
      in = In.COLLECTOR;
    }
    if (in == In.COLLECTOR) {
      return Optional.of(part.as(Kind.NOISE, 0));
    }
    if (in != In.NATIVE) {
      return Optional.empty();
    }
    if (text.startsWith("----- ") || text.equals("#")) {
      return Optional.of(part.as(Kind.NOISE, 0));
    }
    if (text.startsWith("# ")) {
      return more(part);
    }
    Optional<FrameOwner> frame = frames.rust(text);
    return frame.isPresent()
        ? Optional.of(part.frame(FrameOwners.NATIVE, stack).besides())
        : Optional.empty();
  }

  private Optional<Part> python(Part part, String bare, String text) {
    if (text.endsWith("Traceback (most recent call last):")) {
      in = In.PYTHON;
      stack++;
      aside = false;
      frameIndent = Texts.indent(bare) + 2;
      return Optional.of(part.as(Kind.MARK, stack));
    }
    if (text.startsWith("The above exception was the direct cause")
        || text.startsWith("During handling of the above exception")
        || (text.startsWith("+-") && text.contains("-----"))) {
      in = In.NOTHING;
      return Optional.of(part.as(Kind.MARK, stack));
    }
    Optional<FrameOwner> frame = frames.python(text);
    if (frame.isPresent()) {
      stack += in == In.PYTHON ? 0 : 1; // a mistake in the syntax has no line in front
      in = In.PYTHON;
      frameIndent = Texts.indent(bare);
      return Optional.of(part.frame(frame.get(), stack));
    }
    if (in == In.PYTHON && Texts.indent(bare) >= frameIndent) {
      return Optional.of(part.as(Texts.isCaret(text) ? Kind.CARET : Kind.OF_FRAME, stack));
    }
    if (in == In.PYTHON) {
      in = In.PYTHON_HEAD;
      below = 0;
      return Optional.of(part.as(Kind.HEAD, stack));
    }
    return Optional.empty();
  }

  private Optional<Part> head(Part part, String bare, String text) {
    if (text.startsWith("Caused by: ")
        || text.startsWith("Suppressed: ")
        || text.startsWith("---> ")
        || text.startsWith("[cause]: ")
        || text.startsWith("Exception in thread \"")
        || text.startsWith("Unhandled exception. ")) {
      in = In.AT;
      return head(part);
    }
    if (text.equals("Caused by:")) {
      int error = Above.head(parts, parts.size());
      if (error >= 0) {
        Above.claim(parts, error, parts.size(), stack + 1);
      }
      in = In.CAUSES;
      return head(part);
    }
    if (text.startsWith("[") && text.endsWith("] {") && Complaint.namesAnError(text)) {
      Optional<Part> head = head(part);
      Above.claimSource(parts, parts.size(), stack);
      in = In.DETAIL;
      return head;
    }
    if (text.startsWith("panic: ") || bare.startsWith("fatal error: ")) {
      in = In.GO_HEAD;
      return head(part);
    }
    boolean panicked = text.contains("' panicked at ") || text.contains(") panicked at ");
    if (panicked && bare.startsWith("thread '")) {
      in = In.RUST_HEAD;
      return head(part);
    }
    if (text.contains("ERROR: AddressSanitizer")
        || text.contains("ERROR: LeakSanitizer")
        || text.contains("WARNING: ThreadSanitizer")
        || text.startsWith("SUMMARY: ")
        || text.startsWith("PHP Fatal error: ")) {
      in = text.startsWith("SUMMARY: ") ? In.MEMORY : In.NUMBERED;
      return head(part);
    }
    Optional<FrameOwner> ruby = frames.rubyHead(bare);
    if (ruby.isPresent()) {
      in = In.RUBY;
      return head(part);
    }
    return Optional.empty();
  }

  private Optional<Part> go(Part part, String bare, String text) {
    if (text.startsWith("goroutine ") && text.endsWith("]:")) {
      aside = in == In.GO; // only the first one is of the panic
      in = In.GO;
      return Optional.of(part.as(Kind.MARK, stack));
    }
    if (in != In.GO) {
      return Optional.empty();
    }
    boolean indented = Texts.indent(bare) > 0;
    Optional<FrameOwner> place = indented ? frames.belowGo(text) : Optional.empty();
    if (place.isPresent() && last().is(Kind.FRAME)) {
      correct(place.get());
      return Optional.of(part.as(Kind.OF_FRAME, stack));
    }
    boolean function = text.endsWith(")") && text.lastIndexOf(' ', text.indexOf('(')) < 0;
    if (!indented && (function || text.startsWith("created by "))) {
      return Optional.of(part.frame(FrameOwner.ELSEWHERE, stack)); // the next line tells
    }
    return text.startsWith("...additional frames elided")
        ? Optional.of(part.as(Kind.NOISE, stack))
        : Optional.empty();
  }

  private Optional<Part> rust(Part part, String bare, String text) {
    if (bare.equals("stack backtrace:") || bare.equals("Stack backtrace:")) {
      in = In.RUST;
      return Optional.of(part.as(Kind.MARK, stack));
    }
    if (text.startsWith("note: run with `RUST_BACKTRACE=")) {
      in = In.NOTHING;
      return Optional.of(part.as(Kind.DETAIL, stack));
    }
    if (in != In.RUST) {
      return Optional.empty();
    }
    Optional<FrameOwner> frame = frames.rust(text);
    if (frame.isPresent()) {
      return Optional.of(part.frame(frame.get(), stack));
    }
    Optional<FrameOwner> place = frames.belowRust(text);
    if (place.isPresent() && last().is(Kind.FRAME)) {
      correct(place.get());
      return Optional.of(part.as(Kind.OF_FRAME, stack));
    }
    return Optional.empty();
  }

  private Optional<Part> frame(Part part, String bare, String text) {
    boolean indented = Texts.indent(bare) > 0;
    Optional<FrameOwner> at = indented ? frames.at(text) : Optional.empty();
    if (at.isPresent()) {
      if (in != In.AT || last().is(Kind.TEXT)) {
        begin();
      }
      in = text.endsWith(" {") ? In.DETAIL : In.AT;
      return Optional.of(part.frame(at.get(), stack));
    }
    Optional<FrameOwner> other = indented ? frames.numbered(text) : Optional.empty();
    Optional<FrameOwner> numbered = other.isPresent() ? other : php(bare);
    if (numbered.isPresent()) {
      if (in != In.NUMBERED) {
        begin();
      }
      in = In.NUMBERED;
      below = 0;
      return Optional.of(part.frame(numbered.get(), stack));
    }
    Optional<FrameOwner> ruby = indented ? frames.ruby(text) : Optional.empty();
    if (ruby.isPresent()) {
      if (in != In.RUBY) {
        begin();
      }
      in = In.RUBY;
      return Optional.of(part.frame(ruby.get(), stack));
    }
    return Optional.empty();
  }

  private Optional<FrameOwner> php(String bare) {
    return bare.startsWith("#") && bare.indexOf('(') > 0 && !bare.startsWith("{main}")
        ? frames.numbered(bare)
        : Optional.empty();
  }

  /// A stack begins with this line. The lines above it say what happened.
  private void begin() {
    int end = parts.size();
    int head = Above.head(parts, end);
    if (head < 0) {
      stack++;
      aside = false;
      if (last().is(Kind.TEXT)) {
        aside = last().text().startsWith("Emitted 'error' event");
        set(end - 1, aside ? Kind.MARK : Kind.HEAD, stack);
      }
    } else if (parts.get(head).is(Kind.HEAD)) {
      stack = parts.get(head).stack();
      Above.setTexts(parts, head + 1, end, Kind.MORE, stack);
    } else {
      stack++;
      aside = false;
      Above.claim(parts, head, end, stack);
    }
  }

  /// What goes on with something that began above.
  private Optional<Part> further(Part part, String bare, String text) {
    if (text.startsWith("... ") && text.length() > 4 && Texts.isDigit(text.charAt(4))) {
      return Optional.of(part.as(Kind.NOISE, stack));
    }
    if (text.startsWith("--- End of ")) {
      return Optional.of(part.as(Kind.NOISE, stack));
    }
    return switch (in) {
      case PYTHON_HEAD, GO_HEAD, RUST_HEAD -> more(part);
      case CAUSES -> Texts.indent(bare) > 0 ? more(part) : Optional.empty();
      case DETAIL -> detail(part, bare, text);
      case AT -> closes(text) ? Optional.of(part.as(Kind.NOISE, stack)) : waits(part, bare);
      case NUMBERED -> more(part);
      case MEMORY -> memory(part, bare);
      case NOTHING, PYTHON, GO, RUST, RUBY, COLLECTOR, NATIVE -> Optional.empty();
    };
  }

  private Optional<Part> more(Part part) {
    below++;
    return below <= MESSAGE ? Optional.of(part.as(Kind.MORE, stack)) : Optional.empty();
  }

  /// A line between frames may belong to a message of which more is to come; it stays what it is
  /// until the next frame tells.
  private Optional<Part> waits(Part part, String bare) {
    boolean ofMessage = last().is(Kind.HEAD) || last().is(Kind.TEXT);
    boolean few = below++ < MESSAGE;
    return ofMessage && few && (last().is(Kind.HEAD) || Texts.indent(bare) > 0)
        ? Optional.of(part)
        : Optional.empty();
  }

  private Optional<Part> detail(Part part, String bare, String text) {
    if (closes(text)) {
      return Optional.of(part.as(Kind.NOISE, stack));
    }
    return Texts.indent(bare) > 0 ? Optional.of(part.as(Kind.DETAIL, stack)) : Optional.empty();
  }

  private static boolean closes(String text) {
    return text.equals("}") || text.equals("},") || text.equals("]") || text.equals("],");
  }

  private Optional<Part> memory(Part part, String bare) {
    boolean shown =
        bare.startsWith("Shadow ")
            || bare.startsWith("  ")
            || bare.startsWith("=>")
            || bare.startsWith("==");
    return shown ? Optional.of(part.as(Kind.NOISE, stack)) : Optional.empty();
  }

  /// What runners and languages add because the program failed.
  private static Optional<Part> noise(Part part, String text) {
    boolean noise =
        text.startsWith("Node.js v")
            || text.startsWith("Bun v")
            || text.startsWith("npm ERR!")
            || text.startsWith("npm error")
            || text.startsWith("npm notice")
            || text.startsWith("ELIFECYCLE ")
            || text.startsWith("error Command failed with exit code ")
            || text.startsWith("info Visit https://yarnpkg.com/")
            || text.startsWith("exit status ")
            || text.startsWith("note: Some details are omitted, run with `RUST_BACKTRACE=");
    return noise ? Optional.of(part.as(Kind.NOISE, 0)) : Optional.empty();
  }

  private Part last() {
    return parts.isEmpty() ? Part.text("") : parts.getLast();
  }

  private void set(int i, Kind kind, int ofStack) {
    parts.set(i, parts.get(i).as(kind, ofStack));
  }

  /// The line below a frame tells better who wrote its code.
  private void correct(FrameOwner origin) {
    Part frame = parts.getLast();
    parts.set(parts.size() - 1, frame.frame(origin, frame.stack()));
  }
}
