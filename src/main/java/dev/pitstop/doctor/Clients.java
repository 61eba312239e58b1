package dev.pitstop.doctor;

import dev.pitstop.doctor.Client.Call;
import dev.pitstop.doctor.Client.Instructions;
import dev.pitstop.doctor.Client.Start;
import dev.pitstop.doctor.Client.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/// The known clients, as of November 2026. docs/doctor.md has the same table for people;
/// docs/clients.md says which values were measured, and in which version.
public final class Clients {
  private static final OptionalInt NO_LIMIT = OptionalInt.empty();

  private static final Client CLAUDE_CODE =
      new Client(
          "claude-code",
          "Claude Code",
          Surroundings.SHELL,
          new Start(
              OptionalLong.empty(),
              OptionalLong.of(30_000),
              Optional.of("the environment variable `MCP_TIMEOUT` (in ms)")),
          Call.UNKNOWN,
          Optional.of("mcp__%__"),
          OptionalInt.of(64),
          NO_LIMIT,
          OptionalInt.of(16_384),
          new Instructions(OptionalInt.of(4_096), false),
          false,
          false);

  private static final Client CLAUDE_DESKTOP =
      new Client(
          "claude-desktop",
          "Claude Desktop",
          Surroundings.DESKTOP_CLEARED,
          Start.of(60_000),
          Call.of(60_000),
          Optional.empty(),
          OptionalInt.of(64),
          NO_LIMIT,
          NO_LIMIT,
          Instructions.WHOLE,
          false,
          false);

  private static final Client CURSOR =
      new Client(
          "cursor",
          "Cursor",
          Surroundings.DESKTOP,
          Start.UNKNOWN,
          Call.of(60_000),
          Optional.of("%"),
          OptionalInt.of(60),
          OptionalInt.of(40),
          NO_LIMIT,
          Instructions.WHOLE,
          true,
          false);

  private static final Client VS_CODE =
      new Client(
          "vscode",
          "VS Code",
          Surroundings.SHELL,
          Start.UNKNOWN,
          Call.UNKNOWN,
          Optional.empty(),
          OptionalInt.of(64),
          OptionalInt.of(128),
          NO_LIMIT,
          Instructions.WHOLE,
          false,
          false);

  private static final Client CODEX =
      new Client(
          "codex",
          "Codex",
          Surroundings.CLEARED,
          new Start(
              OptionalLong.of(1_000),
              OptionalLong.of(30_000),
              Optional.of(
                  "`required = true` in [mcp_servers.NAME] (Codex then waits for the server), and"
                      + " `startup_timeout_sec` for more than 30 s")),
          new Call(
              OptionalLong.of(300_000),
              false,
              Optional.of("`tool_timeout_sec` in [mcp_servers.NAME]")),
          Optional.of("mcp__%__"),
          OptionalInt.of(64),
          NO_LIMIT,
          NO_LIMIT,
          new Instructions(OptionalInt.of(250), true),
          false,
          true);

  private static final Client GEMINI =
      new Client(
          "gemini",
          "Gemini CLI",
          Surroundings.SHELL,
          new Start(
              OptionalLong.empty(),
              OptionalLong.of(600_000),
              Optional.of("`timeout` (in ms) in the server's entry")),
          new Call(
              OptionalLong.of(600_000),
              false,
              Optional.of("`timeout` (in ms) in the server's entry")),
          Optional.of("mcp_%_"),
          OptionalInt.of(63),
          NO_LIMIT,
          NO_LIMIT,
          Instructions.WHOLE,
          true,
          true);

  private static final Client OPENCODE =
      new Client(
          "opencode",
          "OpenCode",
          Surroundings.SHELL,
          new Start(
              OptionalLong.empty(),
              OptionalLong.of(30_000),
              Optional.of("`timeout` (in ms) in the server's entry")),
          new Call(
              OptionalLong.of(60_000),
              true,
              Optional.of("`timeout` (in ms) in the server's entry")),
          Optional.of("%_"),
          NO_LIMIT,
          NO_LIMIT,
          NO_LIMIT,
          Instructions.WHOLE,
          false,
          true);

