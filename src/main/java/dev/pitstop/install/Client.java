package dev.pitstop.install;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The clients whose configuration is known: where it lies on which system, how it is written,
/// where in it the servers stand. All that differs between clients is here.
public enum Client {
  CLAUDE_CODE("claude-code", "Claude Code", Format.JSON, List.of("mcpServers")),
  CLAUDE_DESKTOP("claude-desktop", "Claude Desktop", Format.JSON, List.of("mcpServers")),
  CURSOR("cursor", "Cursor", Format.JSON, List.of("mcpServers")),
  VSCODE("vscode", "VS Code", Format.JSON, List.of("servers")),
  CODEX("codex", "Codex", Format.TOML, List.of("mcp_servers")),
  GEMINI("gemini", "Gemini CLI", Format.JSON, List.of("mcpServers")),
  ZED("zed", "Zed", Format.JSON, List.of("context_servers")),
  CLINE("cline", "Cline", Format.JSON, List.of("mcpServers"));

  /// Where servers stand in a file of which only the name is known.
  private static final List<List<String>> ANY_JSON =
      List.of(
          List.of("mcpServers"),
          List.of("servers"),
          List.of("context_servers"),
          List.of("mcp", "servers"));

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

  /// As it is called on the command line.
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
    for (Client client : values()) {
      if (client.id.equals(id)) {
        return Optional.of(client);
      }
    }
    return Optional.empty();
  }

  public static List<String> ids() {
    List<String> ids = new ArrayList<>();
    for (Client client : values()) {
      ids.add(client.id);
    }
    return ids;
  }

  /// Where its servers stand: keys from the outside in.
  ///
  /// @param project the directory of the project that one is in
  public List<List<String>> containers(Path project) {
    return switch (this) {
      case CLAUDE_CODE -> // `claude mcp add` writes into the project's part of the user's file
          List.of(container, List.of("projects", project.toString(), "mcpServers"));
      case VSCODE -> List.of(container, List.of("mcp", "servers"));
      case CLAUDE_DESKTOP, CURSOR, CODEX, GEMINI, ZED, CLINE -> List.of(container);
    };
  }

  /// Where servers stand in a file of any client.
  public static List<List<String>> containers(Format format) {
    return format == Format.TOML ? List.of(CODEX.container) : ANY_JSON;
  }

  /// How it writes a server behind a URL.
  public UrlForm urlForm() {
    return switch (this) {
      case GEMINI -> new UrlForm("httpUrl", "http"); // its `url` is the old transport
      case CLINE -> new UrlForm("url", "streamableHttp");
      case CLAUDE_CODE, CLAUDE_DESKTOP, CURSOR, VSCODE, CODEX, ZED -> UrlForm.USUAL;
    };
  }

  /// The file of a project, if the client knows such a thing.
  public Optional<Path> project(Path directory) {
    return switch (this) {
      case CLAUDE_CODE -> Optional.of(directory.resolve(".mcp.json"));
      case CURSOR -> Optional.of(directory.resolve(".cursor").resolve("mcp.json"));
      case VSCODE -> Optional.of(directory.resolve(".vscode").resolve("mcp.json"));
      case CODEX -> Optional.of(directory.resolve(".codex").resolve("config.toml"));
      case GEMINI -> Optional.of(directory.resolve(".gemini").resolve("settings.json"));
      case ZED -> Optional.of(directory.resolve(".zed").resolve("settings.json"));
      case CLAUDE_DESKTOP, CLINE -> Optional.empty();
    };
  }

  /// The user's file.
  public Path user(Home home) {
    return switch (this) {
      case CLAUDE_CODE ->
          home.named("CLAUDE_CONFIG_DIR").orElse(home.directory()).resolve(".claude.json");
      case CLAUDE_DESKTOP -> home.config("Claude").resolve("claude_desktop_config.json");
      case CURSOR -> home.directory().resolve(".cursor").resolve("mcp.json");
      case VSCODE -> home.config("Code").resolve("User").resolve("mcp.json");
      case CODEX ->
          home.named("CODEX_HOME")
              .orElse(home.directory().resolve(".codex"))
              .resolve("config.toml");
      case GEMINI -> home.directory().resolve(".gemini").resolve("settings.json");
      case ZED ->
          (home.system() == Os.MACOS
                  ? home.directory().resolve(".config").resolve("zed")
                  : home.config(home.system() == Os.WINDOWS ? "Zed" : "zed"))
              .resolve("settings.json");
      case CLINE ->
          home.config("Code")
              .resolve("User")
              .resolve("globalStorage")
              .resolve("saoudrizwan.claude-dev")
              .resolve("settings")
              .resolve("cline_mcp_settings.json");
    };
  }

  /// The systems between which the places differ.
  public enum Os {
    LINUX,
    MACOS,
    WINDOWS;

    public static Os of(String osName) {
      String os = osName.toLowerCase(Locale.ROOT);
      return os.startsWith("windows") ? WINDOWS : os.startsWith("mac") ? MACOS : LINUX;
    }
  }

  /// Where the user's files are.
  ///
  /// @param directory the home directory
  /// @param environment the variables that name other places
  public record Home(Os system, Path directory, Map<String, String> environment) {
    public Home {
      environment = Map.copyOf(environment);
    }

    /// A directory that a variable names.
    Optional<Path> named(String variable) {
      String value = environment.getOrDefault(variable, "");
      return value.isEmpty() ? Optional.empty() : Optional.of(directory.resolve(value));
    }

    /// Where a program keeps its settings.
    Path config(String program) {
      return switch (system) {
        case LINUX ->
            named("XDG_CONFIG_HOME").orElse(directory.resolve(".config")).resolve(program);
        case MACOS -> directory.resolve("Library").resolve("Application Support").resolve(program);
        case WINDOWS ->
            named("APPDATA")
                .orElse(directory.resolve("AppData").resolve("Roaming"))
                .resolve(program);
      };
    }
  }
}
