package dev.pitstop.install;

import dev.pitstop.textedit.Format;
import java.util.List;
import java.util.stream.Stream;

/// The clients' own settings that help a server behind Pitstop. docs/install.md says in which
/// version each was measured. Their values are fixed, so that `uninstall` recognises what Pitstop
/// wrote.
public record ClientSettings(List<Setting.OfServer> ofServers, List<Setting.OfClient> ofClient) {
  public static final ClientSettings NONE = new ClientSettings(List.of(), List.of());

  /// Longer than a build may take (`--build-timeout`, 10 min) and a start after it.
  private static final int LONGEST_CALL_SECONDS = 900;

  private static final ClientSettings CODEX =
      new ClientSettings(
          List.of(
              new Setting.OfServer(
                  "required",
                  "true",
                  false,
                  "Codex waits 1 s for a server, then sends its first request without the tools;"
                      + " for a required server it waits longer, and Pitstop always answers"),
              new Setting.OfServer(
                  "tool_timeout_sec",
                  String.valueOf(LONGEST_CALL_SECONDS),
                  true,
                  "Codex ends a call after 300 s, even with progress; a build may take longer")),
          List.of(
              new Setting.OfClient(
                  "features",
                  "mcp_tool_list_changed",
                  "true",
                  "for all servers of Codex: without it, a new tool appears only in the next"
                      + " session. Codex calls it \"under development\" and warns at each"
                      + " start")));

  private static final ClientSettings OPENCODE =
      new ClientSettings(
          List.of(
              new Setting.OfServer(
                  "timeout",
                  String.valueOf(LONGEST_CALL_SECONDS * 1_000),
                  true,
                  "OpenCode ends a call after 60 s without progress; a build may take longer")),
          List.of());

  private static final ClientSettings CLINE =
      new ClientSettings(
          List.of(
              new Setting.OfServer(
                  "timeout",
                  String.valueOf(LONGEST_CALL_SECONDS),
                  true,
                  "Cline ends a call after 60 s; a build may take longer")),
          List.of());

  public ClientSettings {
    ofServers = List.copyOf(ofServers);
    ofClient = List.copyOf(ofClient);
  }

  public static ClientSettings of(Client client) {
    return switch (client) {
      case CODEX -> CODEX;
      case OPENCODE -> OPENCODE;
      case CLINE -> CLINE;
      // Their calls may take long enough, or no such setting is known.
      case CLAUDE_CODE, CLAUDE_DESKTOP, CURSOR, VSCODE, GEMINI, ZED -> NONE;
    };
  }

  /// All settings that Pitstop may have written into a file of an unknown client.
  public static ClientSettings of(Format format) {
    List<ClientSettings> all =
        Stream.of(Client.values())
            .filter(client -> client.format() == format)
            .map(ClientSettings::of)
            .toList();
    return new ClientSettings(
        all.stream().flatMap(s -> s.ofServers().stream()).toList(),
        all.stream().flatMap(s -> s.ofClient().stream()).toList());
  }
}
