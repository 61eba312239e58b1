package dev.pitstop.config;

import static dev.pitstop.config.Setting.Type.FLAG;
import static dev.pitstop.config.Setting.Type.NUMBER;
import static dev.pitstop.config.Setting.Type.OBJECT;
import static dev.pitstop.config.Setting.Type.TEXT;
import static dev.pitstop.config.Setting.Type.TEXTS;
import static dev.pitstop.config.Setting.Type.WORDS;
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
    entry("command", TEXT, RUN_HERE),
    entry("args", TEXTS, RUN_HERE),
    entry("cli", TEXTS, OF_CLI),
    entry("tools", TEXTS, Fits.ALL),
    entry("disabled", FLAG, Fits.ALL),
    Setting.of(SERVER, "build CMD", "build", TEXT, Fits.ONE)
        .says("none", "shell command that builds the server on each reload"),
    Setting.of(SERVER, "watch GLOB", "watch", TEXTS, Fits.ONE)
        .says("none", "reload when matching files change (repeatable)"),
    Setting.of(SERVER, "url URL", "url", TEXT, OF_SERVED)
        .says("none", "COMMAND serves HTTP: run it as usual, and talk to it at this URL"),
    Setting.of(SERVER, "cwd DIR", "cwd", TEXT, Fits.ONE)
        .says("here", "working directory of the server and its build"),
    Setting.of(SERVER, "env KEY=VALUE", "env", OBJECT, Fits.ONE)
        .says("", "set a variable in the server's environment (repeatable)"),
    Setting.of(SERVER, "order ORDER", "order", TEXT, RUN_HERE)
        .says("start-first", "start-first; stop-first if the server holds a port or file")
        .oneOf("start-first, stop-first"),
    Setting.of(SERVER, "on-crash MODE", "onCrash", TEXT, RUN_HERE)
        .says("respawn", "respawn: a call restarts it; report: only a reload does")
        .oneOf("respawn, report"),
    Setting.of(SERVER, "name NAME", "", TEXT, Fits.ONE)
        .says("from the server or COMMAND", "the server's name in messages and logs"),
    Setting.of(SERVER, "replay TOOL[:ARG=VALUE]", "replay", TEXTS, Fits.RUNNING)
        .says("none", "repeat the last successful call of TOOL after a restart (repeatable)"),
    Setting.of(SERVER, "call-timeout TIME", "callTimeout", TEXT, Fits.ONE)
        .says(
            "none, or " + time(Target.Calls.USUAL.millis()) + " with cli",
            "give up a call that has had no answer or progress for this long"),
    Setting.of(MANY, "config FILE", "", TEXT, OF_MANY)
        .says("pitstop.json or .mcp.json here", "file that lists the servers"),
    Setting.of(URL, "header 'NAME: VALUE'", "headers", OBJECT, OVER_HTTP)
        .says("none", "HTTP header of every request; ${VAR} is replaced (repeatable)"),
    Setting.of(URL, "bearer-env VAR", "", TEXT, OVER_HTTP)
        .says("none", "environment variable that holds the bearer token"),
    Setting.of(URL, "start CMD", "start", TEXT, OF_URL)
        .says("none", "shell command that starts the server if nothing listens"),
    Setting.of(URL, "restart CMD", "restart", TEXT, EnumSet.of(Fits.URL))
        .says("none", "shell command that restarts the server; `recompile` runs it after --build"),
    Setting.of(SESSION, "tools LIST", "", TEXT, Fits.SESSION)
        .says(
            "all",
            "which of Pitstop's tools the agent gets: names separated by commas, all or none"),
    Setting.of(SESSION, "set KEY=VALUE", "", TEXTS, Fits.ALL)
        .says("", "any setting that has a key, such as the ones rarely needed (repeatable)"),
    Setting.of(LOG, "log-level LEVEL", "", TEXT, Fits.SESSION)
        .says("info", "error, warn, info, debug or off")
        .oneOf("error, warn, info, debug, off"),
    Setting.of(LOG, "log-file FILE", "", TEXT, Fits.SESSION)
        .says("in the state directory", "where the log goes besides stderr; none for stderr only"),
    Setting.of(LOG, "record FILE", "", TEXT, Fits.SESSION)
        .says("none", "record the session in FILE, for `pitstop replay`; without secrets"),
    Setting.of(SERVER_KEYS, "build-timeout TIME", "buildTimeout", TEXT, Fits.ONE)
        .says(time(Defaults.BUILD_MILLIS), "how long a build can take before it is killed"),
    Setting.of(SERVER_KEYS, "start-timeout TIME", "startTimeout", TEXT, Fits.ALL)
        .says(time(Defaults.START_MILLIS), "how long a server can take to answer when it starts"),
    Setting.of(SERVER_KEYS, "binary FILE", "binary", TEXT, OF_FILES)
        .says("from COMMAND", "the file that `binary_info` describes"),
    Setting.of(CLI_KEYS, "schema-args WORDS", "schemaArgs", WORDS, OF_CLI)
        .says(
            String.join(" ", Target.Calls.USUAL.schemaArgs()),
            "arguments that make COMMAND describe its tools"),
    Setting.of(CLI_KEYS, "call-args WORDS", "callArgs", WORDS, OF_CLI)
        .says(String.join(" ", CliTool.CALL_ARGS), "arguments added to each call; may be empty"),
    Setting.of(CLI_KEYS, "max-output SIZE", "maxOutput", NUMBER, OF_CLI)
        .says(size(Target.Calls.USUAL.maxOutput()), "how much of a call's output is passed on"),
    Setting.of(CLI_KEYS, "parallel N", "parallel", NUMBER, OF_CLI)
        .says(String.valueOf(Target.Calls.USUAL.parallel()), "how many calls run at once"),
    Setting.of(SESSION_KEYS, "stop-timeout TIME", "stopTimeout", TEXT, STOPPED)
        .says(
            time(Defaults.STOP_MILLIS), "how long a server can take to stop, and Pitstop to exit"),
    Setting.of(SESSION_KEYS, "drain-timeout TIME", "drainTimeout", TEXT, DRAINED)
        .says(time(Defaults.DRAIN_MILLIS), "how long the old server can take to finish its calls"),
    Setting.of(SESSION_KEYS, "hold-timeout TIME", "holdTimeout", TEXT, Fits.SESSION)
        .says(time(Defaults.HOLD_MILLIS), "how long calls wait for a server that is down"),
    Setting.of(SESSION_KEYS, "hold-limit N", "holdLimit", NUMBER, Fits.SESSION)
        .says(String.valueOf(Defaults.HOLD_LIMIT), "how many calls can wait"),
    Setting.of(SESSION_KEYS, "handshake-timeout TIME", "handshakeTimeout", TEXT, Fits.SESSION)
        .says(
            time(HandshakePatience.USUAL.millis())
                + ", or "
                + time(HandshakePatience.USUAL.unknownMillis())
                + " the first time",
            "how long the client's handshake waits for the server; then Pitstop answers it"),
    Setting.of(SESSION_KEYS, "list-wait TIME", "listWait", TEXT, EnumSet.of(Fits.MANY))
        .says(
            time(Defaults.LIST_WAIT_MILLIS),
            "how long lists wait for a server that starts; for all, up to five times as long"),
    Setting.of(SESSION_KEYS, "max-message SIZE", "maxMessage", NUMBER, Fits.ALL)
        .says(size(Defaults.MESSAGE_BYTES), "longest message that is passed on"),
    Setting.of(SESSION_KEYS, "notices MODE", "notices", TEXT, Fits.SESSION)
        .says(
            "inline", "inline: notices come with results; off: only in `server_status` and the log")
        .oneOf("inline, off"),
    Setting.of(SESSION_KEYS, "bad-tools MODE", "badTools", TEXT, Fits.SESSION)
        .says(
            "withhold",
            "withhold: tools for which clients refuse the whole list are left out; pass: they are"
                + " listed")
        .oneOf("withhold, pass"),
    Setting.of(SESSION_KEYS, "list-changes WHICH", "listChanges", TEXT, Fits.SESSION)
        .says(
            "needed",
            "which changes `list_changed` announces: needed: not of descriptions alone; all: these"
                + " too")
        .oneOf("needed, all"),
    Setting.of(SESSION_KEYS, "modern-client FLAG", "modernClient", FLAG, Fits.SESSION)
        .says(
            "false",
            "the client speaks only revision 2026-07-28: answer its `server/discover` for any server")
        .oneOf("true, false"),
    Setting.option(DOCTOR, "as CLIENT", "", "start the server like this client")
        .oneOf("claude-code, claude-desktop, cursor, vscode, codex, gemini, opencode, zed, cline"),
    Setting.option(DOCTOR, "json", "", "print one JSON object"),
    Setting.option(
        DOCTOR,
        "baseline FILE",
        "",
        "compare what the server offers with FILE; write FILE if it is missing"),
    Setting.option(DOCTOR, "update", "", "with --baseline: accept the changes"),
    Setting.option(HELP, "help", "", "print help; after a command, its help (also -h)"),
    Setting.option(HELP, "version", "", "print the version (also -V)"),
  };

  private SettingTable() {}

  private static Setting entry(String key, Setting.Type type, Set<Fits> fits) {
    return Setting.of(ENTRY, "", key, type, fits);
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
    return rows().stream().filter(r -> r.option().equals(name)).findFirst();
  }

  /// The row of a key of `--set`. What can be a secret is given by its own option.
  public static Optional<Setting> key(String key) {
    return rows().stream().filter(SettingTable::isKey).filter(r -> r.key().equals(key)).findFirst();
  }

  private static boolean isKey(Setting row) {
    return !row.key().isEmpty() && row.type() != Setting.Type.OBJECT;
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
