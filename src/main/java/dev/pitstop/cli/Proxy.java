package dev.pitstop.cli;

import dev.pitstop.backend.SystemTimers;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.channel.Target;
import dev.pitstop.cli.install.EntryOptions;
import dev.pitstop.cli.install.Shell;
import dev.pitstop.cli.options.CliTools;
import dev.pitstop.cli.options.Daemons;
import dev.pitstop.cli.options.Logging;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.ProgramOptions;
import dev.pitstop.cli.options.SessionOptions;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.hub.Description;
import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.session.Session;
import dev.pitstop.session.members.Wish;
import dev.pitstop.session.solo.OptionsOrigin;
import dev.pitstop.session.solo.Solo;
import dev.pitstop.session.solo.SoloParts;
import dev.pitstop.session.told.HandshakePatience;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/// `pitstop -- COMMAND`: wires a session from the options and runs it.
///
/// It knows where the options come from.
///
/// @param err where a shell would complain
record Proxy(
    Options options,
    Logging logging,
    Target target,
    OsSpawner spawner,
    long buildMillis,
    PrintStream err)
    implements OptionsOrigin {

  /// @param err gets an internal error that ended the session
  /// @return the exit code
  static int run(Options o, InputStream in, OutputStream out, PrintStream err)
      throws UsageException {
    Level level = Logging.level(o);
    Settings settings = SessionOptions.settings(o);
    List<ReplayRule> replay = SessionOptions.replay(o);
    Predicate<String> tools = SessionOptions.tools(o);
    HandshakePatience patience = SessionOptions.patience(o);
    if (o.has("name") && o.text("name").isEmpty()) {
      throw new UsageException("--name: must not be empty");
    }
    CompletableFuture<Log> logged = new CompletableFuture<>();
    OsSpawner spawner =
        new OsSpawner(problem -> logged.thenAccept(l -> l.warn("processes", "why", problem)));
    Optional<Target> program =
        o.cli() || o.isUrl()
            ? Optional.empty()
            : Optional.of(new Target.Program(ProgramOptions.command(o)));
    if (program.isPresent() && !o.has("build") && !o.has("watch")) {
      spawner.begin(program.get().command()); // all options are checked: nothing below fails
    }
    Logging logging = Logging.of(o, level);
    Log log = logging.log();
    logged.complete(log);
    Target target =
        program.isPresent() ? program.get() : o.cli() ? CliTools.of(o) : Daemons.of(o, logging);
    Proxy origin = new Proxy(o, logging, target, spawner, SessionOptions.buildMillis(o), err);
    Optional<Builder> builder = origin.builder(SessionOptions.build(o));
    SoloParts parts =
        new SoloParts(
            SessionOptions.name(o, target),
            target,
            settings,
            spawner,
            new SystemTimers(log),
            log,
            builder,
            origin,
            replay,
            tools,
            patience,
            SessionOptions.notices(o),
            () -> Version.text(), // no method reference: it would load the class at the start
            logging.shown());
    Session<Solo> session = Session.one(parts, out, Description.directory());
    session.face().given(o.values());
    watch(session.face(), o);
    Terminal.greet(o.command(), err);
    if (o.values().isEmpty() && target instanceof Target.Program) {
      session.face().propose();
    }
    return SessionRun.run(session, Optional.empty(), spawner, log, in, err);
  }

  @Override
  public Optional<Builder> builder(Optional<String> build) {
    return logging.builder("", build, target, spawner, buildMillis);
  }

  @Override
  public String save(Wish wish) throws IOException {
    Map<String, List<String>> set = new LinkedHashMap<>();
    wish.build().ifPresent(b -> set.put("build", b.isBlank() ? List.of() : List.of(b)));
    wish.watch().ifPresent(w -> set.put("watch", w));
    return EntryOptions.save(options, set, Shell.silent(err));
  }

  private static void watch(Solo server, Options o) throws UsageException {
    try {
      server.watch(o.all("watch"));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--watch: " + e.getMessage());
    }
  }
}
