package dev.pitstop.cli.help;

import dev.pitstop.cli.options.InstallTable;
import dev.pitstop.install.Client;
import dev.pitstop.text.Words;

/// The help of `pitstop install` and `pitstop uninstall`.
public final class InstallPages {
  private InstallPages() {}

  public static String install() {
    return """
    Puts Pitstop in front of a client's MCP servers, in the client's own
    configuration file.

    Usage:
      pitstop install                          list the servers that were found
      pitstop install CLIENT [SERVER...]       wrap all its servers, or these
      pitstop install --file FILE [SERVER...]  wrap the servers in this file
      pitstop uninstall CLIENT [SERVER...]     restore the original entries

    CLIENT: {clients}

    Options:
    {options}
    Without --user or --project, `install` uses the project's file if there is one.
    In a terminal, `install` asks before it adds a guessed --build and --watch, and
    before it writes recommended client settings. Elsewhere it does neither, unless
    you use --yes for the guesses and --settings for the settings. --print shows the
    guesses too, and with --settings the settings.
    A backup (FILE.before-pitstop) stays beside the file until `uninstall`.

    Examples:
      pitstop install claude-code weather --print
      pitstop install codex --user --yes

    Exit codes: 0; 1 if a file cannot be read or written; 2 for a mistake on the
    command line.
    """
        .replace("{clients}", clients())
        .replace("{options}\n", HelpText.options(InstallTable.rows("install")) + "\n");
  }

  public static String uninstall() {
    return """
    Restores the entries that `pitstop install` wrapped.

    Usage:
      pitstop uninstall CLIENT [SERVER...]       all its servers, or these
      pitstop uninstall --file FILE [SERVER...]

    CLIENT: {clients}

    Options:
    {options}
    Entries that were not edited since `pitstop install` come back byte for byte
    from the backup beside the file. Edited entries are unwrapped in place. Entries
    that `install` did not wrap stay, unless you name the server.

    Exit codes: 0; 1 if a file cannot be read or written; 2 for a mistake on the
    command line.
    """
        .replace("{clients}", clients())
        .replace("{options}\n", HelpText.options(InstallTable.rows("uninstall")) + "\n");
  }

  private static String clients() {
    return String.join(
        "\n        ", Words.lines(String.join(" ", Client.ids()), HelpText.WIDTH - 8));
  }
}