  private static final Client ZED =
      new Client(
          "zed",
          "Zed",
          Surroundings.SHELL,
          Start.of(60_000),
          Call.of(60_000),
          Optional.empty(),
          NO_LIMIT,
          NO_LIMIT,
          NO_LIMIT,
          Instructions.WHOLE,
          false,
          false);

  private static final Client CLINE =
      new Client(
          "cline",
          "Cline",
          Surroundings.CLEARED,
          Start.of(3_000),
          new Call(
              OptionalLong.of(60_000),
              false,
              Optional.of("`timeout` (in seconds) in the server's entry")),
          Optional.empty(),
          OptionalInt.of(64),
          NO_LIMIT,
          NO_LIMIT,
          Instructions.WHOLE,
          false,
          false);

  /// All known clients.
  public static final List<Client> ALL =
      List.of(CLAUDE_CODE, CLAUDE_DESKTOP, CURSOR, VS_CODE, CODEX, GEMINI, OPENCODE, ZED, CLINE);

  /// The variables that Codex passes on (POSIX).
  private static final List<String> OF_CODEX =
      List.of(
          "HOME",
          "LOGNAME",
          "PATH",
          "SHELL",
          "USER",
          "__CF_USER_TEXT_ENCODING",
          "LANG",
          "LC_ALL",
          "TERM",
          "TMPDIR",
          "TZ");

  /// The variables that the TypeScript SDK passes on by default (POSIX).
  private static final List<String> OF_THE_SDK =
      List.of("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER");

  private static final List<String> WINDOWS =
      List.of(
          "APPDATA",
          "HOMEDRIVE",
          "HOMEPATH",
          "LOCALAPPDATA",
          "PATH",
          "PATHEXT",
          "PROCESSOR_ARCHITECTURE",
          "SYSTEMDRIVE",
          "SYSTEMROOT",
          "TEMP",
          "TMP",
          "USERNAME",
          "USERPROFILE",
          "PROGRAMFILES");

  private static final String DOCK_PATH_MAC =
      "/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin:/usr/sbin:/sbin";
  private static final String DOCK_PATH =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  private Clients() {}

  /// The client that `--as` names.
  public static Optional<Client> of(String id) {
    return ALL.stream().filter(c -> c.id().equals(id)).findFirst();
  }

  /// The valid values of `--as`.
  public static List<String> ids() {
    return ALL.stream().map(Client::id).toList();
  }

  /// The `PATH` of a program that is started from the dock or the desktop's menu.
  public static String dockPath(boolean mac) {
    return mac ? DOCK_PATH_MAC : DOCK_PATH;
  }

  /// The environment that a server inherits from this client.
  ///
  /// @param ours the environment of the shell
  /// @param os the value of `os.name`
  public static Map<String, String> environment(
      Client client, Map<String, String> ours, String os) {
    boolean windows = os.startsWith("Windows");
    Map<String, String> given = new TreeMap<>(ours);
    boolean desktop =
        switch (client.surroundings()) {
          case DESKTOP, DESKTOP_CLEARED -> true;
          case SHELL, CLEARED -> false;
        };
    if (desktop && !windows) {
      given.put("PATH", dockPath(os.startsWith("Mac")));
    }
    boolean all =
        switch (client.surroundings()) {
          case SHELL, DESKTOP -> true;
          case CLEARED, DESKTOP_CLEARED -> false;
        };
    if (!all) {
      List<String> left = new ArrayList<>(windows ? WINDOWS : OF_THE_SDK);
      if (!windows && client.equals(CODEX)) {
        left = new ArrayList<>(OF_CODEX);
      }
      List<String> kept = List.copyOf(left);
      given.keySet().removeIf(name -> !kept.contains(windows ? upper(name) : name));
    }
    return given;
  }

  private static String upper(String name) {
    return name.toUpperCase(java.util.Locale.ROOT);
  }
}
