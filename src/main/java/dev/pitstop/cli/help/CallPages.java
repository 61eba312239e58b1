package dev.pitstop.cli.help;

import dev.pitstop.cli.options.CallTable;
import dev.pitstop.cli.options.OptionRow;
import dev.pitstop.text.Words;
import java.util.stream.Collectors;

/// The help of `pitstop call` and `pitstop tools`.
final class CallPages {
  private CallPages() {}

  static String call() {
    return """
    Calls one tool and prints the result, without a client. The server is started
    for it and stopped afterwards. Without COMMAND and URL, the tool is called in
    the session that runs in this directory.

    Usage:
      pitstop call [OPTIONS] TOOL [ARGUMENT...] -- COMMAND [ARG...]
      pitstop call [OPTIONS] TOOL [ARGUMENT...] http://HOST:PORT/PATH
      pitstop call [OPTIONS] cli TOOL [ARGUMENT...] -- COMMAND
      pitstop call [OPTIONS] TOOL [ARGUMENT...]

    ARGUMENT:
      key=value         of the type that the tool's schema says
      key=@FILE         the content of a file; @@ stands for an @
      outer.inner=value in an object; a key that is repeated makes an array
      '{"key": 1}'      all arguments as JSON; `-` reads them from stdin

    Options:
    {options}
    Also, for the server (see `pitstop help options`):
      {others}

    Examples:
      pitstop call add a=2 b=3 -- node dist/server.js
      pitstop call search tags=new tags=red limit=5 http://localhost:8080/mcp

    Exit codes: 0; 1 if the tool failed or nobody answered; 2 for a mistake on the
    command line, such as an argument of a wrong type.
    """
        .replace("{options}\n", HelpText.options(CallTable.rows("call")) + "\n")
        .replace("{others}", others());
  }

  static String tools() {
    return """
    Lists the tools of a server, or shows one with its arguments. Without COMMAND
    and URL, it lists those of the session that runs in this directory.

    Usage:
      pitstop tools [OPTIONS] [TOOL] -- COMMAND [ARG...]
      pitstop tools [OPTIONS] [TOOL] http://HOST:PORT/PATH
      pitstop tools [OPTIONS] cli [TOOL] -- COMMAND
      pitstop tools [OPTIONS] [TOOL]

    Options:
    {options}
    Also, for the server (see `pitstop help options`):
      {others}

    Exit codes: 0; 1 if nobody answered; 2 for a mistake on the command line.

    """
        .replace("{options}\n", HelpText.options(CallTable.rows("tools")) + "\n")
        .replace("{others}", others())
        + ToolsPage.text();
  }

  private static String others() {
    String names =
        CallTable.ofServer().stream()
            .map(OptionRow::name)
            .map(n -> "--" + n)
            .collect(Collectors.joining(" "));
    return String.join("\n  ", Words.lines(names, HelpText.WIDTH - 2));
  }
}
