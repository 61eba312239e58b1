package dev.pitstop.cli;

import dev.pitstop.session.OwnTools;
import dev.pitstop.session.ServerTools;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command line, by one table: reading it, its errors and its help come from the same rows.
///
/// @param values the given values of each option, in order
/// @param command what stands behind `--`, or the words that no option took
/// @param separated whether a `--` stands before the command: then no word of it means us
/// @param cli whether the command is one whose commands become tools (T1): `pitstop cli …`
record Options(
    Map<String, List<String>> values, List<String> command, boolean separated, boolean cli) {
  /// One option. `value` is the name of its value, empty for a switch.
  record Row(String name, String value, String defaultValue, String help) {
    boolean repeatable() {
      return help.endsWith("(repeatable)");
    }
  }

  /// A command line that makes no sense; the message says why.
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  /// Words that are no command of the user's.
  private static final String[] OURS = {"doctor", "install", "uninstall", "completion", "demo"};

  private static final Row[] ROWS = {
    new Row(
        "config",
        "FILE",
        "pitstop.json or .mcp.json here",
        "many servers, and no COMMAND: their file"),
    new Row(
        "list-wait",
        "TIME",
        "2s",
        "many servers: how long lists wait for one that starts; longer while it works"),
    new Row("name", "NAME", "from COMMAND", "the server's name in messages and logs"),
    new Row("binary", "FILE", "from COMMAND", "the file that binary_info tells about"),
    new Row("cwd", "DIR", "here", "working directory of the server and its build"),
    new Row("env", "KEY=VALUE", "", "added to the server's environment (repeatable)"),
    new Row(
        "build", "CMD", "none", "build command, run by a shell; recompile builds, then restarts"),
    new Row("build-timeout", "TIME", "10min", "a build that takes longer is killed"),
    new Row("watch", "GLOB", "none", "reload when matching files change (repeatable)"),
    new Row(
        "order",
        "ORDER",
        "start-first",
        "start-first, or stop-first for servers that hold a port or file"),
    new Row(
        "replay",
        "TOOL[:ARG=VALUE]",
        "none",
        "repeat this tool's last good call after a restart (repeatable)"),
    new Row(
        "header",
        "'NAME: VALUE'",
        "none",
        "a URL: sent with each request, ${VAR} from here (repeatable)"),
    new Row("bearer-env", "VAR", "none", "a URL: the variable that holds its bearer token"),
    new Row("start", "CMD", "none", "a URL: run by a shell if nobody listens there"),
    new Row("restart", "CMD", "none", "a URL: run by a shell for recompile, after --build"),
    new Row("schema-args", "WORDS", "schema --json", "cli: what makes COMMAND describe its tools"),
    new Row("call-args", "WORDS", "--json", "cli: added to each call; '' for nothing"),
    new Row("max-output", "SIZE", "4MiB", "cli: how much of a call's output is passed on"),
    new Row("parallel", "N", "16", "cli: how many calls run at once"),
    new Row("check", "", "", "cli: show the tools and what is wrong with them, and end"),
    new Row(
        "on-crash",
        "MODE",
        "respawn",
        "respawn: the next call restarts it; report: wait for a reload"),
    new Row(
        "tools", "LIST", "all", "which of Pitstop's own tools to offer, comma-separated, or none"),
    new Row("notices", "MODE", "inline", "inline: news goes with results; off: with server_status"),
    new Row(
        "start-timeout",
        "TIME",
        "90s",
        "a server that has not answered by then has failed to start"),
    new Row(
        "handshake-timeout",
        "TIME",
        "300ms, or 25s the first time",
        "then the client's handshake is answered in its place"),
    new Row("hold-timeout", "TIME", "120s", "how long calls wait for a server that is not there"),
    new Row("hold-limit", "N", "1000", "how many calls may wait"),
    new Row(
        "call-timeout",
        "TIME",
        "none, or 120s with cli",
        "a call without answer or progress for so long is given up"),
    new Row("drain-timeout", "TIME", "30s", "how long a replaced server may finish its calls"),
    new Row(
        "stop-timeout",
        "TIME",
        "5s",
        "a server's stop, and Pitstop's own end: all within this time"),
    new Row("max-message", "SIZE", "64MiB", "longest message that is passed on"),
    new Row(
        "log-level",
        "LEVEL",
        "info",
        "error, warn, info, debug (every call, without its content) or off"),
    new Row(
        "log-file",
        "FILE",
        "in the state directory",
        "where the log goes besides stderr; none for nowhere"),
    new Row(
        "as",
        "CLIENT",
        "",
        "doctor: claude-code|claude-desktop|cursor|vscode|codex|gemini|opencode|zed|cline"),
    new Row("json", "", "", "doctor: print one JSON object"),
    new Row("help", "", "", "this text"),
    new Row("version", "", "", "the version"),
  };

  /// The table, in the order of the help.
  static List<Row> rows() {
    return List.of(ROWS);
  }

  static Options parse(String[] args) throws UsageException {
    Map<String, List<String>> values = new LinkedHashMap<>();
    List<String> command = new ArrayList<>();
    boolean separated = false;
    boolean cli = false;
    String before = ""; // the option that stands in front of the command's first word
    int i = 0;
    while (i < args.length) {
      String arg = args[i++];
      if (arg.equals("--")) {
        separated = command.isEmpty();
        if (!separated && !values.isEmpty()) {
          throw unexpected(command.getFirst(), before);
        }
        if (!separated) {
          command.add(arg); // `pitstop npm run x -- --flag`: the command's own
        }
        while (i < args.length) {
          command.add(args[i++]);
        }
        break;
      }
      if (arg.equals("-h") || arg.equals("-V")) {
        arg = arg.equals("-h") ? "--help" : "--version";
      }
      if (arg.equals("cli") && command.isEmpty() && !cli) {
        cli = true;
        continue;
      }
      if (!arg.startsWith("--")) {
        if (arg.startsWith("-") && arg.length() > 1) {
          throw new UsageException("unknown option " + arg + suggestion(arg));
        }
        command.add(arg);
        continue;
      }
      int equals = arg.indexOf('=');
      String name = equals < 0 ? arg.substring(2) : arg.substring(2, equals);
      Optional<Row> row = row(name);
      if (row.isEmpty()) {
        throw new UsageException("unknown option --" + name + suggestion(name));
      }
      if (command.isEmpty()) {
        before = name;
      }
      List<String> given = values.get(name);
      if (given == null) {
        given = new ArrayList<>();
        values.put(name, given);
      }
      if (row.get().value().isEmpty()) {
        if (equals >= 0) {
          throw new UsageException("--" + name + " takes no value");
        }
        given.add("");
      } else if (equals >= 0) {
        given.add(arg.substring(equals + 1));
      } else if (i < args.length && !args[i].equals("--")) {
        given.add(args[i++]);
      } else {
        throw new UsageException(
            "--" + name + " needs a value: --" + name + " " + row.get().value());
      }
    }
    return new Options(values, command, separated, cli);
  }

  /// With options of ours and a `--`, a word in front of the `--` is most likely a piece of a value
  /// that the shell has split, or of a glob that it has expanded; it must not become the command.
  private static UsageException unexpected(String word, String before) {
    String hint =
        before.equals("watch")
            ? "; quote the glob of --watch, so that the shell does not expand it"
            : row(before).filter(r -> !r.value().isEmpty()).isPresent()
                ? "; quote the value of --" + before + " if it has blanks"
                : "";
    return new UsageException("unexpected word `" + word + "` before `--`" + hint);
  }

  private static Optional<Row> row(String name) {
    for (Row r : ROWS) {
      if (r.name().equals(name)) {
        return Optional.of(r);
      }
    }
    return Optional.empty();
  }

  /// A word of ours that the command's first word is nearly, if it may mean us.
  Optional<String> nearlyOurs() {
    if (separated || command.isEmpty()) {
      return Optional.empty();
    }
    for (String word : OURS) {
      if (!word.equals(command.getFirst()) && near(word, command.getFirst())) {
        return Optional.of(word);
      }
    }
    return Optional.empty();
  }

  private static String suggestion(String name) {
    for (Row r : ROWS) {
      String n = r.name();
      if (!name.isEmpty() && (n.startsWith(name) || name.startsWith(n) || near(n, name))) {
        return "; did you mean --" + n + "?";
      }
    }
    return "";
  }

  /// One letter is wrong, missing or too many, or two neighbours changed places.
  private static boolean near(String a, String b) {
    int start = 0;
    int ends = Math.min(a.length(), b.length());
    while (start < ends && a.charAt(start) == b.charAt(start)) {
      start++;
    }
    int tail = 0;
    while (tail < ends - start
        && a.charAt(a.length() - 1 - tail) == b.charAt(b.length() - 1 - tail)) {
      tail++;
    }
    return a.length() - start - tail <= 2 && b.length() - start - tail <= 2 && start + tail >= 3;
  }

  /// Whether the command line is this word alone.
  boolean asks(String word) {
    return begins(word) && command.size() == 1 && values.isEmpty();
  }

  /// Whether the command's first word is this one, and may mean us.
  boolean begins(String word) {
    return !separated && !command.isEmpty() && command.getFirst().equals(word);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  String one(String name, String otherwise) throws UsageException {
    List<String> given = all(name);
    if (given.size() > 1) {
      throw new UsageException("--" + name + " may be given once");
    }
    return given.isEmpty() ? otherwise : given.getFirst();
  }

  /// A time in milliseconds: `500ms`, `30s`, `2min`, or a plain number of seconds.
  long millis(String name, String otherwise) throws UsageException {
    String text = one(name, otherwise);
    long n = leadingNumber(name, text, "a time such as 500ms, 30s or 2min");
    String unit = text.substring(digits(text));
    return switch (unit) {
      case "ms" -> n;
      case "", "s" -> Math.multiplyExact(n, 1_000L);
      case "m", "min" -> Math.multiplyExact(n, 60_000L);
      case "h" -> Math.multiplyExact(n, 3_600_000L);
      default ->
          throw new UsageException(
              "--" + name + ": '" + text + "' is no time; say 500ms, 30s or 2min");
    };
  }

  /// The same where no time at all would make every attempt fail.
  long moreThanZeroMillis(String name, String otherwise) throws UsageException {
    long millis = millis(name, otherwise);
    if (millis == 0) {
      throw new UsageException("--" + name + ": must be more than 0");
    }
    return millis;
  }

  /// A size in bytes: `100000`, `512KiB`, `64MiB`, `1GiB`.
  int bytes(String name, String otherwise) throws UsageException {
    String text = one(name, otherwise);
    long n = leadingNumber(name, text, "a size such as 512KiB or 64MiB");
    n = Math.min(n, Integer.MAX_VALUE); // far out of range already, and cannot overflow
    long size =
        switch (text.substring(digits(text))) {
          case "", "B" -> n;
          case "KiB", "K", "k", "KB" -> n * 1024;
          case "MiB", "M", "MB" -> n * 1024 * 1024;
          case "GiB", "G", "GB" -> n * 1024 * 1024 * 1024;
          default ->
              throw new UsageException(
                  "--" + name + ": '" + text + "' is no size; say 512KiB or 64MiB");
        };
    if (size < 1024 || size > 1024L * 1024 * 1024) {
      throw new UsageException("--" + name + ": must be between 1KiB and 1GiB");
    }
    return (int) size;
  }

  int number(String name, String otherwise) throws UsageException {
    String text = one(name, otherwise);
    long n = leadingNumber(name, text, "a number");
    if (digits(text) != text.length() || n > Integer.MAX_VALUE) {
      throw new UsageException("--" + name + ": '" + text + "' is no number");
    }
    return (int) n;
  }

  private static int digits(String text) {
    int i = 0;
    while (i < text.length() && Character.isDigit(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private static long leadingNumber(String name, String text, String what) throws UsageException {
    if (text.startsWith("-") && digits(text.substring(1)) > 0) {
      throw new UsageException("--" + name + ": must not be negative");
    }
    int digits = digits(text);
    if (digits == 0 || digits > 12) {
      throw new UsageException("--" + name + ": '" + text + "' is not " + what);
    }
    return Long.parseLong(text.substring(0, digits));
  }

  /// One of several words.
  String word(String name, String otherwise, String... allowed) throws UsageException {
    String given = one(name, otherwise);
    for (String a : allowed) {
      if (a.equals(given)) {
        return given;
      }
    }
    throw new UsageException(
        "--" + name + ": '" + given + "' is none of " + String.join(", ", allowed));
  }

  /// Words in lines that are not too long.
  private static String lines(List<String> words) {
    StringBuilder out = new StringBuilder();
    int length = 0;
    for (String word : words) {
      boolean full = length + word.length() > 90;
      out.append(out.isEmpty() ? "" : full ? ",\n  " : ", ").append(word);
      length = full ? word.length() : length + word.length() + 2;
    }
    return out.toString();
  }

  static String help() {
    StringBuilder out = new StringBuilder();
    out.append(
        """
        Pitstop: a hot-reload proxy for MCP servers that are being written.

        Usage:
          pitstop [OPTIONS] -- COMMAND [ARG...]   put this in your MCP client in place of COMMAND
          pitstop [OPTIONS] http://HOST:PORT/PATH a daemon that is restarted freely, over HTTP
          pitstop cli [OPTIONS] -- COMMAND        a command-line program whose commands become tools
          pitstop [OPTIONS] [--config FILE]       many servers; the agent adds and removes them

        Commands:
          pitstop doctor [OPTIONS] -- COMMAND     what clients will trip over in a server (or URL, cli …)
          pitstop demo                            a short session in the terminal, without a client
          pitstop completion bash|zsh|fish        what these shells want to complete command lines
          pitstop install [CLIENT [SERVER...]]    wraps what a client has configured; `install --help`
          pitstop uninstall CLIENT [SERVER...]    gives back what was there

        The client talks to Pitstop over stdio; Pitstop runs COMMAND behind it, answers for it when it
        is down, and restarts it, while the client's connection stays. The agent gets these tools
        besides the server's own:
          {tools}
        With many servers, whose tools are called server__tool, it gets these:
          {many}

        Only options may stand in front of `--`. Without any option, the whole line is COMMAND, a `--` in it
        included: pitstop npm run serve -- --flag

        Options (times: 500ms, 30s, 2min; sizes: 512KiB, 64MiB):
        """
            .replace("{tools}", String.join(", ", OwnTools.NAMES))
            .replace("{many}", lines(ServerTools.NAMES)));
    for (Row r : ROWS) {
      String left = "  --" + r.name() + (r.value().isEmpty() ? "" : " " + r.value());
      out.append(left);
      if (left.length() > 25) {
        out.append('\n').append(" ".repeat(26));
      } else {
        out.append(" ".repeat(26 - left.length()));
      }
      out.append(r.help());
      if (!r.defaultValue().isEmpty()) {
        out.append(" [").append(r.defaultValue()).append(']');
      }
      out.append('\n');
    }
    out.append(
        """

        Examples:
          pitstop -- node server.js
          pitstop --build "npm run build" --watch "src/**/*.ts" -- node dist/server.js
          pitstop --on-crash report -- java -jar target/server.jar
          pitstop --restart "docker compose restart app" http://localhost:8080/mcp
          pitstop cli -- python3 examples/todo.py
          pitstop --config servers.json
          pitstop doctor --as claude-desktop -- npx -y @org/server

        Exit code 0 when the client ends the session, 2 for a mistake on the command line; of --check and
        doctor 1 if something is wrong.
        """);
    return out.toString();
  }
}
