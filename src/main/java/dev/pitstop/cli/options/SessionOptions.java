package dev.pitstop.cli.options;

import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.config.ConfigFile;
import dev.pitstop.config.Defaults;
import dev.pitstop.config.Fields;
import dev.pitstop.process.StopLimits;
import dev.pitstop.session.notices.HandshakePatience;
import dev.pitstop.session.notices.NoticeMode;
import dev.pitstop.session.tools.OwnTools;
import dev.pitstop.text.Grace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// What a command line says of a session.
///
/// @param settings of all servers, where their entries say nothing else
/// @param tools which of Pitstop's own tools are offered, by name
/// @param listMillis how long the lists of many servers wait for one that starts
/// @param badTools whether tools are listed for which clients refuse the whole list
/// @param allListChanges whether `list_changed` tells of changed words for people too
/// @param modernClient whether the client speaks only the newest revision
public record SessionOptions(
    Settings settings,
    Predicate<String> tools,
    HandshakePatience patience,
    long listMillis,
    NoticeMode notices,
    boolean badTools,
    boolean allListChanges,
    boolean modernClient) {
  /// The limit of held calls in bytes, unless `maxMessage` is larger.
  private static final long HELD_BYTES = 64L * 1024 * 1024;

  /// So many times its length must be free for a message: reading takes twice its length.
  private static final int HEAP_OF_A_MESSAGE = 3;

  public static SessionOptions of(Options o) throws UsageException {
    Fields given = ServerOptions.fields(o);
    int max = given.bytes("maxMessage").orElse(Defaults.MESSAGE_BYTES);
    if (max > Runtime.getRuntime().maxMemory() / HEAP_OF_A_MESSAGE) {
      given.problem(
          "maxMessage",
          "Pitstop needs a heap of three times this size: set PITSTOP_JAVA_OPTS=-Xmx"
              + ((long) HEAP_OF_A_MESSAGE * max / (1024 * 1024) + 1)
              + "m");
    }
    Settings settings =
        new Settings(
            true,
            given.millis("startTimeout").orElse(Defaults.START_MILLIS),
            !given.has("startTimeout"),
            new StopLimits(
                Duration.ofMillis(
                    given.duration("stopTimeout").orElse(Grace.millis(Defaults.STOP_MILLIS)))),
            given.duration("drainTimeout").orElse(Defaults.DRAIN_MILLIS),
            5_000,
            new HoldLimits(
                given.count("holdLimit", 0).orElse(Defaults.HOLD_LIMIT),
                Math.max(HELD_BYTES, max),
                given.duration("holdTimeout").orElse(Defaults.HOLD_MILLIS)),
            OptionalLong.empty(),
            State.Order.START_FIRST,
            max);
    OptionalLong handshake = given.duration("handshakeTimeout");
    SessionOptions read =
        new SessionOptions(
            settings,
            tools(o),
            handshake.isPresent()
                ? HandshakePatience.of(handshake.getAsLong())
                : HandshakePatience.USUAL,
            given.duration("listWait").orElse(Grace.millis(Defaults.LIST_WAIT_MILLIS)),
            given.word("notices").filter("off"::equals).isPresent()
                ? NoticeMode.OFF
                : NoticeMode.INLINE,
            given.word("badTools").filter("pass"::equals).isPresent(),
            given.word("listChanges").filter("all"::equals).isPresent(),
            given.flag("modernClient"));
    ServerOptions.check(o, given);
    return read;
  }

  /// The file of `--config`, or the one of this directory, if there is one.
  public static Optional<Path> file(Options o) throws UsageException {
    Path here = o.surroundings().directory();
    Optional<Path> given = o.one("config").map(here::resolve);
    if (given.isPresent() && !Files.isRegularFile(given.get())) {
      String problem = Files.exists(given.get()) ? " is not a file" : " does not exist";
      throw new UsageException("--config: " + given.get() + problem);
    }
    return given.or(() -> ConfigFile.find(here));
  }

  /// Which of Pitstop's own tools `--tools` chooses.
  public static Predicate<String> tools(Options o) throws UsageException {
    String list = o.one("tools").orElse("all");
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
