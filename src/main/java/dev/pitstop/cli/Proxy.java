package dev.pitstop.cli;

import dev.pitstop.backend.Builder;
import dev.pitstop.backend.HoldLimits;
import dev.pitstop.backend.ReplayRule;
import dev.pitstop.backend.Settings;
import dev.pitstop.backend.State;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.channel.Target;
import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StopLimits;
import dev.pitstop.project.ServerName;
import dev.pitstop.session.Description;
import dev.pitstop.session.HandshakePatience;
import dev.pitstop.session.NoticeMode;
import dev.pitstop.session.OwnTools;
import dev.pitstop.session.Session;
import dev.pitstop.session.Solo;
import dev.pitstop.session.SoloParts;
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
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/// `pitstop -- COMMAND`: wires a session from the options and runs it.
final class Proxy {
  /// The limit of held calls in bytes, unless `--max-message` is larger.
  private static final long HELD_BYTES = 64L * 1024 * 1024;

  private Proxy() {}

  /// @param err gets an internal error that ended the session
  /// @return the exit code
  static int run(Options o, InputStream in, OutputStream out, PrintStream err)
      throws Options.UsageException {
    Level level = Logging.level(o);
    Settings settings = settings(o);
    List<ReplayRule> replay = replay(o);
    Predicate<String> tools = tools(o);
    HandshakePatience patience =
        o.has("handshake-timeout")
            ? HandshakePatience.of(o.millis("handshake-timeout", "5s"))
            : HandshakePatience.USUAL;
    if (o.has("name") && o.one("name", "").isEmpty()) {
      throw new Options.UsageException("--name: must not be empty");
    }
    CompletableFuture<Log> logged = new CompletableFuture<>();
    OsSpawner spawner =
        new OsSpawner(problem -> logged.thenAccept(l -> l.warn("processes", "why", problem)));
    Optional<Target> program =
        o.cli() || Checks.isUrl(o.command().getFirst())
            ? Optional.empty()
            : Optional.of(new Target.Program(command(o)));
    if (program.isPresent() && !o.has("build") && !o.has("watch")) {
      spawner.begin(program.get().command()); // all options are checked: nothing below fails
    }
    Logging logging = Logging.of(o, level);
    Log log = logging.log();
    logged.complete(log);
    Target target =
        program.isPresent() ? program.get() : o.cli() ? CliTools.of(o) : Daemons.of(o, logging);
    Optional<Builder> builder = builder(o, target, spawner, logging);
    SoloParts parts =
        new SoloParts(
            name(o, target),
            target,
            settings,
            spawner,
            new SystemTimers(log),
            log,
            builder,
            replay,
            tools,
            patience,
            notices(o),
            Main::version,
            logging.shown());
    Session<Solo> session = Session.one(parts, out);
    session.face().given(o.values());
    watch(session.face(), o);
    Terminal.greet(o.command(), err);
    if (o.values().isEmpty() && target instanceof Target.Program) {
      session.face().propose();
    }
    return run(session, Optional.empty(), spawner, log, in, err);
  }

  /// The mode of `--notices`.
  static NoticeMode notices(Options o) throws Options.UsageException {
    return o.word("notices", "inline", "inline", "off").equals("inline")
        ? NoticeMode.INLINE
        : NoticeMode.OFF;
  }

  /// The server's name: that of `--name`, else the name that the server gave itself in its last
  /// run, else one from its command or URL ([ServerName]). It stays the same for the whole session.
  static String name(Options o, Target target) throws Options.UsageException {
    if (o.has("name")) {
      return o.one("name", "");
    }
    Optional<String> remembered = Description.serverName(target);
    return remembered.isPresent()
        ? remembered.get()
        : target instanceof Target.Daemon d
            ? Daemons.name(d.endpoint())
            : ServerName.of(target.command());
  }

  /// Runs a session until it ends.
  ///
  /// @param started runs after the session has started
  /// @return the exit code
  static int run(
      Session<?> session,
      Optional<Runnable> started,
      OsSpawner spawner,
      Log log,
      InputStream in,
      PrintStream err) {
    Runnable end =
        () -> {
          spawner.close();
          log.close(Duration.ofMillis(500));
        };
    Signals.install(session, end);
    session.whenClientGone(() -> halt(end));
    try {
      session.start();
      if (started.isPresent()) {
        started.get().run();
      }
      session.run(in);
      return 0;
    } catch (Error | RuntimeException e) {
      err.println("pitstop: internal error: " + e);
      session.shutDown();
      return 1;
    } finally {
      end.run();
    }
  }

