package dev.pitstop.cli.install;

import dev.pitstop.install.Client;
import dev.pitstop.install.ClientFile;
import dev.pitstop.install.ClientSettings;
import dev.pitstop.install.Wrapping;
import dev.pitstop.project.WatcherFinding;
import dev.pitstop.text.Words;
import dev.pitstop.textedit.KeyPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The texts of `pitstop install` and `pitstop uninstall`.
final class InstallTexts {
  private static final int MOST_OF_A_LINE = 100;

  private InstallTexts() {}

  /// Why `uninstall` skips a server that runs through Pitstop.
  static String notOurs(boolean backup) {
    return backup
        ? "skipped: `install` did not wrap it;\nname the server to unwrap it anyway"
        : "skipped: without the backup, Pitstop cannot tell who wrapped it;\n"
            + "name the server to unwrap it";
  }

  /// Servers and what happened to them, in two columns.
  static final class Table {
    private record Row(String name, String what) {}

    private final List<Row> rows = new ArrayList<>();

    void row(ClientFile.Listed server, String what) {
      row(server.name() + (server.place().isEmpty() ? "" : " (" + server.place() + ")"), what);
    }

    boolean isEmpty() {
      return rows.isEmpty();
    }

    void row(String name, String what) {
      rows.add(new Row(KeyPath.clean(name), what));
    }

    String text() {
      int width = rows.stream().mapToInt(row -> Math.min(row.name().length(), 24)).max().orElse(0);
      StringBuilder out = new StringBuilder();
      for (Row row : rows) {
        String gap = " ".repeat(Math.max(0, width - row.name().length()));
        String next = "\n" + " ".repeat(width + 4);
        out.append("  ").append(row.name()).append(gap).append("  ");
        out.append(row.what().replace("\n", next)).append('\n');
      }
      return out.toString();
    }
  }

  /// `.mcp.json (Claude Code)`.
  static String heading(ClientTarget target, Shell shell) {
    return shell.shown(target.file()) + target.client().map(c -> " (" + c.title() + ")").orElse("");
  }

  /// Why a command is not wrapped that restarts the server by itself, and what to write instead.
  static String watcher(WatcherFinding found) {
    return "skipped: it starts `"
        + found.watcher()
        + "`, which restarts the server on its own and breaks calls in flight."
        + "\n"
        + WatcherFinding.ADVICE
        + ".\n--as-is wraps the command as it is.";
  }

  /// The client's own settings that would help the wrapped servers and are not there, or nothing.
  ///
  /// @param wraps how servers are wrapped now, by the ids of their entries
  static String settings(
      ClientTarget target,
      ClientFile file,
      List<ClientFile.Listed> servers,
      Map<String, Wrapping.How> wraps) {
    if (target.client().isEmpty()) {
      return ""; // an unknown client has unknown settings
    }
    StringBuilder rows = new StringBuilder();
    for (ClientSettings.Setting setting : ClientSettings.of(target.client().get())) {
      List<String> names = new ArrayList<>();
      for (ClientFile.Listed each : servers) {
        Optional<Wrapping.How> how = Optional.ofNullable(wraps.get(each.id()));
        boolean builds = how.filter(h -> h.options().contains("--build")).isPresent();
        if (how.isPresent()
            && !file.has(each.id(), setting.key())
            && (builds || !setting.ofBuilds())) {
          names.add(each.name());
        }
      }
      boolean missing = setting.ofServer() || !file.text().contains(setting.key());
      if (!names.isEmpty() && missing) {
        String where = setting.ofServer() ? String.join(", ", names) + ": " : "";
        rows.append("  ").append(where).append(setting.line());
        rows.append("\n    (").append(setting.why()).append(")\n");
      }
    }
    return rows.isEmpty()
        ? ""
        : "Recommended settings for "
            + target.client().get().title()
            + ", which you can add (docs/install.md):\n"
            + rows;
  }

  /// A command on one line of limited length. The arguments are the user's own, on the user's
  /// screen.
  static String line(List<String> words) {
    return Words.cutClose(KeyPath.clean(String.join(" ", words)), MOST_OF_A_LINE);
  }

  static String done(ClientTarget target, InstallOptions options, Shell shell) {
    String which =
        target.client().map(Client::id).orElse("--file " + shell.shown(target.file()))
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
