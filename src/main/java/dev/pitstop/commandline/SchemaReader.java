package dev.pitstop.commandline;

import dev.pitstop.commandline.CliSchema.Problem;
import dev.pitstop.commandline.CliSchema.Unreadable;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.LineSplitter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the output of a schema command, tool by tool. Stateless.
final class SchemaReader {
  /// Deeper JSON is not read at all.
  private static final int MAX_DEPTH = 1_000;

  private static final int EXCERPT = 200;

  private SchemaReader() {}

  static CliSchema read(byte[] stdout) throws Unreadable {
    byte[] b = withoutMark(stdout);
    Optional<Span> valid = Json.validate(b);
    if (valid.isEmpty()) {
      throw new Unreadable(noJson(b));
    }
    Span root = valid.get();
    Span array = Json.isArray(b, root) ? root : Json.member(b, root, "tools");
    if (!Json.isArray(b, array)) {
      throw new Unreadable(noTools(b, root, array));
    }
    List<CliTool> tools = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    Optional<List<String>> callArgs = callArgs(b, Json.member(b, root, "call_args"), problems);
    Map<String, String> owners = new HashMap<>(); // the numbers of entries, as `#1`, by name
    List<Span> entries = Json.elements(b, array);
    for (int i = 0; i < entries.size(); i++) {
      ToolReader reader = new ToolReader(b, entries.get(i), "#" + (i + 1), owners);
      reader.read(callArgs).ifPresent(tools::add);
      problems.addAll(reader.problems());
    }
    return new CliSchema(tools, problems);
  }

  private static Optional<List<String>> callArgs(byte[] b, Span value, List<Problem> problems) {
    if (!value.present() || Raw.isNull(b, value)) {
      return Optional.empty();
    }
    try {
      return Optional.of(CallKeys.words(b, value));
    } catch (Fault e) {
      problems.add(new Problem("", "call_args", e.reason() + "; it is ignored", true));
      return Optional.empty();
    }
  }

  /// Some programs begin with a byte order mark.
  static byte[] withoutMark(byte[] b) {
    boolean mark =
        b.length >= 3 && (b[0] & 0xff) == 0xef && (b[1] & 0xff) == 0xbb && (b[2] & 0xff) == 0xbf;
    return mark ? Arrays.copyOfRange(b, 3, b.length) : b;
  }

  private static String noJson(byte[] b) {
    if (Raw.depth(b, 0, b.length) > MAX_DEPTH) {
      return "is nested deeper than " + MAX_DEPTH + " levels";
    }
    List<String> lines = new ArrayList<>();
    LineSplitter splitter = new LineSplitter(4 * EXCERPT, lines::add);
    splitter.add(b, 0, Math.min(b.length, 4 * EXCERPT));
    splitter.end();
    String begins = Raw.shown(String.join(" ", lines).strip(), EXCERPT);
    return begins.isEmpty() ? "is not JSON: it is empty" : "is not JSON: " + begins;
  }

  private static String noTools(byte[] b, Span root, Span array) {
    if (!Json.isObject(b, root)) {
      return "must be an object with an array `tools`, but is " + Raw.kind(b, root);
    }
    return array.present()
        ? "must have an array `tools`, but `tools` is " + Raw.kind(b, array)
        : "has no array `tools`: " + Raw.shown(b, root);
  }
}
