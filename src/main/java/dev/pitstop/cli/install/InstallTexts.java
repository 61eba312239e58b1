package dev.pitstop.cli.install;

import dev.pitstop.install.Client;
import dev.pitstop.install.ClientFile;
import dev.pitstop.install.ClientSettings;
import dev.pitstop.text.Words;
import dev.pitstop.textedit.KeyPath;
import java.util.List;

/// The texts of `pitstop install` and `pitstop uninstall`.
final class InstallTexts {
  private static final int MOST_OF_A_LINE = 100;

  private InstallTexts() {}

  /// A server and what happened to it.
  record Row(ClientFile.Listed server, String what) {
    private String name() {
      String place = server.place().isEmpty() ? "" : " (" + server.place() + ")";
      return KeyPath.clean(server.name() + place);
    }
  }

  /// The rows in two columns.
  static String table(List<Row> rows) {
    int width = rows.stream().mapToInt(row -> Math.min(row.name().length(), 24)).max().orElse(0);
    StringBuilder out = new StringBuilder();
    for (Row row : rows) {
      String gap = " ".repeat(Math.max(0, width - row.name().length()));
      String what = row.what().replace("\n", "\n" + " ".repeat(width + 4));
      out.append("  %s%s  %s\n".formatted(row.name(), gap, what));
    }
    return out.toString();
  }

  /// `.mcp.json (Claude Code)`.
  static String heading(ClientTarget target, Shell shell) {
    return shell.shown(target.file()) + target.client().map(c -> " (" + c.title() + ")").orElse("");
  }

  /// The client's own settings that help wrapped servers and are not in the file, or nothing.
  static String settings(Client client, String text) {
    StringBuilder rows = new StringBuilder();
    for (ClientSettings.Setting setting : ClientSettings.of(client)) {
      if (!text.contains(setting.key())) {
        rows.append("  ").append(setting.line());
        rows.append("\n    (").append(setting.why()).append(")\n");
      }
    }
    return rows.isEmpty()
        ? ""
        : "Recommended settings for "
            + client.title()
            + ", which you can add to a server's entry (docs/install.md):\n"
            + rows;
  }

  /// A command on one line of limited length. The arguments are the user's own, on the user's
  /// screen.
  static String line(List<String> words) {
    return Words.cutClose(KeyPath.clean(String.join(" ", words)), MOST_OF_A_LINE);
  }

  static String done(ClientTarget target, InstallOptions options, Shell shell) {
    String which =
        options
                .file()
                .map(file -> "--file " + Words.quoted(file.toString()))
                .or(() -> options.client().map(Client::id))
                .orElseThrow()
            + (options.has("user") ? " --user" : "");
    return """
    Backup: %s. `pitstop uninstall %s` restores the original entries.
    Restart %s, or its servers, to apply the change.
    """
        .formatted(
            shell.shown(target.backup()),
            which,
            target.client().map(Client::title).orElse("the client"));
  }
}
