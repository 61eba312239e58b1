package dev.pitstop.cli;

import dev.pitstop.config.KeyPath;
import dev.pitstop.install.Client;
import dev.pitstop.install.ClientFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The texts of `pitstop install` and `pitstop uninstall`.
final class InstallTexts {
  static final String HELP =
      """
      Puts Pitstop in front of the MCP servers that a client has configured, in the client's own file.

        pitstop install                          what was found where; changes nothing
        pitstop install CLIENT [SERVER...]       wraps all its servers, or these
        pitstop install --file FILE [SERVER...]  any other file of these formats
        pitstop uninstall CLIENT [SERVER...]     gives back what was there

      CLIENT: {clients}

        --user, --project   the user's file, or that of the project in this directory; if neither is
                            said: the project's where there is one (claude-code: .mcp.json)
        --print             show the difference that --yes would make, and change nothing; with
                            --settings those, too
        --yes               take the --build and --watch that are guessed; without it you are asked,
                            and where nobody can be asked, none is taken
        --settings          write the client's own settings that help as well, also those that are
                            for all its servers (docs/clients.md); without it you are asked, and
                            where nobody can be asked, or with --yes alone, none is written
        --no-guess          guess nothing, ask nothing
        --build CMD, --watch GLOB
                            for the one server that is named, in place of the guess
        --command WORDS     what is written for Pitstop [where it was called from]

      A backup lies beside the file (FILE.before-pitstop) until `pitstop uninstall`.
      """
          .replace("{clients}", String.join(", ", Client.ids()));

  static final String UNINSTALL_HELP =
      """
      Takes Pitstop away from in front of the MCP servers of a client.

        pitstop uninstall CLIENT [SERVER...]       of all its servers, or these
        pitstop uninstall --file FILE [SERVER...]

      CLIENT: {clients}

        --user, --project   the user's file, or that of the project in this directory
        --print             show the difference, and change nothing
        --yes               nothing is asked in any case; accepted for scripts

      What nobody has edited since `pitstop install` comes back byte for byte, from the backup beside
      the file; what was edited is unwrapped by itself. What `install` did not wrap is left alone,
      unless the server is named.
      """
          .replace("{clients}", String.join(", ", Client.ids()));

  private static final int MOST_OF_A_LINE = 100;

  private InstallTexts() {}

  /// Why `uninstall` skips a server that runs through Pitstop.
  static String notOurs(boolean backup) {
    return backup
        ? "skipped: `install` did not wrap it;\nname the server to unwrap it anyway"
        : "skipped: without the backup, Pitstop cannot tell who wrapped it;\nname the server to unwrap it";
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

  /// A command on one line of limited length. The arguments are the user's own, on the user's
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
      out.append(" For ").append(shell.shown(user)).append(", use --user.");
    } else if (options.user() && project.filter(Files::exists).isPresent()) {
      out.append(" For ").append(shell.shown(project.get())).append(", omit --user.");
    }
    return out.append(" `pitstop install` lists the files it found.").toString();
  }

  static String done(ClientTarget target, InstallOptions options, Shell shell) {
    String which =
        target.client().map(Client::id).orElse("--file " + shell.shown(target.file()))
            + (options.user() ? " --user" : "")
            + (options.project() ? " --project" : "");
    return "Backup: "
        + shell.shown(target.backup())
        + ". `pitstop uninstall "
        + which
        + "` restores the original entries.\nRestart "
        + target.client().map(Client::title).orElse("the client")
        + ", or its servers, to apply the change.\n";
  }
}
