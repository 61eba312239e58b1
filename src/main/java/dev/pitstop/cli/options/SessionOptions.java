package dev.pitstop.cli.options;

import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.channel.Target;
import dev.pitstop.config.Defaults;
import dev.pitstop.hub.Description;
import dev.pitstop.process.StopLimits;
import dev.pitstop.project.ServerName;
import dev.pitstop.session.notices.HandshakePatience;
import dev.pitstop.session.notices.NoticeMode;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.text.Grace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// What the options say of a session: limits, tools, notices, names. `pitstop doctor` reads some of
/// them too.
public final class SessionOptions {
  /// The limit of held calls in bytes, unless `--max-message` is larger.
  private static final long HELD_BYTES = 64L * 1024 * 1024;

  /// So many times its length must be free for a message: reading takes twice its length.
  private static final int HEAP_OF_A_MESSAGE = 3;

  private SessionOptions() {}

  public static Settings settings(Options o) throws UsageException {
    int max = maxMessage(o);
    if (max > Runtime.getRuntime().maxMemory() / HEAP_OF_A_MESSAGE) {
      throw new UsageException(
          "--max-message: Pitstop needs a heap of three times this size: set PITSTOP_JAVA_OPTS=-Xmx"
              + ((long) HEAP_OF_A_MESSAGE * max / (1024 * 1024) + 1)
              + "m");
    }
    return new Settings(
        respawns(o),
        startMillis(o),
        !o.has("start-timeout"),
        stop(o),
        o.millis("drain-timeout", Defaults.DRAIN_MILLIS),
        5_000,
        new HoldLimits(
            o.number("hold-limit", Defaults.HOLD_LIMIT),
            Math.max(HELD_BYTES, max),
            o.millis("hold-timeout", Defaults.HOLD_MILLIS)),
        o.has("call-timeout") && !o.cli() // there each call is a process with its own limit
            ? OptionalLong.of(o.moreThanZeroMillis("call-timeout", 0))
            : OptionalLong.empty(),
        o.word("order", Defaults.ORDERS, Defaults.ORDER).equals("start-first") && !o.has("url")
            ? State.Order.START_FIRST
            : State.Order.STOP_FIRST,
        max);
  }

  /// How long a server can take to start.
  public static long startMillis(Options o) throws UsageException {
    return o.moreThanZeroMillis("start-timeout", Defaults.START_MILLIS);
  }

  public static int maxMessage(Options o) throws UsageException {
    return o.bytes("max-message", Defaults.MESSAGE_BYTES);
  }

  public static StopLimits stop(Options o) throws UsageException {
    return new StopLimits(
        Duration.ofMillis(o.millis("stop-timeout", Grace.millis(Defaults.STOP_MILLIS))));
  }

  /// Whether a call restarts a crashed server.
  static boolean respawns(Options o) throws UsageException {
    return o.word("on-crash", Defaults.ON_CRASH, Defaults.AFTER_CRASH).equals("respawn");
  }

  public static Optional<String> build(Options o) throws UsageException {
    String build = o.text("build");
    return build.isEmpty() ? Optional.empty() : Optional.of(build);
  }

  public static long buildMillis(Options o) throws UsageException {
    return o.moreThanZeroMillis("build-timeout", Defaults.BUILD_MILLIS);
  }

  public static HandshakePatience patience(Options o) throws UsageException {
    return o.has("handshake-timeout")
        ? HandshakePatience.of(o.millis("handshake-timeout", 0))
        : HandshakePatience.USUAL;
  }

  /// Whether the client speaks only the newest revision.
  public static boolean modernClient(Options o) throws UsageException {
    return o.word("modern-client", Defaults.FLAGS, "false").equals("true");
  }

  /// Whether results carry notices.
  public static NoticeMode notices(Options o) throws UsageException {
    return o.word("notices", Defaults.NOTICES, Defaults.NOTICE).equals("inline")
        ? NoticeMode.INLINE
        : NoticeMode.OFF;
  }

  /// The server's name: that of `--name`, else the name that the server gave itself in its last
  /// run, else one from its command or URL ([ServerName]). It stays the same for the whole session.
  public static String name(Options o, Target target) throws UsageException {
    Optional<String> given = o.one("name");
    Optional<String> known =
        given.isPresent()
            ? given
            : new Description(Description.directory(o.surroundings().environment()), target)
                .serverName();
    return known.isPresent()
        ? known.get()
        : target instanceof Target.Daemon d
            ? Targets.name(d.endpoint())
            : ServerName.of(target.command());
  }

  public static List<ReplayRule> replay(Options o) throws UsageException {
    List<ReplayRule> rules = new ArrayList<>();
    for (String text : o.all("replay")) {
      rules.add(
          ReplayRule.of(text)
              .orElseThrow(() ->
                  new UsageException("--replay: `" + text + "` is not TOOL or TOOL:ARG=VALUE")));
    }
    return rules;
  }

  public static Predicate<String> tools(Options o) throws UsageException {
    String list = o.one("tools").orElse(Defaults.TOOLS);
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
        throw new UsageException("--tools: there is no tool `" + name + "`" + nearestTool(name));
      }
      chosen.add(name);
    }
    return chosen::contains;
  }

  private static String nearestTool(String name) {
    List<String> all = new ArrayList<>(OwnTools.WITH_ONE);
    all.addAll(OwnTools.WITH_MANY);
    return Nearest.question(name, all, "%s").orElse("; see `pitstop help tools`");
  }
}