  /// Ends the process, also if `end` fails.
  static void halt(Runnable end) {
    try {
      end.run();
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  private static void watch(Solo server, Options o) throws Options.UsageException {
    try {
      server.watch(o.all("watch"));
    } catch (IllegalArgumentException e) {
      throw new Options.UsageException("--watch: " + e.getMessage());
    }
  }

  private static Optional<Builder> builder(
      Options o, Target target, Spawner spawner, Logging logging) throws Options.UsageException {
    String build = o.one("build", "");
    long limit = o.moreThanZeroMillis("build-timeout", "10min");
    return logging.builder(
        "", build.isEmpty() ? Optional.empty() : Optional.of(build), target, spawner, limit);
  }

  static Settings settings(Options o) throws Options.UsageException {
    int max = o.bytes("max-message", "64MiB");
    long heap = Runtime.getRuntime().maxMemory();
    if (max > heap / 3) {
      throw new Options.UsageException(
          "--max-message: Pitstop needs a heap of three times this size: set PITSTOP_JAVA_OPTS=-Xmx"
              + (3L * max / (1024 * 1024) + 1)
              + "m");
    }
    return new Settings(
        o.word("on-crash", "respawn", "respawn", "report").equals("respawn"),
        startMillis(o),
        !o.has("start-timeout"),
        new StopLimits(Duration.ofMillis(o.millis("stop-timeout", "5s"))),
        o.millis("drain-timeout", "30s"),
        5_000,
        new HoldLimits(
            o.number("hold-limit", "1000"),
            Math.max(HELD_BYTES, max),
            o.millis("hold-timeout", "120s")),
        o.has("call-timeout") && !o.cli() // there each call is a process with its own limit
            ? OptionalLong.of(o.moreThanZeroMillis("call-timeout", ""))
            : OptionalLong.empty(),
        o.word("order", "start-first", "start-first", "stop-first").equals("start-first")
            ? State.Order.START_FIRST
            : State.Order.STOP_FIRST,
        max);
  }

  /// How long a server can take to start.
  static long startMillis(Options o) throws Options.UsageException {
    return o.moreThanZeroMillis("start-timeout", Settings.USUAL_START_MILLIS / 1_000 + "s");
  }

  static Command command(Options o) throws Options.UsageException {
    String binary = o.one("binary", "");
    return new Command(
        o.command(),
        environment(o),
        Path.of(o.one("cwd", "")).toAbsolutePath(),
        binary.isEmpty() ? Optional.empty() : Optional.of(Path.of(binary)));
  }

  static Map<String, String> environment(Options o) throws Options.UsageException {
    Map<String, String> env = new LinkedHashMap<>();
    for (String pair : o.all("env")) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new Options.UsageException("--env: `" + pair + "` is not KEY=VALUE");
      }
      env.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return env;
  }

  private static List<ReplayRule> replay(Options o) throws Options.UsageException {
    List<ReplayRule> rules = new ArrayList<>();
    for (String text : o.all("replay")) {
      rules.add(
          ReplayRule.of(text)
              .orElseThrow(() ->
                  new Options.UsageException(
                      "--replay: `" + text + "` is not TOOL or TOOL:ARG=VALUE")));
    }
    return rules;
  }

  static Predicate<String> tools(Options o) throws Options.UsageException {
    String list = o.one("tools", "all");
    if (list.equals("all")) {
      return name -> true;
    }
    if (list.equals("none")) {
      return name -> false;
    }
    List<String> chosen = new ArrayList<>();
    for (String given : list.split(",", -1)) {
      String name = given.strip();
      if (!OwnTools.isOne(name)) {
        throw new Options.UsageException(
            "--tools: there is no tool `" + name + "`" + nearestTool(name));
      }
      chosen.add(name);
    }
    return chosen::contains;
  }

  private static String nearestTool(String name) {
    List<String> all = new ArrayList<>(OwnTools.WITH_ONE);
    all.addAll(OwnTools.WITH_MANY);
    List<String> near = Nearest.names(name, all, 1);
    return near.isEmpty()
        ? "; see `pitstop help tools`"
        : "; did you mean " + near.getFirst() + "?";
  }
}
