package dev.pitstop.cli.help;

import dev.pitstop.cli.options.OptionGroup;
import dev.pitstop.cli.options.OptionScopes;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.stream.Collectors;

/// The pages of `pitstop help` that are about sessions and small commands.
final class HelpPages {
  private HelpPages() {}

  static String options() {
    StringBuilder out =
        new StringBuilder(
            """
            Options come before `--` or the server's URL.
            TIME is a duration such as 500ms, 30s or 2min; SIZE is 512KiB, 64MiB and so on.
            CMD runs in a shell. Quote CMD and GLOB, so that your shell passes them on.
            """);
    for (OptionGroup group : OptionGroup.values()) {
      String rows = HelpText.options(group);
      if (!rows.isEmpty()) {
        out.append('\n').append(group.title()).append(":\n").append(rows);
      }
    }
    return out.append(
            """

            After `--` everything belongs to the server. Without options, `--` can be left
            out, and a later `--` belongs to the server: pitstop npm run serve -- --flag
            Pitstop's commands win over programs of the same name, which need `--`:
              pitstop install claude-code     Pitstop's command
              pitstop -- install              the program called install

            Exit codes: 0 after a session, 1 after an internal error, 2 for a mistake on
            the command line.
            """)
        .toString();
  }

  static String doctor() {
    String others =
        OptionScopes.ofDoctor().stream()
            .filter(r -> r.group() != OptionGroup.DOCTOR && r.group() != OptionGroup.HELP)
            .map(r -> "--" + r.name())
            .collect(Collectors.joining(" "));
    return """
    Starts a server the way clients do, checks for what gives clients trouble, and
    stops the server. Each problem comes with a remedy. No tool is called.

    Usage:
      pitstop doctor [OPTIONS] -- COMMAND [ARG...]
      pitstop doctor [OPTIONS] http://HOST:PORT/PATH
      pitstop doctor cli [OPTIONS] -- COMMAND
      pitstop doctor [OPTIONS] [--config FILE]      every server in the file

    Options:
    {options}
    Also (see `pitstop help options`):
      {others}

    Examples:
      pitstop doctor -- node dist/server.js
      pitstop doctor --as claude-desktop -- npx -y @org/server

    Exit codes: 0 if nothing is marked ✗, 1 if something is, 2 for a mistake on the
    command line.
    """
        .replace("{options}\n", HelpText.options(OptionGroup.DOCTOR) + "\n")
        .replace("{others}", String.join("\n  ", Words.lines(others, HelpText.WIDTH - 2)));
  }

  static String cli() {
    return """
    Turns the commands of a command-line program into tools for the agent. Each call
    starts the program again, so the next call runs what you saved last.

    Usage:
      pitstop cli [OPTIONS] -- COMMAND [ARG...]
      pitstop cli --check -- COMMAND           show the tools and every problem

    With `schema --json`, COMMAND must print a description of its tools:
      {"tools": [{"name": "add_task", "description": "Adds a task",
        "parameters": {"type": "object",
                       "properties": {"title": {"type": "string"}}},
        "cli_command": ["add", "--", "{title}"]}]}

    Options:
    {options}
    {not}
    Example:
      pitstop cli --watch "*.py" -- ./todo.py

    Exit codes of --check: 0; 1 if there is a problem; 2 for a mistake on the
    command line.
    """
        .replace("{options}\n", HelpText.options(OptionGroup.CLI) + "\n")
        .replace("{not}\n", except(OptionScopes.NOT_OF_CLI) + "\n");
  }

  static String http() {
    return """
    Keeps the client connected to a server behind a URL while you stop, build and
    start that server yourself. Calls wait while nothing listens there.

    Usage:
      pitstop [OPTIONS] http://HOST:PORT/PATH

    Options:
    {options}
    {not}
    Without --restart, `recompile` builds if there is a --build, then begins a new
    session. Pitstop never stops the server, not even one that --start started.

    Examples:
      pitstop http://localhost:8080/mcp
      pitstop --restart "docker compose restart app" http://localhost:8080/mcp
      pitstop --header 'X-Key: ${KEY}' https://dev.example.com/mcp
    """
        .replace("{options}\n", HelpText.options(OptionGroup.URL) + "\n")
        .replace("{not}\n", except(OptionScopes.NOT_OF_A_URL));
  }

  static String many() {
    return """
    Runs many servers in one session. They come from a file, and the agent can add,
    reload and remove servers. A tool is called server__tool.

    Usage:
      pitstop [OPTIONS] [--config FILE]

    Options:
    {options}
    {own}
      {"mcpServers": {
        "weather": {"command": "node", "args": ["dist/server.js"],
                    "build": "npm run build", "watch": ["src/**/*.ts"]},
        "notes": {"url": "http://localhost:8080/mcp"},
        "todo": {"cli": ["./todo.py"]}}}
    Saving the file adds, removes and reloads only the servers whose entry changed.
    Without a file, the session starts with no server.

    Example:
      pitstop --config servers.json
    """
        .replace("{options}\n", HelpText.options(OptionGroup.MANY) + "\n")
        .replace(
            "{own}\n",
            HelpText.paragraph(
                "The options for tools and notices, limits and log apply too. A server's other"
                    + " options are keys of its entry in the file, and so are "
                    + list(OptionScopes.LIMITS_OF_A_SERVER)
                    + ":"));
  }

  static String demo() {
    return """
    Plays a short session in this terminal, without a client: a call, a crash, a
    compiler error, the fix, a reload. The demo works in a temporary directory and
    needs a JDK, Node or Python 3.

    Usage:
      pitstop demo

    Exit codes: 0; 1 if the demo failed; 2 for a mistake on the command line.
    """;
  }

  static String completion() {
    return """
    Prints the completion script for your shell.

    Usage:
      pitstop completion bash|zsh|fish

    Examples:
      source <(pitstop completion bash)     in ~/.bashrc
      source <(pitstop completion zsh)      in ~/.zshrc, after compinit
      pitstop completion fish | source      in ~/.config/fish/config.fish
    """;
  }

  /// Which options of other groups apply to this kind of server.
  private static String except(List<String> options) {
    return HelpText.paragraph(
        "The options for one server, tools and notices, limits and log apply too (`pitstop help"
            + " options`), except "
            + list(options)
            + ".");
  }

  /// `--a, --b and --c`.
  private static String list(List<String> options) {
    return Words.listed(options.stream().map(o -> "--" + o).toList(), "and");
  }
}
