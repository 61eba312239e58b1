package dev.pitstop.cli.help;

import dev.pitstop.cli.options.MonitoringTable;
import java.util.List;

/// The help of the commands of a second terminal.
final class MonitoringPages {
  private static final String WHICH =
      """
      The session is the one that was started in this directory. If there are several,
      they are listed: choose one with --session PID.
      """;

  private MonitoringPages() {}

  /// @param before what comes before the options
  /// @param after what comes after them; may be empty
  private static String page(String command, String before, String after) {
    return before
        + "\nOptions:\n"
        + HelpText.options(MonitoringTable.rows(command))
        + "\n"
        + (List.of("ps", "ui").contains(command) ? "" : WHICH)
        + after;
  }

  static String ps() {
    return page(
        "ps",
        """
        Lists the sessions of this user that run, with their servers: the state, the
        process, the calls, and how the last reload ended.

        Usage:
          pitstop ps [OPTIONS]
        """,
        """
        Exit codes: 0; 2 for a mistake on the command line, or if the session of
        --session does not run.
        """);
  }

  static String logs() {
    return page(
        "logs",
        """
        Prints what the servers of a session wrote to stderr, and its builds, reloads,
        starts and ends. If no session runs here, it prints the last one that did.

        Usage:
          pitstop logs [OPTIONS] [SERVER]
        """,
        """

        Examples:
          pitstop logs -f
          pitstop logs weather --since 5m
        """);
  }

  static String calls() {
    return page(
        "calls",
        """
        Prints the calls of a session, one a line; or one call in full: its arguments
        and its result, what the server wrote to stderr meanwhile, and the notices.

        Usage:
          pitstop calls [OPTIONS] [FILTER...]
          pitstop calls [OPTIONS] N

        Filters:
          tool:NAME      calls of this tool; * stands for any characters
          server:NAME    calls that this server answered
          status:STATUS  ok, error, pending, crashed, unanswered or cancelled
          slower:TIME    calls that took longer than 500ms, 30s or 2min
          run:N          calls that the server's run N answered
        A call must match one filter of each kind that is given.
        """,
        """

        Examples:
          pitstop calls -f status:error status:crashed
          pitstop calls "tool:add_*" slower:500ms
          pitstop calls 7
        """);
  }

  private static String act(String command, String does) {
    return page(
        command,
        does
            + """

            Usage:
              pitstop {command} [OPTIONS] [SERVER]

            SERVER can be left out if the session has only one.
            """
                .replace("{command}", command),
        """

        Exit codes: 0 if it worked; 1 if it did not; 2 for a mistake on the command
        line, or if several sessions could be meant.
        """);
  }

  static String reload() {
    return act(
        "reload",
        """
        Builds a server and restarts it, as the agent's tool `recompile` does, and
        prints the same text. For editors, git hooks and a second terminal.
        """);
  }

  static String stop() {
    return act(
        "stop",
        """
        Stops a server, so that its file can be overwritten. The next call or reload
        starts it again, and so does `pitstop start`.
        """);
  }

  static String start() {
    return act("start", "Starts a server that was stopped, or that has crashed.\n");
  }

  static String rerun() {
    return page(
        "rerun",
        """
        Makes calls of a session once more, and says for each whether the result is the
        same, has changed, fails now or works now.

        Usage:
          pitstop rerun [OPTIONS] [last]     the last call
          pitstop rerun [OPTIONS] failed     the calls that failed
          pitstop rerun [OPTIONS] N...       these calls: `pitstop calls` numbers them
        """,
        """

        A call that may have changed something is made only if you name its number.
        Exit codes: 0; 1 if a call fails now and did not before, or if a call that you
        chose was not made; 2 for a mistake on the command line.
        """);
  }

  static String ui() {
    return page(
        "ui",
        """
        Shows the sessions of this user on a page in the browser: servers, a timeline,
        calls with arguments and results, reloads with what changed. The page is on
        this machine only, and its URL has a secret token. Ctrl-C ends it.

        Usage:
          pitstop ui [OPTIONS]
        """,
        """
        Without --allow-actions the page changes nothing.
        Exit codes: 1 if the page cannot be served; 2 for a mistake on the command line.
        """);
  }
}
