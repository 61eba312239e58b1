package dev.pitstop.config;

import static dev.pitstop.config.SettingGroup.CLI_KEYS;
import static dev.pitstop.config.SettingGroup.DOCTOR;
import static dev.pitstop.config.SettingGroup.ENTRY;
import static dev.pitstop.config.SettingGroup.HELP;
import static dev.pitstop.config.SettingGroup.LOG;
import static dev.pitstop.config.SettingGroup.MANY;
import static dev.pitstop.config.SettingGroup.SERVER;
import static dev.pitstop.config.SettingGroup.SERVER_KEYS;
import static dev.pitstop.config.SettingGroup.SESSION;
import static dev.pitstop.config.SettingGroup.SESSION_KEYS;
import static dev.pitstop.config.SettingGroup.URL;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.channel.Target;
import dev.pitstop.commandline.CliTool;
import dev.pitstop.session.notices.HandshakePatience;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// All settings, in the order of the help: the options of sessions and of `pitstop doctor`, and the
/// keys of entries and of `--set`. The options of the other commands are with these. A command line
/// without options does not load this class.
public final class SettingTable {
  private static final Set<Fits> RUN_HERE = EnumSet.of(Fits.PROGRAM, Fits.SERVED);
  private static final Set<Fits> OF_FILES =
      EnumSet.of(Fits.PROGRAM, Fits.SERVED, Fits.CLI, Fits.ONCE);
  private static final Set<Fits> STOPPED =
      EnumSet.of(Fits.PROGRAM, Fits.SERVED, Fits.CLI, Fits.MANY, Fits.ONCE);
  private static final Set<Fits> DRAINED =
      EnumSet.of(Fits.PROGRAM, Fits.SERVED, Fits.URL, Fits.MANY);
  private static final Set<Fits> OVER_HTTP = EnumSet.of(Fits.SERVED, Fits.URL, Fits.ONCE);
  private static final Set<Fits> OF_SERVED = EnumSet.of(Fits.SERVED, Fits.ONCE);
  private static final Set<Fits> OF_URL = EnumSet.of(Fits.URL, Fits.ONCE);
  private static final Set<Fits> OF_CLI = EnumSet.of(Fits.CLI, Fits.ONCE);
  private static final Set<Fits> OF_MANY = EnumSet.of(Fits.MANY, Fits.ONCE);

