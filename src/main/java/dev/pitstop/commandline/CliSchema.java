package dev.pitstop.commandline;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.JsonSchema;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.catalog.Listing;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The tools that a program describes.
///
/// @param tools the tools that Pitstop serves, in the program's order
/// @param problems in the program's order, with tools that are left out and with tools that are
///   served
public record CliSchema(List<CliTool> tools, List<Problem> problems) {
  private static final int EXCERPT = 200;

  /// One problem of the description.
  ///
  /// @param tool the tool's name, or `#2` for the second tool if it has none; "" for the whole
  ///   schema
  /// @param key the key of the tool or schema; "" if the problem is not about one key
  /// @param reason a clause without a subject: the subject is the key, or the tool if `key` is "".
  ///   If it starts with a backtick, it is a clause about a part of the key's value
  /// @param served whether the tool is served in spite of the problem
  public record Problem(String tool, String key, String reason, boolean served) {
    /// The problem in one line.
    public String text() {
      String which = tool.startsWith("#") ? "tool " + tool : "tool `" + tool + "`";
      if (key.isEmpty()) {
        return which + " " + reason;
      }
      String where = reason.startsWith("`") ? "`" + key + "`: " : "`" + key + "` ";
      return (tool.isEmpty() ? "" : which + ": ") + where + reason;
    }
  }

  /// There is no schema that can be used. The message is a clause; from [#read], one whose subject
  /// is the program's output: `is not JSON: …`.
  public static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    public Unreadable(String message) {
      super(message);
    }
  }

  /// Reads the output of the schema command. Ignores whitespace around it and a byte order mark
  /// before it. Of several members with the same name, the last one counts.
  public static CliSchema read(byte[] stdout) throws Unreadable {
    byte[] b = Values.withoutMark(stdout);
    Optional<Span> valid = Json.validate(b);
    if (valid.isEmpty()) {
      throw new Unreadable(noJson(b));
    }
    boolean whole = Values.utf8(b, valid.get()).isPresent();
    JsonElement root = Listing.tree(valid.get().text(b));
    JsonElement list = root instanceof JsonObject object ? object.get("tools") : root;
    if (!(list instanceof JsonArray entries)) {
      throw new Unreadable("has no array `tools`: " + Values.shown(root.toString(), 100));
    }
    JsonSchema format = JsonSchema.of("cli-schema");
    List<CliTool> tools = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    Optional<List<String>> callArgs =
        root instanceof JsonObject object
            ? JsonTree.member(object, "call_args").flatMap(args -> callArgs(format, args, problems))
            : Optional.empty();
    Map<String, String> owners = new HashMap<>(); // the numbers of entries, as `#1`, by name
    for (int i = 0; i < entries.size(); i++) {
      ToolReader reader = new ToolReader(format, entries.get(i), "#" + (i + 1), owners);
      reader.read(callArgs, whole).ifPresent(tools::add);
      problems.addAll(reader.problems());
    }
    return new CliSchema(tools, problems);
  }

  private static Optional<List<String>> callArgs(
      JsonSchema format, JsonElement array, List<Problem> problems) {
    List<String> wrong = new ArrayList<>();
    for (JsonSchema.Fault fault : format.faults("words", array)) {
      String at = fault.path().isEmpty() ? "" : "`" + fault.where() + "` ";
      wrong.add(at + fault.what());
    }
    List<String> words =
        wrong.isEmpty() ? ToolReader.words(array.getAsJsonArray(), wrong::add) : List.of();
    if (wrong.isEmpty()) {
      return Optional.of(words);
    }
    problems.add(new Problem("", "call_args", wrong.getFirst() + "; it is ignored", true));
    return Optional.empty();
  }

  private static String noJson(byte[] b) {
    int length = Math.min(b.length, 4 * EXCERPT);
    String begins = Values.shown(new String(b, 0, length, StandardCharsets.UTF_8).strip(), EXCERPT);
    return begins.isEmpty() ? "is not JSON: it is empty" : "is not JSON: " + begins;
  }

  /// The array of tools for `tools/list`: one line of JSON.
  public String listed() {
    return tools.stream().map(CliTool::listed).collect(Collectors.joining(",", "[", "]"));
  }
}
