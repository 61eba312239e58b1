package dev.pitstop.cli.options;

/// What an option is about. Each option is in one group; `pitstop help options` prints them in this
/// order.
public enum OptionGroup {
  /// A server that Pitstop starts, or that a command restarts.
  SERVER("One server"),
  /// A session with many servers.
  MANY("Many servers"),
  /// A server behind a URL.
  URL("A URL"),
  /// A command-line program.
  CLI("Command-line programs"),
  /// What the agent gets from Pitstop itself.
  AGENT("Tools and notices"),
  /// Durations, numbers and sizes.
  LIMITS("Limits"),
  /// Where the log goes.
  LOG("Log"),
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

  OptionGroup(String title) {
    this.title = title;
  }

  /// An option of this group.
  ///
  /// @param usage name and value as the help shows them, without `--`: `build CMD`
  OptionRow row(String usage, String defaultValue, String help) {
    int space = usage.indexOf(' ');
    String name = space < 0 ? usage : usage.substring(0, space);
    String value = space < 0 ? "" : usage.substring(space + 1);
    return new OptionRow(this, name, value, defaultValue, help);
  }

  /// The heading of the group.
  public String title() {
    return title;
  }
}
