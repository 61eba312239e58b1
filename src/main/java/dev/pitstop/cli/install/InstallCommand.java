package dev.pitstop.cli.install;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.http.Uris;
import dev.pitstop.install.ClientFile;
import dev.pitstop.install.Server;
import dev.pitstop.install.Wrapping;
import dev.pitstop.project.Checkout;
import dev.pitstop.project.Guess;
import dev.pitstop.project.WatcherFinding;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `pitstop install CLIENT [SERVER…]`: wraps the servers in a client's configuration file.
public record InstallCommand(InstallOptions options, Shell shell) {
  /// What is to be done.
  ///
  /// @param wishes by the ids of entries
  /// @param refused entries that stay as they are although the user wants them wrapped
  private record Plan(Map<String, Wrapping.How> wishes, List<String> refused) {}

  /// @param words the words after `install`
  /// @return the exit code: 1 if a server was not wrapped that should have been
  /// @throws Refusal if a file could not be read or written
  public static int run(List<String> words, Shell shell) throws Refusal, UsageException {
    InstallOptions o = InstallOptions.parse(Verb.INSTALL, words, shell.surroundings());
    if (o.client().isEmpty() && o.file().isEmpty()) {
      return ClientsFound.print(shell);
    }
    return new InstallCommand(o, shell).run();
  }

  private int run() throws Refusal, UsageException {
    ClientTarget target = ClientTarget.existing(options, shell);
    List<String> launcher = launcher();
    ClientFile file = target.read(shell);
    List<ClientFile.Listed> chosen = target.chosen(file, options.servers(), shell);
    Plan plan = new Plan(new LinkedHashMap<>(), new ArrayList<>());
    InstallTexts.Table table = new InstallTexts.Table();
    for (ClientFile.Listed each : chosen) {
      Optional<Path> start =
          each.place().isEmpty()
              ? target.start()
              : Checkout.top(shell.directory()).or(() -> Optional.of(shell.directory()));
      table.row(each, wish(each, start, launcher, plan));
    }
    int code = plan.refused().isEmpty() && !chosen.isEmpty() ? 0 : 1;
    String after = file.wrap(plan.wishes());
    if (options.has("print")) {
      shell.out().print(file.changes(after));
      shell.err().print(code == 0 ? "" : table.text());
      return code;
    }
    if (!after.equals(file.text())) {
      target.writeBackup(file.original(target.before()), shell);
      target.write(file.text(), after, shell);
    }
    shell.out().println(InstallTexts.heading(target, shell));
    shell.out().print(table.text());
    shell.out().print(InstallTexts.settings(target, file, chosen, plan.wishes()));
    String done =
        after.equals(file.text())
            ? chosen.isEmpty()
                ? "The file has no servers for %s. `pitstop install` lists what was found.\n"
                    .formatted(shell.directory())
                : "Nothing to do: the file is unchanged.\n"
            : InstallTexts.done(target, options, shell);
    shell.out().print(done);
    return code;
  }

  private List<String> launcher() throws UsageException {
    if (!options.command().isEmpty()) {
      if (!ClientFile.isLauncher(options.command())) {
        throw new UsageException(
            "--command: `" + String.join(" ", options.command()) + "` does not start Pitstop");
      }
      return options.command();
    }
    return shell
        .launcher()
        .filter(ClientFile::isLauncher)
        .orElseThrow(() ->
            new UsageException("the path of `pitstop` is unknown: use --command /path/to/pitstop"));
  }

  /// What happens to a server, in words.
  private String wish(
      ClientFile.Listed each, Optional<Path> start, List<String> launcher, Plan plan) {
    return switch (each.server()) {
      case Server.Other other -> {
        if (!options.servers().isEmpty()) {
          plan.refused().add(each.id());
        }
        yield "skipped: " + other.reason();
      }
      case Server.Wrapped w -> again(each, w, start, launcher, plan);
      case Server.Daemon d when !isNear(d.url()) && options.servers().isEmpty() ->
          "skipped: " + d.url() + " is not on this machine;\nname the server to wrap it anyway";
      case Server.Daemon d -> {
        List<String> words =
            new ArrayList<>(Wrapping.How.program(launcher, options.reload()).options());
        words.removeLast(); // a URL needs no `--` before it
        plan.wishes().put(each.id(), new Wrapping.How(launcher, words));
        yield "wrapped: " + d.url();
      }
      case Server.Program p -> {
        Optional<WatcherFinding> watcher =
            options.has("as-is") ? Optional.empty() : InstallGuess.watcher(p, start, shell);
        if (watcher.isPresent()) {
          plan.refused().add(each.id());
          yield InstallTexts.watcher(watcher.get());
        }
        Taken taken = taken(p.words(), p.cwd(), start);
        plan.wishes().put(each.id(), Wrapping.How.program(launcher, taken.values()));
        yield "wrapped" + taken.said();
      }
    };
  }

  /// Changes the options of a server that is wrapped already.
  private String again(
      ClientFile.Listed each,
      Server.Wrapped w,
      Optional<Path> start,
      List<String> launcher,
      Plan plan) {
    Map<String, List<String>> given = w.line().values();
    boolean bare = !w.isUrl() && !given.containsKey("build") && !given.containsKey("watch");
    Optional<String> cwd = given.getOrDefault("cwd", List.of()).stream().findFirst();
    Taken taken =
        bare || !options.reload().isEmpty()
            ? taken(w.command(), cwd, start)
            : new Taken(Map.of(), "");
    boolean there = taken.values().entrySet().stream().allMatch(given.entrySet()::contains);
    List<String> by = options.command().isEmpty() ? w.launcher() : launcher;
    if (there && by.equals(w.launcher())) {
      return "already wrapped" + (taken.values().isEmpty() ? taken.said() : "");
    }
    plan.wishes().put(each.id(), Wrapping.How.again(w, by, taken.values()));
    return "already wrapped, now" + (there ? " by your command" : taken.said());
  }

  /// The options that a server gets.
  ///
  /// @param said goes on after "wrapped"
  private record Taken(Map<String, List<String>> values, String said) {}

  private Taken taken(List<String> words, Optional<String> cwd, Optional<Path> start) {
    if (!options.reload().isEmpty()) {
      return new Taken(options.reload(), " with " + Guess.options(options.reload()));
    }
    Optional<Guess> guess = InstallGuess.of(words, cwd, start, shell);
    if (guess.isEmpty()) {
      return new Taken(Map.of(), "; nothing to build or watch was found");
    }
    String what = guess.get().options() + "\n(" + guess.get().reason() + ")";
    return options.has("yes") || options.has("print")
        ? new Taken(guess.get().values(), " with " + what)
        : new Taken(Map.of(), " without options; --yes would add\n" + what);
  }

  /// Whether a URL is on this machine: only such a server is probably being written.
  private static boolean isNear(String url) {
    try {
      return Uris.isLoopback(Uris.host(URI.create(url)));
    } catch (IllegalArgumentException noUri) {
      return false; // a client's variable is in it
    }
  }
}
