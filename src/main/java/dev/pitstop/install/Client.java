package dev.pitstop.install;

import dev.pitstop.process.Platform;
import dev.pitstop.project.Directories;
import dev.pitstop.textedit.Format;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// The clients whose configuration is known: the path of its file on each system, its format, and
/// the keys that hold the servers. Everything that differs between clients is here.
public enum Client {
  CLAUDE_CODE(
      "Claude Code",
      "mcpServers",
      List.of(".mcp.json"),
      home -> home.place("CLAUDE_CONFIG_DIR", "").resolve(".claude.json")),
  CLAUDE_DESKTOP(
      "Claude Desktop",
      "mcpServers",
      List.of(),
      home -> home.config("Claude").resolve("claude_desktop_config.json")),
  CURSOR(
      "Cursor",
      "mcpServers",
      List.of(".cursor/mcp.json"),
      home -> home.directory().resolve(".cursor/mcp.json")),
  VSCODE(
      "VS Code",
      "servers",
      List.of(".vscode/mcp.json"),
      home -> home.config("Code").resolve("User/mcp.json")),
  CODEX(
      "Codex",
      "mcp_servers",
      List.of(".codex/config.toml"),
      home -> home.place("CODEX_HOME", ".codex").resolve("config.toml")),
  GEMINI(
      "Gemini CLI",
      "mcpServers",
      List.of(".gemini/settings.json"),
      home -> home.directory().resolve(".gemini/settings.json")),
  /// The directories of Linux on every system.
  OPENCODE(
      "OpenCode",
      "mcp",
      List.of(
          "opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"),
      home -> home.place("XDG_CONFIG_HOME", ".config").resolve("opencode/opencode.json")),
  ZED(
      "Zed",
      "context_servers",
      List.of(".zed/settings.json"),
      home ->
          (home.system() == Platform.MACOS
                  ? home.directory().resolve(".config/zed")
                  : home.config(home.system() == Platform.WINDOWS ? "Zed" : "zed"))
              .resolve("settings.json")),
  CLINE(
      "Cline",
      "mcpServers",
      List.of(),
      home ->
          home.config("Code")
              .resolve(
                  "User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"));

  private static final List<String> OF_VSCODE_SETTINGS = List.of("mcp", "servers");

  private final String title;
  private final List<String> container;
  private final List<String> projects;
  private final Function<Home, Path> user;

  /// @param container the key of its servers
  /// @param projects the paths of a project's file, the usual one first
  /// @param user the path of the user's file
  Client(String title, String container, List<String> projects, Function<Home, Path> user) {
    this.title = title;
    this.container = List.of(container);
    this.projects = projects;
    this.user = user;
  }

  /// Its name on the command line.
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String title() {
    return title;
  }

  public static Optional<Client> of(String id) {
    return Stream.of(values()).filter(client -> client.id().equals(id)).findFirst();
  }

  public static List<String> ids() {
    return Stream.of(values()).map(Client::id).toList();
  }

  /// The keys that hold its servers, the outermost first.
  ///
  /// @param project the directories by which Claude Code may know the current project
  public List<List<String>> containers(List<Path> project) {
    Stream<List<String>> more =
        switch (this) {
          case CLAUDE_CODE -> // `claude mcp add` writes into the project's part of the user's file
              project.stream().map(p -> List.of("projects", p.toString(), "mcpServers"));
          case VSCODE -> Stream.of(OF_VSCODE_SETTINGS);
          case CLAUDE_DESKTOP, CURSOR, CODEX, GEMINI, OPENCODE, ZED, CLINE -> Stream.of();
        };
    return Stream.concat(Stream.of(container), more).toList();
  }

  /// The keys of servers in a file of any client. The key of OpenCode means something else in other
  /// files than its own.
  public static List<List<String>> containers(Path file) {
    if (Format.of(file) == Format.TOML) {
      return List.of(CODEX.container);
    }
    return OPENCODE.projects.contains(String.valueOf(file.getFileName()))
        ? List.of(OPENCODE.container)
        : List.of(CURSOR.container, VSCODE.container, ZED.container, OF_VSCODE_SETTINGS);
  }

  /// All possible paths of a project's file, the usual one first.
  public List<Path> projects(Path directory) {
    List<Path> from = // Claude Code looks upwards
        this == CLAUDE_CODE ? Directories.upFrom(directory) : List.of(directory);
    return from.stream().flatMap(in -> projects.stream().map(in::resolve)).toList();
  }

  /// All possible paths of the user's file, the usual one first.
  public List<Path> users(Home home) {
    Path usual = user.apply(home);
    return this == OPENCODE
        ? List.of(usual, usual.resolveSibling("opencode.jsonc"))
        : List.of(usual);
  }

  /// The user's directories.
  ///
  /// @param directory the home directory
  /// @param environment the variables that may name other directories
  public record Home(Platform system, Path directory, Map<String, String> environment) {
    /// The directory that a variable names, or else this one; both relative to the home directory.
    Path place(String variable, String usual) {
      String named = environment.getOrDefault(variable, "");
      return directory.resolve(named.isEmpty() ? usual : named);
    }

    /// The directory in which a program keeps its settings.
    Path config(String program) {
      return switch (system) {
        case LINUX -> place("XDG_CONFIG_HOME", ".config").resolve(program);
        case MACOS -> directory.resolve("Library/Application Support").resolve(program);
        case WINDOWS -> place("APPDATA", "AppData/Roaming").resolve(program);
      };
    }
  }
}
