package dev.pitstop.install;

import dev.pitstop.project.Directories;
import dev.pitstop.textedit.Format;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The clients whose configuration is known: the path of its file on each system, its format, and
/// the keys that hold the servers. Everything that differs between clients is here.
public enum Client {
  CLAUDE_CODE("claude-code", "Claude Code", Format.JSON, List.of("mcpServers")),
  CLAUDE_DESKTOP("claude-desktop", "Claude Desktop", Format.JSON, List.of("mcpServers")),
  CURSOR("cursor", "Cursor", Format.JSON, List.of("mcpServers")),
  VSCODE("vscode", "VS Code", Format.JSON, List.of("servers")),
  CODEX("codex", "Codex", Format.TOML, List.of("mcp_servers")),
  GEMINI("gemini", "Gemini CLI", Format.JSON, List.of("mcpServers")),
  OPENCODE("opencode", "OpenCode", Format.JSON, List.of("mcp")),
  ZED("zed", "Zed", Format.JSON, List.of("context_servers")),
  CLINE("cline", "Cline", Format.JSON, List.of("mcpServers"));

  /// The keys of servers in a file of an unknown client.
  private static final List<List<String>> ANY_JSON =
      List.of(
          List.of("mcpServers"),
          List.of("servers"),
          List.of("context_servers"),
          List.of("mcp", "servers"));

  private static final List<String> OPENCODE_NAMES = List.of("opencode.json", "opencode.jsonc");

  private final String id;
  private final String title;
  private final Format format;
  private final List<String> container;

  Client(String id, String title, Format format, List<String> container) {
    this.id = id;
    this.title = title;
    this.format = format;
    this.container = container;
  }

  /// Its name on the command line.
  public String id() {
    return id;
  }

  public String title() {
    return title;
  }

  public Format format() {
    return format;
  }

  public static Optional<Client> of(String id) {
    return Stream.of(values()).filter(client -> client.id.equals(id)).findFirst();
  }

  public static List<String> ids() {
    return Stream.of(values()).map(Client::id).toList();
  }

  /// The keys that hold its servers, the outermost first.
  ///
  /// @param projects the directories by which Claude Code may know the current project
  public List<List<String>> containers(List<Path> projects) {
    return switch (this) {
      case CLAUDE_CODE -> // `claude mcp add` writes into the project's part of the user's file
          Stream.concat(
                  Stream.of(container),
                  projects.stream().map(p -> List.of("projects", p.toString(), "mcpServers")))
              .toList();
      case VSCODE -> List.of(container, List.of("mcp", "servers"));
      case CLAUDE_DESKTOP, CURSOR, CODEX, GEMINI, OPENCODE, ZED, CLINE -> List.of(container);
    };
  }

  /// The keys of servers in a file of any client.
  public static List<List<String>> containers(Format format) {
    return format == Format.TOML ? List.of(CODEX.container) : ANY_JSON;
  }

  /// The same for a file whose name may reveal the client: the key `mcp` of OpenCode means
  /// something else in other files.
  public static List<List<String>> containers(Format format, Path file) {
    return OPENCODE_NAMES.contains(String.valueOf(file.getFileName()))
        ? List.of(OPENCODE.container)
        : containers(format);
  }

  /// All possible paths of a project's file, the usual one first.
  public List<Path> projects(Path directory) {
    return switch (this) {
      case CLAUDE_CODE -> // which looks upwards
          Directories.upFrom(directory).stream().map(d -> d.resolve(".mcp.json")).toList();
      case CURSOR -> List.of(directory.resolve(".cursor/mcp.json"));
      case VSCODE -> List.of(directory.resolve(".vscode/mcp.json"));
      case CODEX -> List.of(directory.resolve(".codex/config.toml"));
      case GEMINI -> List.of(directory.resolve(".gemini/settings.json"));
      case OPENCODE ->
          Stream.of(directory, directory.resolve(".opencode"))
              .flatMap(in -> OPENCODE_NAMES.stream().map(in::resolve))
              .toList();
      case ZED -> List.of(directory.resolve(".zed/settings.json"));
      case CLAUDE_DESKTOP, CLINE -> List.of();
    };
  }

  /// All possible paths of the user's file, the usual one first.
  public List<Path> users(Home home) {
    Path user = user(home);
    return this == OPENCODE
        ? OPENCODE_NAMES.stream().map(user::resolveSibling).toList()
        : List.of(user);
  }

  private Path user(Home home) {
    return switch (this) {
      case CLAUDE_CODE -> home.place("CLAUDE_CONFIG_DIR", "").resolve(".claude.json");
      case CLAUDE_DESKTOP -> home.config("Claude").resolve("claude_desktop_config.json");
      case CURSOR -> home.directory().resolve(".cursor/mcp.json");
      case VSCODE -> home.config("Code").resolve("User/mcp.json");
      case CODEX -> home.place("CODEX_HOME", ".codex").resolve("config.toml");
      case GEMINI -> home.directory().resolve(".gemini/settings.json");
      case OPENCODE -> // the directories of Linux on every system
          home.place("XDG_CONFIG_HOME", ".config").resolve("opencode/opencode.json");
      case ZED ->
          home.system() == Os.MACOS
              ? home.directory().resolve(".config/zed/settings.json")
              : home.config(home.system() == Os.WINDOWS ? "Zed" : "zed").resolve("settings.json");
      case CLINE ->
          home.config("Code")
              .resolve(
                  "User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json");
    };
  }

  /// The systems whose paths differ.
  public enum Os {
    LINUX,
    MACOS,
    WINDOWS;

    public static Os of(String osName) {
      String os = osName.toLowerCase(Locale.ROOT);
      return os.startsWith("windows") ? WINDOWS : os.startsWith("mac") ? MACOS : LINUX;
    }
  }

  /// The user's directories.
  ///
  /// @param directory the home directory
  /// @param environment the variables that may name other directories
  public record Home(Os system, Path directory, Map<String, String> environment) {
    public Home {
      environment = Map.copyOf(environment);
    }

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
