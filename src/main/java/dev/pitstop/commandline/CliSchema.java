package dev.pitstop.commandline;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;

/// The tools that a program describes (T1).
///
/// @param tools the tools that Pitstop serves, in the program's order
/// @param problems in the program's order, with tools that are left out and with tools that are
///   served
public record CliSchema(List<CliTool> tools, List<Problem> problems) {
  public CliSchema {
    tools = List.copyOf(tools);
    problems = List.copyOf(problems);
  }

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

  /// The schema cannot be read at all. The message is a clause whose subject is the program's
  /// output: `is not JSON: …`.
  public static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    Unreadable(String message) {
      super(message);
    }
  }

  /// Reads the output of the schema command. Ignores whitespace around it and a byte order mark
  /// before it. Of several members with the same name, the last one counts.
  public static CliSchema read(byte[] stdout) throws Unreadable {
    return SchemaReader.read(stdout);
  }

  /// The tool of this name, if it is served.
  public Optional<CliTool> tool(String name) {
    return tools.stream().filter(t -> t.name().equals(name)).findFirst();
  }

  /// The array of tools for `tools/list`: one line of JSON, with the values as the program wrote
  /// them.
  public byte[] listed() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write('[');
    for (CliTool tool : tools) {
      if (all.size() > 1) {
        all.write(',');
      }
      all.writeBytes(tool.listed());
    }
    all.write(']');
    return all.toByteArray();
  }
}