  private static final Setting[] ROWS = {
    entry("command", Setting.Type.TEXT, RUN_HERE),
    entry("args", Setting.Type.TEXTS, RUN_HERE),
    entry("cli", Setting.Type.TEXTS, OF_CLI),
    entry("tools", Setting.Type.TEXTS, Fits.ALL),
    entry("disabled", Setting.Type.FLAG, Fits.ALL),
    Setting.of(
        SERVER,
        "build CMD",
        "build",
        Setting.Type.TEXT,
        "none",
        Fits.ONE,
        "shell command that builds the server on each reload"),
    Setting.of(
        SERVER,
        "watch GLOB",
        "watch",
        Setting.Type.TEXTS,
        "none",
        Fits.ONE,
        "reload when matching files change (repeatable)"),
    Setting.of(
        SERVER,
        "url URL",
        "url",
        Setting.Type.TEXT,
        "none",
        OF_SERVED,
        "COMMAND serves HTTP: run it as usual, and talk to it at this URL"),
    Setting.of(
        SERVER,
        "cwd DIR",
        "cwd",
        Setting.Type.TEXT,
        "here",
        Fits.ONE,
        "working directory of the server and its build"),
    Setting.of(
        SERVER,
        "env KEY=VALUE",
        "env",
        Setting.Type.OBJECT,
        "",
        Fits.ONE,
        "set a variable in the server's environment (repeatable)"),
    Setting.of(
            SERVER,
            "order ORDER",
            "order",
            Setting.Type.TEXT,
            Defaults.ORDER,
            RUN_HERE,
            "start-first; stop-first if the server holds a port or file")
        .oneOf(Defaults.ORDERS),
    Setting.of(
            SERVER,
            "on-crash MODE",
            "onCrash",
            Setting.Type.TEXT,
            Defaults.AFTER_CRASH,
            RUN_HERE,
            "respawn: a call restarts it; report: only a reload does")
        .oneOf(Defaults.ON_CRASH),
    Setting.of(
        SERVER,
        "name NAME",
        "",
        Setting.Type.TEXT,
        "from the server or COMMAND",
        Fits.ONE,
        "the server's name in messages and logs"),
    Setting.of(
        SERVER,
        "replay TOOL[:ARG=VALUE]",
        "replay",
        Setting.Type.TEXTS,
        "none",
        Fits.RUNNING,
        "repeat the last successful call of TOOL after a restart (repeatable)"),
    Setting.of(
        SERVER,
        "call-timeout TIME",
        "callTimeout",
        Setting.Type.TEXT,
        "none, or " + time(Target.Calls.USUAL.millis()) + " with cli",
        Fits.ONE,
        "give up a call that has had no answer or progress for this long"),
    Setting.of(
        MANY,
        "config FILE",
        "",
        Setting.Type.TEXT,
        "pitstop.json or .mcp.json here",
        OF_MANY,
        "file that lists the servers"),
    Setting.of(
        URL,
        "header 'NAME: VALUE'",
        "headers",
        Setting.Type.OBJECT,
        "none",
        OVER_HTTP,
        "HTTP header of every request; ${VAR} is replaced (repeatable)"),
    Setting.of(
        URL,
        "bearer-env VAR",
        "",
        Setting.Type.TEXT,
        "none",
        OVER_HTTP,
        "environment variable that holds the bearer token"),
    Setting.of(
        URL,
        "start CMD",
        "start",
        Setting.Type.TEXT,
        "none",
        OF_URL,
        "shell command that starts the server if nothing listens"),
    Setting.of(
        URL,
        "restart CMD",
        "restart",
        Setting.Type.TEXT,
        "none",
        EnumSet.of(Fits.URL),
        "shell command that restarts the server; `recompile` runs it after --build"),
    Setting.of(
        SESSION,
        "tools LIST",
        "",
        Setting.Type.TEXT,
        Defaults.TOOLS,
        Fits.SESSION,
        "which of Pitstop's tools the agent gets: names separated by commas, all or none"),
    Setting.of(
        SESSION,
        "start-timeout TIME",
        "startTimeout",
        Setting.Type.TEXT,
        time(Defaults.START_MILLIS),
        Fits.ALL,
        "how long a server can take to answer when it starts"),
    Setting.of(
        SESSION,
        "set KEY=VALUE",
        "",
        Setting.Type.TEXTS,
        "",
        Fits.ALL,
        "any setting that has a key, such as the ones rarely needed (repeatable)"),
    Setting.of(
            LOG,
            "log-level LEVEL",
            "",
            Setting.Type.TEXT,
            Defaults.LEVEL,
            Fits.SESSION,
            "error, warn, info, debug (every call, without its content) or off")
        .oneOf(Defaults.LEVELS),
    Setting.of(
        LOG,
        "log-file FILE",
        "",
        Setting.Type.TEXT,
        "in the state directory",
        Fits.SESSION,
        "where the log goes besides stderr; none for stderr only"),
    Setting.of(
        LOG,
        "record FILE",
        "",
        Setting.Type.TEXT,
        "none",
        Fits.SESSION,
        "record the session in FILE, for `pitstop replay`; without secrets"),
    Setting.of(
        SERVER_KEYS,
        "build-timeout TIME",
        "buildTimeout",
        Setting.Type.TEXT,
        time(Defaults.BUILD_MILLIS),
        Fits.ONE,
        "how long a build can take before it is killed"),
    Setting.of(
        SERVER_KEYS,
        "binary FILE",
        "binary",
        Setting.Type.TEXT,
        "from COMMAND",
        OF_FILES,
        "the file that `binary_info` describes"),
    Setting.of(
        CLI_KEYS,
        "schema-args WORDS",
        "schemaArgs",
        Setting.Type.WORDS,
        String.join(" ", Target.Calls.USUAL.schemaArgs()),
        OF_CLI,
        "arguments that make COMMAND describe its tools"),
    Setting.of(
        CLI_KEYS,
        "call-args WORDS",
        "callArgs",
        Setting.Type.WORDS,
        String.join(" ", CliTool.CALL_ARGS),
        OF_CLI,
        "arguments added to each call; may be empty"),
    Setting.of(
        CLI_KEYS,
        "max-output SIZE",
        "maxOutput",
        Setting.Type.NUMBER,
        size(Target.Calls.USUAL.maxOutput()),
        OF_CLI,
        "how much of a call's output is passed on"),
    Setting.of(
        CLI_KEYS,
        "parallel N",
        "parallel",
        Setting.Type.NUMBER,
        String.valueOf(Target.Calls.USUAL.parallel()),
        OF_CLI,
        "how many calls run at once"),
    Setting.of(
        SESSION_KEYS,
        "stop-timeout TIME",
        "stopTimeout",
        Setting.Type.TEXT,
        time(Defaults.STOP_MILLIS),
        STOPPED,
        "how long a server can take to stop, and Pitstop to exit"),
    Setting.of(
        SESSION_KEYS,
        "drain-timeout TIME",
        "drainTimeout",
        Setting.Type.TEXT,
        time(Defaults.DRAIN_MILLIS),
        DRAINED,
        "how long the old server can take to finish its calls"),
    Setting.of(
        SESSION_KEYS,
        "hold-timeout TIME",
        "holdTimeout",
        Setting.Type.TEXT,
        time(Defaults.HOLD_MILLIS),
        Fits.SESSION,
        "how long calls wait for a server that is down"),
    Setting.of(
        SESSION_KEYS,
        "hold-limit N",
        "holdLimit",
        Setting.Type.NUMBER,
        String.valueOf(Defaults.HOLD_LIMIT),
        Fits.SESSION,
        "how many calls can wait"),
    Setting.of(
        SESSION_KEYS,
        "handshake-timeout TIME",
        "handshakeTimeout",
        Setting.Type.TEXT,
        time(HandshakePatience.USUAL.millis())
            + ", or "
            + time(HandshakePatience.USUAL.unknownMillis())
            + " the first time",
        Fits.SESSION,
        "how long the client's handshake waits for the server; then Pitstop answers it"),
    Setting.of(
        SESSION_KEYS,
        "list-wait TIME",
        "listWait",
        Setting.Type.TEXT,
        time(Defaults.LIST_WAIT_MILLIS),
        EnumSet.of(Fits.MANY),
        "how long lists wait for a server that starts; for all, up to five times as long"),
    Setting.of(
        SESSION_KEYS,
        "max-message SIZE",
        "maxMessage",
        Setting.Type.NUMBER,
        size(Defaults.MESSAGE_BYTES),
        Fits.ALL,
        "longest message that is passed on"),
    Setting.of(
            SESSION_KEYS,
            "notices MODE",
            "notices",
            Setting.Type.TEXT,
            Defaults.NOTICE,
            Fits.SESSION,
            "inline: notices come with results; off: only in `server_status` and the log")
        .oneOf(Defaults.NOTICES),
    Setting.of(
            SESSION_KEYS,
            "bad-tools MODE",
            "badTools",
            Setting.Type.TEXT,
            Defaults.BAD_TOOL,
            Fits.SESSION,
            "withhold: tools for which clients refuse the whole list are left out; pass: they are"
                + " listed")
        .oneOf(Defaults.BAD_TOOLS),
    Setting.of(
            SESSION_KEYS,
            "modern-client FLAG",
            "modernClient",
            Setting.Type.FLAG,
            "false",
            Fits.SESSION,
            "the client speaks only revision 2026-07-28: answer its `server/discover` for any"
                + " server")
        .oneOf(Defaults.FLAGS),
    Setting.option(DOCTOR, "as CLIENT", "", "start the server like this client"),
    Setting.option(DOCTOR, "json", "", "print one JSON object"),
    Setting.option(HELP, "help", "", "print help; after a command, its help (also -h)"),
    Setting.option(HELP, "version", "", "print the version (also -V)"),
  };

