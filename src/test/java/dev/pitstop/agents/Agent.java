package dev.pitstop.agents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A coding agent's client that is started without a terminal, for one prompt.
interface Agent {
  /// How a client is started.
  ///
  /// @param environment what it needs besides the path and its folders
  record Command(List<String> argv, Map<String, String> environment) {}

  /// What all of them are told to do. The scripted model does not care.
  String PROMPT = "Play the script.";

  /// The server's name in the client's configuration; `apis.py` knows it, too.
  String SERVER = "s";

  /// For files.
  String name();

  /// Why it cannot be started here, or empty.
  String missing();

  /// Writes its configuration.
  ///
  /// @param home the user's folder, empty so far
  /// @param url where the scripted model listens, without a slash at the end
  /// @param server the command of the one MCP server
  Command configure(Path home, String url, List<String> server) throws IOException;
}
