package dev.pitstop.cli.help;

import dev.pitstop.session.tools.OwnTools;
import java.util.List;

/// The end of `pitstop help tools`: the tools that Pitstop adds to those of the server.
public final class ToolsPage {
  private static final int LEFT = 13;

  private ToolsPage() {}

  static String text() {
    return """
    Pitstop's own tools
    In a session, Pitstop adds these to the server's. `pitstop --tools LIST` chooses
    among them.

    One server, a URL or a command-line program:
    {one}
    With a URL, there is no `stop_server` and no `binary_info`; with a command-line
    program, no `stop_server`. If the server has a tool of the same name, Pitstop's
    tool is called pitstop_NAME.

    Many servers:
    {many}
    Examples:
      pitstop --tools recompile,server_status -- node server.js
      pitstop --tools none -- node server.js
    """
        .replace("{one}\n", lines(OwnTools.WITH_ONE) + "\n")
        .replace("{many}\n", lines(OwnTools.WITH_MANY) + "\n");
  }

  private static String lines(List<String> tools) {
    StringBuilder out = new StringBuilder();
    for (String tool : tools) {
      HelpText.line(out, tool, LEFT, what(tool));
    }
    return out.toString();
  }

  /// What a tool does, as a phrase; empty for a tool that is not Pitstop's.
  public static String what(String tool) {
    return switch (tool) {
      case "recompile" -> "build, restart, report what changed or the compiler's errors";
      case "add_server" -> "start a server and return its tools";
      case "remove_server" -> "stop a server and remove its tools";
      case "reload_server" -> "build, restart, report what changed or the compiler's errors";
      case "list_servers" -> "every server with its state, tools, pid, uptime and command";
      case "server_status" -> "state, pid, uptime, last exit and build, open calls, memory";
      case "stop_server" -> "stop the server, so that its file can be overwritten";
      case "binary_info" -> "the server's file: version, age, SHA-256, whether it is stale";
      case "server_stderr" -> "the last lines of the server's stderr";
      case "call_tool" -> "call any tool, even one that the client does not list yet";
      case "search_tools" -> "find tools by words in name, title or description";
      default -> "";
    };
  }
}
