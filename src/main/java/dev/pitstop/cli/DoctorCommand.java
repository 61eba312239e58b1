package dev.pitstop.cli;

import dev.pitstop.backend.Settings;
import dev.pitstop.channel.Target;
import dev.pitstop.config.ConfigFile;
import dev.pitstop.config.ConfigPlaces;
import dev.pitstop.config.ServersFile;
import dev.pitstop.doctor.Doctor;
import dev.pitstop.doctor.JsonReport;
import dev.pitstop.doctor.Report;
import dev.pitstop.doctor.TextReport;
import dev.pitstop.doctor.check.Finding;
import dev.pitstop.doctor.check.Mark;
import dev.pitstop.doctor.client.ClientProfile;
import dev.pitstop.doctor.client.ClientProfiles;
import dev.pitstop.doctor.client.Surroundings;
import dev.pitstop.doctor.visit.Patient;
import dev.pitstop.doctor.visit.World;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.GivenEnvironment;
import dev.pitstop.process.StopLimits;
import java.io.Console;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// `pitstop doctor`: reports what is wrong with a server, as text or as JSON (U2).
final class DoctorCommand {
  private static final int WIDTH = 100;
  private static final int NARROWEST = 60;
  private static final int WIDEST = 140;

  private static final String CORRECT =
      "Correct the file: docs/configuration.md describes its keys";

  /// Options of a session, which do not apply to a single examination.
  private static final String[] OF_A_SESSION = {
    "list-wait",
    "order",
    "replay",
    "restart",
    "check",
    "on-crash",
    "tools",
    "notices",
    "handshake-timeout",
    "hold-timeout",
    "hold-limit",
    "drain-timeout",
    "log-level",
    "log-file"
  };

  private static final Logging NO_LOG = new Logging(Log.nowhere(), Optional.empty(), true);

  private final World world;
  private final FileOutputStream out;
  private final boolean json;
  private final TextReport text;
  private final List<Report> reports = new ArrayList<>();

  private DoctorCommand(World world, FileOutputStream out, boolean json, TextReport text) {
    this.world = world;
    this.out = out;
    this.json = json;
    this.text = text;
  }

  /// The options that `pitstop doctor` accepts.
  static List<OptionRow> rows() {
    return Options.rows().stream()
        .filter(row -> !List.of(OF_A_SESSION).contains(row.name()))
        .toList();
  }

  /// @param args the words after `doctor`
  /// @return the exit code: 0 without a ✗, otherwise 1
  static int run(String[] args, FileOutputStream out) throws Options.UsageException {
    Options o = Options.parse(args);
    if (o.has("help")) {
      return Main.print(out, HelpPages.doctor());
    }
    for (String option : OF_A_SESSION) {
      if (o.has(option)) {
        throw new Options.UsageException(
            "--" + option + " is for sessions, not for `pitstop doctor`");
      }
    }
    Optional<ClientProfile> as = as(o);
    Map<String, String> shell = GivenEnvironment.all();
    World world = new World(as, shell, System.getProperty("os.name", ""), Main.version());
    Chosen chosen = patients(o, as);
    DoctorCommand command =
        new DoctorCommand(
            world,
            out,
            o.has("json"),
            new TextReport(width(shell), colour(shell), ascii(shell, world)));
    return command.examine(chosen);
  }

  private static Optional<ClientProfile> as(Options o) throws Options.UsageException {
    if (!o.has("as")) {
      return Optional.empty();
    }
    String id = o.word("as", "", ClientProfiles.ids().toArray(new String[0]));
    return ClientProfiles.of(id);
  }

  // The servers.

  /// @param file the file that lists them, if any
  /// @param wrong what is wrong with the file
  private record Chosen(Optional<Path> file, List<Finding> wrong, List<Patient> patients) {}

  private static Chosen patients(Options o, Optional<ClientProfile> as)
      throws Options.UsageException {
    if (!o.command().isEmpty() && !o.command().getFirst().isEmpty()) {
      if (o.has("config")) {
        throw new Options.UsageException("--config names a file of servers: leave out COMMAND");
      }
      Checks.of(o);
      return new Chosen(Optional.empty(), List.of(), List.of(patient(o, as)));
    }
    if (o.cli() || o.separated()) {
      throw new Options.UsageException(
          "no program given: use `pitstop doctor "
              + (o.cli() ? "cli " : "")
              + "-- COMMAND [ARG...]`");
    }
    return ofFile(o);
  }

  private static Patient patient(Options o, Optional<ClientProfile> as)
      throws Options.UsageException {
    Target target =
        o.cli()
            ? CliTools.of(o)
            : Checks.isUrl(o.command().getFirst())
                ? Daemons.of(o, NO_LOG)
                : new Target.Program(placed(Proxy.command(o), o, as));
    String build = o.one("build", "");
    return new Patient(
        Proxy.name(o, target),
        target,
        build.isEmpty() ? Optional.empty() : Optional.of(build),
        o.moreThanZeroMillis("build-timeout", "10min"),
        o.all("watch"),
        Proxy.startMillis(o),
        new StopLimits(Duration.ofMillis(o.millis("stop-timeout", "5s"))),
        o.bytes("max-message", "64MiB"));
  }

