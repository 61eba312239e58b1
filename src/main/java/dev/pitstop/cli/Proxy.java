package dev.pitstop.cli;

import dev.pitstop.backend.Builder;
import dev.pitstop.backend.HoldQueue;
import dev.pitstop.backend.ReplayLog;
import dev.pitstop.backend.Settings;
import dev.pitstop.backend.ShellBuilder;
import dev.pitstop.backend.State;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.log.LogDirectory;
import dev.pitstop.process.Command;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StopLimits;
import dev.pitstop.proxy.Session;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// `pitstop -- COMMAND`: wires a session from the options and runs it.
final class Proxy {
  private static final Set<String> TOOLS =
      Set.of(
          "recompile",
          "server_status",
          "stop_server",
          "binary_info",
          "server_stderr",
          "call_tool",
          "search_tools");

  /// How much may be held, unless a single message may be larger.
  private static final long HELD_BYTES = 64L * 1024 * 1024;

  private Proxy() {}

  /// @param err told of an error of ours that ended the session
  /// @return the exit code
  static int run(Options o, InputStream in, OutputStream out, PrintStream err)
      throws Options.UsageException {
    Command command =
        new Command(o.command(), environment(o), Path.of(o.one("cwd", "")).toAbsolutePath());
    String name = o.one("name", nameOf(o.command()));
    Settings settings = settings(o);
    Level level = level(o);
    String logFile = o.one("log-file", "");
    Path file = logFile.isEmpty() ? LogDirectory.defaultFile() : Path.of(logFile);
    boolean toFile = !logFile.equals("none");
    Log log = Log.of(level, toFile ? level : Level.OFF, file);
    OsSpawner spawner = new OsSpawner();
    Session.Parts parts =
        new Session.Parts(
            name,
            command,
            settings,
            spawner,
            new SystemTimers(log),
            log,
            builder(o, command, spawner, file, toFile),
            replay(o),
            tools(o),
            o.millis("handshake-timeout", "5s"),
            Main.version(),
            toFile ? file.toString() : "");
    Session session = new Session(parts, out);
    Runnable end =
        () -> {
          spawner.close();
          log.close(Duration.ofMillis(500));
        };
    Signals.install(session, end);
    session.whenClientGone(() -> Runtime.getRuntime().halt(0));
    watch(session, o);
    int code = 0;
    try {
      session.start();
      session.run(in);
    } catch (Error | RuntimeException e) {
      err.println("pitstop: ended by an internal error: " + e);
      session.shutDown();
      code = 1;
    }
    end.run();
    return code;
  }

  private static void watch(Session session, Options o) throws Options.UsageException {
    if (!o.has("watch")) {
      return;
    }
    try {
      session.watch(o.all("watch"));
    } catch (IllegalArgumentException e) {
      throw new Options.UsageException("--watch: " + e.getMessage());
    }
  }

  private static Optional<Builder> builder(
      Options o, Command command, Spawner spawner, Path log, boolean toFile)
      throws Options.UsageException {
    String build = o.one("build", "");
    long limit = o.millis("build-timeout", "10min");
    if (build.isEmpty()) {
      return Optional.empty();
    }
    // one file a process: several Pitstops may build at once
    String name = "build-" + ProcessHandle.current().pid() + ".log";
    Optional<Path> file =
        toFile ? Optional.of(log.toAbsolutePath().resolveSibling(name)) : Optional.empty();
    return Optional.of(
        new ShellBuilder(build, command.env(), command.directory(), spawner, limit, file));
  }

  static Settings settings(Options o) throws Options.UsageException {
    int max = o.bytes("max-message", "64MiB");
    long heap = Runtime.getRuntime().maxMemory();
    if (max > heap / 3) {
      throw new Options.UsageException(
          "--max-message: needs a heap three times as large; set PITSTOP_JAVA_OPTS=-Xmx"
              + (3L * max / (1024 * 1024) + 1)
              + "m");
    }
    return new Settings(
        o.word("on-crash", "respawn", "respawn", "report").equals("respawn"),
        o.millis("start-timeout", "30s"),
        new StopLimits(Duration.ofMillis(o.millis("stop-timeout", "5s"))),
        o.millis("drain-timeout", "30s"),
        5_000,
        new HoldQueue.Limits(
            o.number("hold-limit", "1000"),
            Math.max(HELD_BYTES, max),
            o.millis("hold-timeout", "120s")),
        o.word("order", "start-first", "start-first", "stop-first").equals("start-first")
            ? State.Order.START_FIRST
            : State.Order.STOP_FIRST,
        max);
  }

