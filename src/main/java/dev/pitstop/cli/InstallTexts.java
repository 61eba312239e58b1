package dev.pitstop.cli;

import dev.pitstop.config.KeyPath;
import dev.pitstop.install.Client;
import dev.pitstop.install.ClientFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What `pitstop install` and `pitstop uninstall` say.
final class InstallTexts {
  private static final int MOST_OF_A_LINE = 100;

  private InstallTexts() {}

  /// Why `uninstall` passes over a server that runs through Pitstop.
  static String notOurs(boolean backup) {
    return backup
        ? "left alone: `install` did not wrap it;\nname the server to unwrap it all the same"
        : "left alone: without the backup nobody knows who wrapped it;\nname the server to unwrap it";
  }

  /// Servers and what became of them, in two columns.
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
      int width = 0;
      for (Row row : rows) {
        width = Math.max(width, Math.min(row.name().length(), 24));
      }
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

  /// A command in one line that is not endless. What arguments say is the user's own, on his
  /// screen.
  static String line(List<String> words) {
    String line = KeyPath.clean(String.join(" ", words));
    return line.length() <= MOST_OF_A_LINE ? line : line.substring(0, MOST_OF_A_LINE - 1) + "…";
  }

  static String noFile(ClientTarget target, InstallOptions options, Shell shell) {
    String name = shell.shown(target.file());
    if (target.client().isEmpty()) {
      return name + " does not exist.";
    }
    Client client = target.client().get();
    StringBuilder out = new StringBuilder();
    out.append("there is no ").append(name);
    if (name.equals(target.file().getFileName().toString())) {
      out.append(" in ").append(shell.directory());
    }
    out.append(": ").append(client.title()).append(" has no servers configured there.");
    Path user = client.user(shell.home());
    Optional<Path> project = client.project(shell.directory());
    if (!options.user() && Files.exists(user) && !user.equals(target.file())) {
      out.append(" There is ").append(shell.shown(user)).append(": say --user.");
    } else if (options.user() && project.filter(Files::exists).isPresent()) {
      out.append(" There is ").append(shell.shown(project.get())).append(": leave --user out.");
    }
    return out.append(" `pitstop install` shows what was found.").toString();
  }

  static String done(ClientTarget target, InstallOptions options, Shell shell) {
    String which =
        target.client().map(Client::id).orElse("--file " + shell.shown(target.file()))
            + (options.user() ? " --user" : "")
            + (options.project() ? " --project" : "");
    return "Backup: "
        + shell.shown(target.backup())
        + "; `pitstop uninstall "
        + which
        + "` puts everything back.\n"
        + target.client().map(Client::title).orElse("The client")
        + " takes it up when it reads its configuration the next time: restart it, or its servers.\n";
  }
}
