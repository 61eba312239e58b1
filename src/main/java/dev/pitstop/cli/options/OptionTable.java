package dev.pitstop.cli.options;

import static dev.pitstop.cli.options.OptionGroup.AGENT;
import static dev.pitstop.cli.options.OptionGroup.CLI;
import static dev.pitstop.cli.options.OptionGroup.DOCTOR;
import static dev.pitstop.cli.options.OptionGroup.HELP;
import static dev.pitstop.cli.options.OptionGroup.LIMITS;
import static dev.pitstop.cli.options.OptionGroup.LOG;
import static dev.pitstop.cli.options.OptionGroup.MANY;
import static dev.pitstop.cli.options.OptionGroup.SERVER;
import static dev.pitstop.cli.options.OptionGroup.URL;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.channel.Target;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.session.notices.HandshakePatience;
import java.util.List;
import java.util.Optional;

/// The options of sessions and of `pitstop doctor`, in the order of the help. Those of the other
/// commands are in [Verb]. A command line without options does not load this class.
public final class OptionTable {
  private static final OptionRow[] ROWS = {
    SERVER.row("build CMD", "none", "shell command that builds the server on each reload"),
    SERVER.row("watch GLOB", "none", "reload when matching files change (repeatable)"),
    SERVER.row(
        "url URL", "none", "COMMAND serves HTTP: run it as usual, and talk to it at this URL"),
    SERVER.row("cwd DIR", "here", "working directory of the server and its build"),
    SERVER.row("env KEY=VALUE", "", "set a variable in the server's environment (repeatable)"),
    SERVER.row(
        "order ORDER",
        Defaults.ORDER,
        "start-first; stop-first if the server holds a port or file"),
    SERVER.row(
        "on-crash MODE",
        Defaults.AFTER_CRASH,
        "respawn: a call restarts it; report: only a reload does"),
    SERVER.row("name NAME", "from the server or COMMAND", "the server's name in messages and logs"),
    SERVER.row("binary FILE", "from COMMAND", "the file that `binary_info` describes"),
    SERVER.row(
        "replay TOOL[:ARG=VALUE]",
        "none",
        "repeat the last successful call of TOOL after a restart (repeatable)"),
    MANY.row("config FILE", "pitstop.json or .mcp.json here", "file that lists the servers"),
    MANY.row(
        "list-wait TIME",
        time(Defaults.LIST_WAIT_MILLIS),
        "how long lists wait for a server that starts; for all, up to five times as long"),
    URL.row(
        "header 'NAME: VALUE'",
        "none",
        "HTTP header of every request; ${VAR} is replaced (repeatable)"),
    URL.row("bearer-env VAR", "none", "environment variable that holds the bearer token"),
    URL.row("start CMD", "none", "shell command that starts the server if nothing listens"),
    URL.row(
        "restart CMD",
        "none",
        "shell command that restarts the server; `recompile` runs it after --build"),
    CLI.row(
        "schema-args WORDS",
        String.join(" ", Target.Calls.USUAL.schemaArgs()),
        "arguments that make COMMAND describe its tools"),
    CLI.row(
        "call-args WORDS",
        String.join(" ", CliTool.CALL_ARGS),
        "arguments added to each call; '' for none"),
    CLI.row(
        "max-output SIZE",
        size(Target.Calls.USUAL.maxOutput()),
        "how much of a call's output is passed on"),
    CLI.row(
        "parallel N", String.valueOf(Target.Calls.USUAL.parallel()), "how many calls run at once"),
    AGENT.row(
        "tools LIST",
        Defaults.TOOLS,
        "which of Pitstop's tools the agent gets: names separated by commas, all or none"),
    AGENT.row(
        "notices MODE",
        Defaults.NOTICE,
        "inline: notices come with results; off: only in `server_status` and the log"),
    AGENT.row(
        "modern-client",
        "",
        "the client speaks only revision 2026-07-28: answer its `server/discover` for any server"),
    LIMITS.row(
        "start-timeout TIME",
        time(Defaults.START_MILLIS),
        "how long a server can take to answer when it starts"),
    LIMITS.row(
        "handshake-timeout TIME",
        time(HandshakePatience.USUAL.millis())
            + ", or "
            + time(HandshakePatience.USUAL.unknownMillis())
            + " the first time",
        "how long the client's handshake waits for the server; then Pitstop answers it"),
    LIMITS.row(
        "build-timeout TIME",
        time(Defaults.BUILD_MILLIS),
        "how long a build can take before it is killed"),
    LIMITS.row(
        "hold-timeout TIME",
        time(Defaults.HOLD_MILLIS),
        "how long calls wait for a server that is down"),
    LIMITS.row("hold-limit N", String.valueOf(Defaults.HOLD_LIMIT), "how many calls can wait"),
    LIMITS.row(
        "call-timeout TIME",
        "none, or " + time(Target.Calls.USUAL.millis()) + " with cli",
        "give up a call that has had no answer or progress for this long"),
    LIMITS.row(
        "drain-timeout TIME",
        time(Defaults.DRAIN_MILLIS),
        "how long the old server can take to finish its calls"),
    LIMITS.row(
        "stop-timeout TIME",
        time(Defaults.STOP_MILLIS),
        "how long a server can take to stop, and Pitstop to exit"),
    LIMITS.row(
        "max-message SIZE", size(Defaults.MESSAGE_BYTES), "longest message that is passed on"),
    LOG.row(
        "log-level LEVEL",
        Defaults.LEVEL,
        "error, warn, info, debug (every call, without its content) or off"),
    LOG.row(
        "log-file FILE",
        "in the state directory",
        "where the log goes besides stderr; none for stderr only"),
    LOG.row(
        "record FILE", "none", "record the session in FILE, for `pitstop replay`; without secrets"),
    DOCTOR.row("as CLIENT", "", "start the server like this client: {clients}"),
    DOCTOR.row("json", "", "print one JSON object"),
    HELP.row("help", "", "print help; after a command, its help (also -h)"),
    HELP.row("version", "", "print the version (also -V)"),
  };

  private OptionTable() {}

  /// A duration as people write it.
  private static String time(long millis) {
    return millis < 1_000
        ? millis + "ms"
        : millis < 600_000 ? millis / 1_000 + "s" : millis / 60_000 + "min";
  }

  /// A size in whole MiB.
  private static String size(int bytes) {
    return bytes / 1024 / 1024 + "MiB";
  }

  public static List<OptionRow> rows() {
    return List.of(ROWS);
  }

  /// Those of one group.
  public static List<OptionRow> of(OptionGroup group) {
    return rows().stream().filter(r -> r.group() == group).toList();
  }

  /// The option of this name, which is written without `--`.
  public static Optional<OptionRow> row(String name) {
    for (OptionRow r : ROWS) {
      if (r.name().equals(name)) {
        return Optional.of(r);
      }
    }
    return Optional.empty();
  }

  /// The option that was probably meant, as the end of an error text; empty if there is none.
  ///
  /// @param option as it was written, with its dashes
  static String suggestion(String option) {
    List<String> names = rows().stream().map(row -> "--" + row.name()).toList();
    return Nearest.question(option, names, "%s").orElse("");
  }
}
