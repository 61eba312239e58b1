package dev.pitstop.cli.install;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.http.Uris;
import dev.pitstop.install.ClientFile;
import dev.pitstop.install.OptionWords;
import dev.pitstop.install.Server;
import dev.pitstop.install.Wrapping;
import dev.pitstop.project.Checkout;
import dev.pitstop.project.Guess;
import dev.pitstop.project.WatcherFinding;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `pitstop install CLIENT [SERVER…]`: wraps the servers in a client's configuration file.
public final class InstallCommand {
  private final InstallOptions options;
  private final Shell shell;
  private final ClientTarget target;
  private final List<String> launcher;
  private final Map<List<String>, Wrapping.How> wishes = new LinkedHashMap<>();
  private boolean refused; // a server stays as it is although the user wants it wrapped

  private InstallCommand(InstallOptions options, Shell shell) throws Refusal, UsageException {
    this.options = options;
    this.shell = shell;
    this.target = ClientTarget.existing(options, shell);
    this.launcher = launcher();
  }

  /// @param words the words after `install`
  /// @return the exit code: 1 if a server was not wrapped that should have been
  /// @throws Refusal if a file could not be read or written
  public static int run(List<String> words, Shell shell) throws Refusal, UsageException {
    InstallOptions o = InstallOptions.parse(Verb.INSTALL, words, shell.here());
    return o.client().isEmpty() && o.file().isEmpty()
        ? ClientsFound.print(shell)
        : new InstallCommand(o, shell).run();
  }

  private int run() throws Refusal, UsageException {
    ClientFile file = target.read(shell);
    List<ClientFile.Listed> chosen = target.chosen(file, options.servers(), shell);
    List<InstallTexts.Row> table = new ArrayList<>();
    for (ClientFile.Listed each : chosen) {
      table.add(new InstallTexts.Row(each, wish(each)));
    }
    int code = refused || chosen.isEmpty() ? 1 : 0;
    ClientFile after = file.wrap(wishes);
    if (options.has("print")) {
      shell.out().print(file.changes(after));
      shell.here().err().print(code == 0 ? "" : InstallTexts.table(table));
      return code;
    }
    boolean changed = !after.text().equals(file.text());
    if (changed) {
      target.writeBackup(file.original(target.before()), shell);
      target.write(file.text(), after.text(), shell);
    }
    shell.out().println(InstallTexts.heading(target, shell));
    shell.out().print(InstallTexts.table(table));
    if (!wishes.isEmpty() && target.client().isPresent()) {
      shell.out().print(InstallTexts.settings(target.client().get(), file.text()));
    }
    shell
        .out()
        .print(
            changed
                ? InstallTexts.done(target, options, shell)
                : chosen.isEmpty()
                    ? "The file has no servers for %s. `pitstop install` lists what was found.\n"
                        .formatted(shell.directory())
                    : "Nothing to do: the file is unchanged.\n");
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

  private void wish(ClientFile.Listed each, List<String> by, List<String> words) {
    wishes.put(each.path(), new Wrapping.How(by, words));
  }

  /// What happens to a server, in words.
  private String wish(ClientFile.Listed each) {
    return switch (each.server()) {
      case Server.Other other -> {
        refused |= !options.servers().isEmpty();
        yield "skipped: " + other.reason();
      }
      case Server.Wrapped w -> again(each, w);
      case Server.Daemon d when !isNear(d.url()) && options.servers().isEmpty() ->
          "skipped: " + d.url() + " is not on this machine;\nname the server to wrap it anyway";
      case Server.Daemon d -> {
        List<String> words = OptionWords.with(List.of(), options.reload());
        words.removeLast(); // a URL needs no `--` before it
        wish(each, launcher, words);
        yield "wrapped: " + d.url();
      }
      case Server.Program p -> {
        Optional<WatcherFinding> watcher =
            options.has("as-is") ? Optional.empty() : guess(each).watcher(p);
        if (watcher.isPresent()) {
          refused = true;
          yield "skipped: it starts `"
              + watcher.get().watcher()
              + "`, which restarts the server on its own and breaks calls in flight.\n"
              + WatcherFinding.ADVICE
              + ".\n--as-is wraps the command as it is.";
        }
        Taken taken = taken(p.words(), p.cwd(), each);
        wish(each, launcher, OptionWords.with(List.of(), taken.values()));
        yield "wrapped" + taken.said();
      }
    };
  }

  /// Changes the options of a server that is wrapped already.
  private String again(ClientFile.Listed each, Server.Wrapped w) {
    Map<String, List<String>> given = w.values();
    boolean bare = !w.isUrl() && !given.containsKey("build") && !given.containsKey("watch");
    Optional<String> cwd = given.getOrDefault("cwd", List.of()).stream().findFirst();
    Taken taken =
        bare || !options.reload().isEmpty()
            ? taken(w.command(), cwd, each)
            : new Taken(Map.of(), "");
    boolean there = taken.values().entrySet().stream().allMatch(given.entrySet()::contains);
    List<String> by = options.command().isEmpty() ? w.launcher() : launcher;
    if (there && by.equals(w.launcher())) {
      return "already wrapped" + (taken.values().isEmpty() ? taken.said() : "");
    }
    wish(each, by, there ? w.options() : OptionWords.with(w.options(), taken.values()));
    return "already wrapped, now" + (there ? " by your command" : taken.said());
  }

  /// The options that a server gets.
  ///
  /// @param said goes on after "wrapped"
  private record Taken(Map<String, List<String>> values, String said) {}

  private Taken taken(List<String> words, Optional<String> cwd, ClientFile.Listed each) {
    if (!options.reload().isEmpty()) {
      return new Taken(options.reload(), " with " + Guess.options(options.reload()));
    }
    Optional<Guess> guess = guess(each).of(words, cwd);
    if (guess.isEmpty()) {
      return new Taken(Map.of(), "; nothing to build or watch was found");
    }
    String what = guess.get().options() + "\n(" + guess.get().reason() + ")";
    return options.has("yes") || options.has("print")
        ? new Taken(guess.get().values(), " with " + what)
        : new Taken(Map.of(), " without options; --yes would add\n" + what);
  }

  /// Claude Code starts the servers that its user's file has for this project in the project.
  private InstallGuess guess(ClientFile.Listed each) {
    return new InstallGuess(
        each.place().isEmpty()
            ? target.start(shell)
            : Checkout.top(shell.directory()).or(() -> Optional.of(shell.directory())),
        shell);
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