  private static Level level(Options o) throws Options.UsageException {
    return switch (o.word("log-level", "info", "error", "warn", "info", "debug", "off")) {
      case "error" -> Level.ERROR;
      case "warn" -> Level.WARN;
      case "debug" -> Level.DEBUG;
      case "off" -> Level.OFF;
      default -> Level.INFO;
    };
  }

  private static Map<String, String> environment(Options o) throws Options.UsageException {
    Map<String, String> env = new LinkedHashMap<>();
    for (String pair : o.all("env")) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new Options.UsageException("--env: '" + pair + "' is not KEY=VALUE");
      }
      env.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return env;
  }

  private static List<ReplayLog.Rule> replay(Options o) throws Options.UsageException {
    List<ReplayLog.Rule> rules = new ArrayList<>();
    for (String text : o.all("replay")) {
      int colon = text.indexOf(':');
      if (colon < 0) {
        rules.add(new ReplayLog.Rule(text, Optional.empty()));
        continue;
      }
      String condition = text.substring(colon + 1);
      int equals = condition.indexOf('=');
      if (equals < 1) {
        throw new Options.UsageException("--replay: '" + text + "' is not TOOL or TOOL:ARG=VALUE");
      }
      rules.add(
          new ReplayLog.Rule(
              text.substring(0, colon),
              Optional.of(
                  new ReplayLog.Argument(
                      condition.substring(0, equals), condition.substring(equals + 1)))));
    }
    return rules;
  }

  private static Predicate<String> tools(Options o) throws Options.UsageException {
    String list = o.one("tools", "all");
    if (list.equals("all")) {
      return name -> true;
    }
    if (list.equals("none")) {
      return name -> false;
    }
    List<String> chosen = List.of(list.split(",", -1));
    for (String name : chosen) {
      if (!TOOLS.contains(name)) {
        throw new Options.UsageException(
            "--tools: there is no tool '" + name + "'; see `pitstop --help`");
      }
    }
    return chosen::contains;
  }

  private static final Set<String> LAUNCHERS =
      Set.of(
          "node", "npx", "bun", "bunx", "deno", "tsx", "python", "python3", "uv", "uvx", "pipx",
          "java", "ruby", "php", "perl", "dotnet", "cargo", "go", "sh", "bash", "env", "npm",
          "pnpm");

  private static final Set<String> VALUE_OPTIONS =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "-r",
          "--require",
          "--import");

  /// After these comes code, which is no name.
  private static final Set<String> CODE_OPTIONS = Set.of("-c", "-lc", "-ec", "-e", "-E", "--eval");

  /// The server's name, when none was given: `node dist/server.js` is `server`, `npx -y @org/thing`
  /// is `thing`, `./weather --fast` is `weather`, `python3 -m weather` is `weather`, `sh -c '…'` is
  /// `sh`.
  static String nameOf(List<String> command) {
    String program = baseName(command.getFirst());
    if (!LAUNCHERS.contains(program)) {
      return program;
    }
    boolean value = false; // of the option before
    for (String arg : command.subList(1, command.size())) {
      if (value) {
        value = false;
        continue;
      }
      if (CODE_OPTIONS.contains(arg)) {
        return program;
      }
      value = VALUE_OPTIONS.contains(arg);
      boolean verb = arg.equals("run") || arg.equals("exec") || arg.equals("dlx");
      boolean variable = program.equals("env") && arg.indexOf('=') > 0;
      if (LAUNCHERS.contains(arg)) {
        program = arg; // `uv run python -m weather`
      } else if (!arg.startsWith("-") && !arg.isEmpty() && !verb && !variable) {
        return program.equals("java") && isClass(arg)
            ? arg.substring(arg.lastIndexOf('.') + 1)
            : baseName(arg);
      }
    }
    return program;
  }

  /// Whether what `java` is to run is a main class, such as `com.acme.Main`, and no file.
  private static boolean isClass(String arg) {
    return arg.indexOf('/') < 0
        && arg.indexOf('\\') < 0
        && !arg.endsWith(".jar")
        && !arg.endsWith(".java");
  }

  private static String baseName(String path) {
    int slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
    String base = path.substring(slash + 1);
    int dot = base.lastIndexOf('.');
    String name = dot > 0 ? base.substring(0, dot) : base;
    return name.isEmpty() ? "server" : name;
  }
}
