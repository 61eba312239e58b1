package dev.pitstop.install;

import java.util.ArrayList;
import java.util.List;

/// The settings of clients' own that help (docs/clients.md says in which version each was
/// measured). Their values are fixed: so is told later what was written by us.
public record Settings(List<Setting.OfServer> ofServers, List<Setting.OfClient> ofClient) {
  public static final Settings NONE = new Settings(List.of(), List.of());

  /// Longer than a build may take (`--build-timeout`, 10 min) and a start after it.
  private static final int LONGEST_CALL_SECONDS = 900;

  private static final Settings CODEX =
      new Settings(
          List.of(
              new Setting.OfServer(
                  "required",
                  "true",
                  false,
                  "Codex waits 1 s for a server, then its first request goes out without its tools;"
                      + " a required one it waits for, and Pitstop always answers"),
              new Setting.OfServer(
                  "tool_timeout_sec",
                  String.valueOf(LONGEST_CALL_SECONDS),
                  true,
                  "Codex ends a call after 300 s, progress or not; a build may take longer")),
          List.of(
              new Setting.OfClient(
                  "features",
                  "mcp_tool_list_changed",
                  "true",
                  "for all servers of Codex: without it a new tool is not in its list until the"
                      + " next session. Codex calls it under development, and says so at each"
                      + " start")));

  private static final Settings OPENCODE =
      new Settings(
          List.of(
              new Setting.OfServer(
                  "timeout",
                  String.valueOf(LONGEST_CALL_SECONDS * 1_000),
                  true,
                  "OpenCode ends a call after 60 s without progress; a build may be silent for"
                      + " longer")),
          List.of());

  private static final Settings CLINE =
      new Settings(
          List.of(
              new Setting.OfServer(
                  "timeout",
                  String.valueOf(LONGEST_CALL_SECONDS),
                  true,
                  "Cline ends a call after 60 s; a build may take longer")),
          List.of());

  public Settings {
    ofServers = List.copyOf(ofServers);
    ofClient = List.copyOf(ofClient);
  }

  public static Settings of(Client client) {
    return switch (client) {
      case CODEX -> CODEX;
      case OPENCODE -> OPENCODE;
      case CLINE -> CLINE;
      // Their calls may take long enough, or no setting of theirs is known.
      case CLAUDE_CODE, CLAUDE_DESKTOP, CURSOR, VSCODE, GEMINI, ZED -> NONE;
    };
  }

  /// All that may have been written into a file of which the client is not known.
  public static Settings of(Format format) {
    List<Setting.OfServer> ofServers = new ArrayList<>();
    List<Setting.OfClient> ofClient = new ArrayList<>();
    for (Client client : Client.values()) {
      if (client.format() == format) {
        ofServers.addAll(of(client).ofServers());
        ofClient.addAll(of(client).ofClient());
      }
    }
    return new Settings(ofServers, ofClient);
  }
}
