package dev.pitstop.commandline;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;

/// What a program says of its tools (T1).
///
/// @param tools those that are served, in the program's order
/// @param problems what is wrong, in the program's order; of tools that are left out, and of some
///   that are served all the same
public record CliSchema(List<CliTool> tools, List<Problem> problems) {
  public CliSchema {
    tools = List.copyOf(tools);
    problems = List.copyOf(problems);
  }

  /// One thing that is wrong.
  ///
  /// @param tool the tool's name, or `#2` for the second one if it has none; "" for what concerns
  ///   all
  /// @param key which of its keys, or "" where none is meant
  /// @param reason a clause whose subject is the key, or the tool
  /// @param served whether the tool is served all the same
  public record Problem(String tool, String key, String reason, boolean served) {
    /// All of it in one line.
    public String text() {
      String which = tool.startsWith("#") ? "tool " + tool : "tool `" + tool + "`";
      if (key.isEmpty()) {
        return which + " " + reason;
      }
      String where = reason.startsWith("`") ? "`" + key + "`: " : "`" + key + "` ";
      return (tool.isEmpty() ? "" : which + ": ") + where + reason;
    }
  }

  /// It cannot be read at all. The message is a clause whose subject is the schema: `is no JSON:
  /// …`.
  public static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    Unreadable(String message) {
      super(message);
    }
  }

  /// Reads what the schema command has printed. White space around it and a byte order mark in
  /// front of it mean nothing; of several members with the same name the last counts.
  public static CliSchema read(byte[] stdout) throws Unreadable {
    return SchemaReader.read(stdout);
  }

  /// The tool of this name, if it is served.
  public Optional<CliTool> tool(String name) {
    return tools.stream().filter(t -> t.name().equals(name)).findFirst();
  }

  /// The array of tools as `tools/list` has it, one line of JSON; values as the program wrote them.
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
