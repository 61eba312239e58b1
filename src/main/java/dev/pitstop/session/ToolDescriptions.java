package dev.pitstop.session;

import dev.pitstop.backend.Backend;

/// The descriptions of Pitstop's own tools, in one or two sentences: each agent pays for them in
/// its context.
final class ToolDescriptions {
  static final String ADD_SERVER =
      "Adds a server: `command` starts it, `url` names a running one, `cli` a program that describes"
          + " its commands. `save` keeps it in the configuration file.";
  static final String BINARY_INFO =
      "Shows the file the server runs: path, version, size, age, hash; whether the process is older.";
  static final String CALL_TOOL =
      "Calls any current tool, even one that your tool list does not show yet.";
  static final String LIST_SERVERS =
      "Lists all servers: status, tools, pid, uptime, command, and why one is down.";
  static final String RELOAD_SERVER =
      "Rebuilds and restarts a server after a source change, with its configured commands."
          + " Returns compiler errors or what changed.";
  static final String REMOVE_SERVER =
      "Stops a server and removes its tools. `save` also removes it from the configuration file.";
  static final String SEARCH_TOOLS = "Lists the current tools, best matches first, with schemas.";
  static final String SERVER_STATUS =
      "Shows state, pid, uptime, restarts, last exit, last change, open calls, memory and CPU.";

  /// With many servers.
  static final String SERVERS_STATUS =
      "Shows a server's state, restarts, last exit, last change, open calls, memory; without"
          + " `server`, one line each.";

  static final String SERVER_STDERR =
      "Shows the server's last stderr lines, kept across restarts; `since_spawn`: this run only.";
  static final String STOP_SERVER =
      "Stops the server and all processes of its executable, so that it can be overwritten. The"
          + " next call starts it.";

  private ToolDescriptions() {}

  /// @param builds whether there is a build command
  static String recompile(Backend backend, boolean builds) {
    return switch (backend.kind()) {
          case PROCESS ->
              (builds ? "Rebuilds and restarts" : "Restarts")
                  + " this MCP server after a source change.";
          case SESSION -> // without a command only its developer can restart it
              backend.restarts()
                  ? (builds ? "Rebuilds and restarts" : "Restarts")
                      + " this MCP server after a source change."
                  : builds
                      ? "Rebuilds this MCP server after a source change and opens a new session;"
                          + " does not restart it."
                      : "Opens a new session with this MCP server after its restart.";
          case SCHEMA ->
              (builds ? "Rebuilds this program and reads its" : "Reads the")
                  + " tools again after a source change.";
        }
        + (builds ? " Returns compiler errors or what changed." : " Returns what changed.");
  }
}