  /// Claude Desktop starts servers in the root directory.
  private static Command placed(Command command, Options o, Optional<ClientProfile> as) {
    boolean root =
        as.filter(c -> c.surroundings() == Surroundings.DESKTOP_CLEARED).isPresent()
            && !o.has("cwd");
    Path top = Optional.ofNullable(command.directory().getRoot()).orElse(command.directory());
    return root ? new Command(command.argv(), command.env(), top, command.binary()) : command;
  }

  private static Chosen ofFile(Options o) throws Options.UsageException {
    Path here = Path.of("").toAbsolutePath();
    Optional<Path> file =
        o.has("config") ? Optional.of(here.resolve(o.one("config", ""))) : ConfigPlaces.find(here);
    if (file.isEmpty()) {
      throw new Options.UsageException(
          "no server given: use `pitstop doctor -- COMMAND`, `pitstop doctor http://…`, or"
              + " `pitstop doctor --config FILE`");
    }
    if (!Files.isRegularFile(file.get())) {
      throw new Options.UsageException("--config: " + file.get() + " is not a file");
    }
    ConfigFile read = ConfigFile.read(file.get());
    List<Finding> wrong = new ArrayList<>();
    read.problems().forEach(p -> wrong.add(Finding.fail("config", p.text(), CORRECT)));
    read.warnings().forEach(p -> wrong.add(Finding.warn("config", p.text(), CORRECT)));
    try (ServersFile servers =
        new ServersFile(
            file.get(), Map.of(), GivenEnvironment::variable, NO_LOG::daemonOutput, NO_LOG.log())) {
      List<Patient> patients = new ArrayList<>();
      for (ServerSpec spec : servers.begin()) {
        patients.add(patient(spec, o));
      }
      if (patients.isEmpty() && wrong.isEmpty()) {
        throw new Options.UsageException(file.get() + " has no enabled server");
      }
      return new Chosen(file, wrong, patients);
    }
  }

  private static Patient patient(ServerSpec spec, Options o) throws Options.UsageException {
    return new Patient(
        spec.name(),
        spec.target(),
        spec.build(),
        spec.buildMillis().orElse(600_000),
        spec.watch(),
        o.has("start-timeout")
            ? Proxy.startMillis(o)
            : spec.startMillis().orElse(Settings.USUAL_START_MILLIS),
        new StopLimits(Duration.ofMillis(o.millis("stop-timeout", "5s"))),
        o.bytes("max-message", "64MiB"));
  }

  // The output.

  private int examine(Chosen chosen) throws Options.UsageException {
    boolean first = true;
    if (!chosen.wrong().isEmpty()) {
      String file = chosen.file().map(Path::toString).orElse("");
      reports.add(new Report("config", file, chosen.wrong()));
      if (!json) {
        say(text.head("config", file, ""));
        chosen.wrong().forEach(f -> say(text.finding(f)));
      }
      first = false;
    }
    for (Patient patient : chosen.patients()) {
      String shown = Doctor.shown(patient, world);
      if (!json) {
        String as = world.as().map(c -> " (as " + c.name() + " starts it)").orElse("");
        say((first ? "" : "\n") + text.head(patient.name(), shown, as));
      }
      first = false;
      List<Finding> findings = new ArrayList<>();
      try {
        Doctor.examine(
            patient,
            world,
            finding -> {
              findings.add(finding);
              if (!json) {
                say(text.finding(finding));
              }
            });
      } catch (IllegalArgumentException e) {
        throw new Options.UsageException("--watch: " + e.getMessage());
      }
      reports.add(new Report(patient.name(), shown, findings));
    }
    long fails = reports.stream().mapToLong(r -> r.count(Mark.FAIL)).sum();
    long warnings = reports.stream().mapToLong(r -> r.count(Mark.WARN)).sum();
    say(json ? JsonReport.of(reports, world) : "\n" + text.end(fails, warnings));
    return fails == 0 ? 0 : 1;
  }

  private void say(String words) {
    try {
      out.write(words.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // stdout is closed: the exit code still tells
    }
  }

  // The terminal.

  private static boolean terminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  private static boolean colour(Map<String, String> env) {
    return terminal()
        && env.getOrDefault("NO_COLOR", "").isEmpty()
        && !env.getOrDefault("TERM", "").equals("dumb");
  }

  private static int width(Map<String, String> env) {
    String columns = env.getOrDefault("COLUMNS", "");
    try {
      return Math.clamp(
          Integer.parseInt(columns.isEmpty() && terminal() ? ofTerminal() : columns),
          NARROWEST,
          WIDEST);
    } catch (NumberFormatException e) {
      return WIDTH; // the width is unknown
    }
  }

  /// The columns that `stty` reports; empty if it fails.
  private static String ofTerminal() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size").redirectInput(ProcessBuilder.Redirect.INHERIT).start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return size.substring(size.indexOf(' ') + 1).strip();
    } catch (IOException e) {
      return ""; // there is no such program
    }
  }

  /// Whether the locale is limited to ASCII.
  private static boolean ascii(Map<String, String> env, World world) {
    if (world.os().startsWith("Windows") || world.os().startsWith("Mac")) {
      return false;
    }
    for (String name : Arrays.asList("LC_ALL", "LC_CTYPE", "LANG")) {
      String value = env.getOrDefault(name, "");
      if (!value.isEmpty()) {
        String lower = value.toLowerCase(Locale.ROOT);
        return !lower.contains("utf-8") && !lower.contains("utf8");
      }
    }
    return true;
  }
}
