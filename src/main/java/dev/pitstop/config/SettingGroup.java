package dev.pitstop.config;

/// What a setting is about. Each is in one group; `pitstop help options` prints them in this order.
public enum SettingGroup {
  /// What an entry of a file has, and a command line says otherwise.
  ENTRY(""),
  /// A server that Pitstop starts, or that a command restarts.
  SERVER("One server"),
  /// A session with many servers.
  MANY("Many servers"),
  /// A server behind a URL.
  URL("A URL"),
  /// What the agent gets from Pitstop itself, and limits.
  SESSION("Tools and limits"),
  /// Where the log goes.
  LOG("Log"),
  /// Rarely needed, of a server: also keys of its entry.
  SERVER_KEYS("Rarely needed, for one server"),
  /// Rarely needed, of a command-line program: also keys of its entry.
  CLI_KEYS("Rarely needed, for command-line programs"),
  /// Rarely needed, of a session.
  SESSION_KEYS("Rarely needed, for a session"),
  /// `pitstop doctor` alone.
  DOCTOR("pitstop doctor"),
  /// `pitstop install` and `pitstop uninstall` alone.
  INSTALL("pitstop install and pitstop uninstall"),
  /// The commands that look at running sessions.
  BESIDE("A second terminal"),
  /// `pitstop call` alone.
  CALL("pitstop call"),
  /// `pitstop replay` alone.
  REPLAY("pitstop replay"),
  /// Pitstop itself.
  HELP("Help and version");

  private final String title;

  SettingGroup(String title) {
    this.title = title;
  }

  /// The heading of the group.
  public String title() {
    return title;
  }

  /// Whether its settings are given with `--set` alone.
  boolean isSet() {
    return this == SERVER_KEYS || this == CLI_KEYS || this == SESSION_KEYS;
  }
}