  private SettingTable() {}

  private static Setting entry(String key, Setting.Type type, Set<Fits> fits) {
    return Setting.of(ENTRY, "", key, type, "", fits, "");
  }

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

  /// What a command line can say.
  public static List<Setting> rows() {
    return List.of(ROWS).stream().filter(r -> r.group() != ENTRY).toList();
  }

  /// What the command line of a session can say.
  public static List<Setting> ofSession() {
    return rows().stream().filter(Setting::isOfSession).toList();
  }

  /// Those of one group.
  public static List<Setting> of(SettingGroup group) {
    return rows().stream().filter(r -> r.group() == group).toList();
  }

  /// The keys of an entry.
  static List<Setting> ofEntry() {
    return List.of(ROWS).stream().filter(Setting::isOfEntry).toList();
  }

  /// The row of an option, which is written without `--`.
  public static Optional<Setting> option(String name) {
    for (Setting r : ROWS) {
      if (r.group() != ENTRY && r.option().equals(name)) {
        return Optional.of(r);
      }
    }
    return Optional.empty();
  }

  /// The row of a key of `--set`. What can be a secret is given by its own option.
  public static Optional<Setting> key(String key) {
    for (Setting r : ROWS) {
      if (isKey(r) && r.key().equals(key)) {
        return Optional.of(r);
      }
    }
    return Optional.empty();
  }

  private static boolean isKey(Setting row) {
    return row.group() != ENTRY && !row.key().isEmpty() && row.type() != Setting.Type.OBJECT;
  }

  /// The keys of `--set`.
  public static List<String> keys() {
    return rows().stream().filter(SettingTable::isKey).map(Setting::key).toList();
  }

  /// The option or key that was probably meant, as the end of an error text; empty if there is
  /// none.
  ///
  /// @param option as it was written, with its dashes
  /// @param among what can be given
  public static String suggestion(String option, List<Setting> among) {
    List<String> names = among.stream().map(r -> "--" + r.option()).toList();
    return Nearest.name(option, names)
        .map(near -> among.get(names.indexOf(near)))
        .map(r -> "; did you mean " + (r.isSet() ? r.usage() : r.name()) + "?")
        .orElse("");
  }
}
