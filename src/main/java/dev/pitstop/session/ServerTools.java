package dev.pitstop.session;

import dev.pitstop.channel.RunKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Pitstop's own tools in a session with many servers (A4, M1): the one place that names them all,
/// in the order in which they are listed.
public final class ServerTools {
  /// Their names.
  public static final List<String> NAMES =
      List.of(
          "add_server",
          "remove_server",
          "reload_server",
          "list_servers",
          "server_status",
          "stop_server",
          "binary_info",
          "server_stderr",
          "call_tool",
          "search_tools");

  private ServerTools() {}

  /// Makes the tools that are offered.
  static List<Management.Tool> make(Many many, Predicate<String> offered) {
    List<Management.Tool> tools = new ArrayList<>();
    for (String name : NAMES) {
      if (offered.test(name)) {
        tools.add(make(name, many));
      }
    }
    return tools;
  }

  private static Management.Tool make(String name, Many many) {
    return switch (name) {
      case "add_server" -> new AddServerTool(many);
      case "remove_server" -> new RemoveServerTool(many);
      case "reload_server" -> new ReloadServerTool(many);
      case "list_servers" -> new ListServersTool(many);
      case "server_status" -> new ServersStatusTool(many);
      case "stop_server" ->
          new PerServerTool(
              many,
              StopTool.described(),
              "server",
              m -> {
                if (m.backend().kind() != RunKind.PROCESS) {
                  return new NotOfItsKind(StopTool.described(), m.backend());
                }
                many.unwant(m);
                return new StopTool(m.server(), m.spec().command(), many::processes);
              });
      case "binary_info" ->
          new PerServerTool(
              many,
              BinaryTool.described(),
              "server",
              m ->
                  m.backend().kind() == RunKind.SESSION
                      ? new NotOfItsKind(BinaryTool.described(), m.backend())
                      : new BinaryTool(m.server(), m.spec().command()));
      case "server_stderr" ->
          new PerServerTool(
              many, StderrTool.described(), "server", m -> new StderrTool(m.backend()));
      case "call_tool" -> new CallToolTool();
      case "search_tools" -> new SearchServersTool(many);
      default -> throw new IllegalArgumentException(name); // a name without a tool
    };
  }
}
