package dev.pitstop.cli.help;

import dev.pitstop.cli.options.ReplayTable;

/// The help of `pitstop replay`.
final class ReplayPage {
  private ReplayPage() {}

  static String text() {
    return """
    Plays the tool calls of a recorded session to a server, one after another, and
    compares the answers with the recorded ones. A session is recorded with
    `pitstop --record FILE -- COMMAND`; recordings of mcpsnoop work as well.

    Usage:
      pitstop replay [OPTIONS] FILE -- COMMAND [ARG...]
      pitstop replay [OPTIONS] FILE http://HOST:PORT/PATH
      pitstop replay [OPTIONS] FILE cli -- COMMAND
      pitstop replay [OPTIONS] FILE [--config FILE]   the servers of the file

    Options:
    {options}
    The options that describe a server are those of a session, such as --env.

    Only calls of read-only and idempotent tools are sent, unless you use --all.
    What differs between two calls of a read-only tool does not count, such as a
    time. A regression is a call that now fails, has another result or another
    error, or became slower (with --slower); and a tool that is gone, or refuses
    arguments that were right.

    Examples:
      pitstop replay session.ndjson -- node dist/server.js
      pitstop replay session.ndjson --junit report.xml --slower -- ./server
      pitstop replay session.ndjson --accept -- ./server

    Exit codes: 0; 1 for a regression, or if there is no answer; 2 for a mistake on
    the command line.
    """
        .replace("{options}\n", HelpText.options(ReplayTable.rows()) + "\n");
  }
}
