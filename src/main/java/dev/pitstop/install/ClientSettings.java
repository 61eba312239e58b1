package dev.pitstop.install;

import java.util.List;

/// The clients' own settings that help a server behind Pitstop. docs/install.md says in which
/// version each was measured. They are shown; the user writes them.
public final class ClientSettings {
  /// Longer than a build may take (`--set buildTimeout`, 10 min) and a start after it.
  private static final int LONGEST_CALL_SECONDS = 900;

  private static final String LIMIT = "; a build may take longer";

  /// A setting.
  ///
  /// @param key in the entry of a server, or in the file
  /// @param line as it is written
  /// @param why what the client does without it, and how it helps; a clause without a full stop
  public record Setting(String key, String line, String why) {}

  private ClientSettings() {}

  public static List<Setting> of(Client client) {
    return switch (client) {
      case CODEX ->
          List.of(
              new Setting(
                  "required",
                  "required = true",
                  "Codex waits 1 s for a server, then sends its first request without the tools;"
                      + " for a required server it waits longer, and Pitstop always answers"),
              new Setting(
                  "tool_timeout_sec",
                  "tool_timeout_sec = " + LONGEST_CALL_SECONDS,
                  "Codex ends a call after 300 s, even with progress" + LIMIT),
              new Setting(
                  "mcp_tool_list_changed",
                  "[features] mcp_tool_list_changed = true",
                  "for all servers of Codex: without it, a new tool appears only in the next"
                      + " session. Codex calls it \"under development\" and warns at each start"));
      case OPENCODE ->
          List.of(
              new Setting(
                  "timeout",
                  "\"timeout\": " + LONGEST_CALL_SECONDS * 1_000,
                  "OpenCode ends a call after 60 s without progress" + LIMIT));
      case CLINE ->
          List.of(
              new Setting(
                  "timeout",
                  "\"timeout\": " + LONGEST_CALL_SECONDS,
                  "Cline ends a call after 60 s" + LIMIT));
      // Their calls may take long enough, or no such setting is known.
      case CLAUDE_CODE, CLAUDE_DESKTOP, CURSOR, VSCODE, GEMINI, ZED -> List.of();
    };
  }
}
