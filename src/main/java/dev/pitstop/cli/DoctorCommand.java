package dev.pitstop.cli;

import dev.pitstop.backend.facts.Settings;
import dev.pitstop.channel.Target;
import dev.pitstop.cli.help.Help;
import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.Logging;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.ServerOptions;
import dev.pitstop.cli.options.SessionOptions;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.config.ConfigFile;
import dev.pitstop.config.Defaults;
import dev.pitstop.config.Fits;
import dev.pitstop.doctor.Baseline;
import dev.pitstop.doctor.ClientProfile;
import dev.pitstop.doctor.Doctor;
import dev.pitstop.doctor.Finding;
import dev.pitstop.doctor.Mark;
import dev.pitstop.doctor.Patient;
import dev.pitstop.doctor.Report;
import dev.pitstop.doctor.TextReport;
import dev.pitstop.doctor.World;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.install.Client;
import dev.pitstop.process.Command;
import dev.pitstop.process.Platform;
import dev.pitstop.process.Screen;
import dev.pitstop.process.Surroundings;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// `pitstop doctor`: reports what is wrong with a server, as text or as JSON.
record DoctorCommand(World world, PrintStream out, boolean json, TextReport text) {
  private static final int WIDTH = 100;
  private static final int NARROWEST = 60;
  private static final int WIDEST = 140;

  private static final String CORRECT = "Correct the file: docs/many-servers.md describes its keys";

  /// @param o the words after `doctor`
  /// @return the exit code: 0 without a ✗, otherwise 1
  static int run(Options o, FileOutputStream out) throws UsageException {
    Checks.once(o, "doctor");
    Optional<ClientProfile> as = o.one("as").flatMap(Client::of).map(ClientProfile::of);
    Screen screen = Screen.ours(o.surroundings().environment());
    World world = new World(as, screen.environment(), Platform.current(), Help.version());
    Chosen chosen = patients(o, as);
    TextReport text =
        new TextReport(
            Math.clamp(screen.columns().orElse(WIDTH), NARROWEST, WIDEST), screen.colours());
    PrintStream print = new PrintStream(out, false, StandardCharsets.UTF_8);
    return new DoctorCommand(world, print, o.has("json"), text).examine(chosen);
  }

  // The servers.

  /// @param file the file that lists them, if any
  /// @param wrong what is wrong with the file
  private record Chosen(Optional<Path> file, List<Finding> wrong, List<Patient> patients) {}

  private static Chosen patients(Options o, Optional<ClientProfile> as) throws UsageException {
    if (!o.command().isEmpty() && !o.command().getFirst().isEmpty()) {
      if (o.has("config")) {
        throw new UsageException("--config names a file of servers: leave out COMMAND");
      }
      Checks.of(o);
      ServerSpec spec =
          ServerOptions.named(o, ServerOptions.read(o), Logging.none(o.surroundings()));
      Target target =
          spec.target() instanceof Target.Program program ? placed(program, o, as) : spec.target();
      Patient patient = patient(spec, target, SessionOptions.of(o).settings(), baseline(o));
      return new Chosen(Optional.empty(), List.of(), List.of(patient));
    }
    if (o.cli() || o.separated()) {
      throw new UsageException(
          "no program given: use `pitstop doctor %s-- COMMAND [ARG...]`"
              .formatted(o.cli() ? "cli " : ""));
    }
    if (o.has("baseline")) {
      throw new UsageException("--baseline is for one server: name its COMMAND or URL");
    }
    return ofFile(o);
  }

  private static Optional<Baseline> baseline(Options o) throws UsageException {
    if (o.has("update") && !o.has("baseline")) {
      throw new UsageException("--update accepts changes of the file that --baseline names");
    }
    return o.one("baseline")
        .map(file -> new Baseline(o.surroundings().directory().resolve(file), o.has("update")));
  }

  /// Claude Desktop starts servers in the root directory.
  private static Target placed(Target.Program program, Options o, Optional<ClientProfile> as) {
    Command command = program.command();
    boolean root = as.filter(ClientProfile::root).isPresent() && !o.has("cwd");
    Path top = Optional.ofNullable(command.directory().getRoot()).orElse(command.directory());
    return root
        ? new Target.Program(
            new Command(command.argv(), command.env(), top, command.binary()), program.url())
        : program;
  }

  private static Chosen ofFile(Options o) throws UsageException {
    Surroundings given = o.surroundings();
    Optional<Path> file = SessionOptions.file(o);
    if (file.isEmpty()) {
      throw new UsageException(
          "no server given: use `pitstop doctor -- COMMAND`, `pitstop doctor http://…`, or"
              + " `pitstop doctor --config FILE`");
    }
    Checks.fit(o, Fits.MANY);
    ConfigFile read =
        ConfigFile.read(file.get(), given::variable, Logging.none(given)::daemonOutput);
    List<Finding> wrong = new ArrayList<>();
    read.problems().forEach(p -> wrong.add(Finding.fail("config", p.text(), CORRECT)));
    read.warnings().forEach(p -> wrong.add(Finding.warn("config", p.text(), CORRECT)));
    Settings settings = SessionOptions.of(o).settings();
    List<Patient> patients =
        read.entries().stream()
            .flatMap(entry -> entry.spec().stream())
            .map(spec -> patient(spec, spec.target(), settings, Optional.empty()))
            .toList();
    if (patients.isEmpty() && wrong.isEmpty()) {
      throw new UsageException(file.get() + " has no enabled server");
    }
    return new Chosen(file, wrong, patients);
  }

  private static Patient patient(
      ServerSpec spec, Target target, Settings all, Optional<Baseline> baseline) {
    return new Patient(
        spec.name(),
        target,
        spec.build(),
        spec.buildMillis().orElse(Defaults.BUILD_MILLIS),
        spec.watch(),
        spec.startMillis().orElse(all.startMillis()),
        all.stop(),
        all.maxMessageBytes(),
        baseline);
  }

  // The output.

  private int examine(Chosen chosen) {
    List<Report> reports = new ArrayList<>();
    if (!chosen.wrong().isEmpty()) {
      String file = chosen.file().map(Path::toString).orElse("");
      reports.add(report("config", file, "", tell -> chosen.wrong().forEach(tell)));
    }
    String as = world.as().map(c -> " (as " + c.title() + " starts it)").orElse("");
    for (Patient patient : chosen.patients()) {
      sayAsText(reports.isEmpty() ? "" : "\n");
      String shown = Doctor.shown(patient, world);
      reports.add(report(patient.name(), shown, as, tell -> Doctor.examine(patient, world, tell)));
    }
    long fails = reports.stream().mapToLong(r -> r.count(Mark.FAIL)).sum();
    long warnings = reports.stream().mapToLong(r -> r.count(Mark.WARN)).sum();
    out.print(json ? Report.json(reports, world) : "\n" + text.end(fails, warnings));
    return fails == 0 ? 0 : 1;
  }

  /// Says each finding as soon as it is known.
  private Report report(
      String name, String shown, String as, Consumer<Consumer<Finding>> examination) {
    List<Finding> findings = new ArrayList<>();
    sayAsText(text.head(name, shown, as));
    examination.accept(finding -> {
      findings.add(finding);
      sayAsText(text.finding(finding));
    });
    return new Report(name, shown, findings);
  }

  private void sayAsText(String words) {
    if (!json) {
      out.print(words);
    }
  }
}
