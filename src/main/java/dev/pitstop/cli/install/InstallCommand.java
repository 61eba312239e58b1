package dev.pitstop.cli.install;

import dev.pitstop.cli.help.InstallPages;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.http.Uris;
import dev.pitstop.install.ClientFile;
import dev.pitstop.install.Server;
import dev.pitstop.install.UnifiedDiff;
import dev.pitstop.install.Wrapping;
import dev.pitstop.project.Guess;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `pitstop install CLIENT [SERVER…]`: wraps the servers in a client's configuration file (U3).
public record InstallCommand(InstallOptions options, Shell shell) {
  /// @param words the words after `install`
  /// @return the exit code: 1 if a file could not be read or written
  public static int run(List<String> words, Shell shell) throws UsageException {
    InstallOptions o = InstallOptions.parse("install", words, shell.surroundings());
    if (o.has("help")) {
      shell.out().print(InstallPages.install());
      return 0;
    }
    if (o.client().isEmpty() && o.file().isEmpty()) {
      return ClientsFound.print(shell);
    }
    try {
      return new InstallCommand(o, shell).run();
    } catch (ClientTarget.Trouble e) {
      return shell.failed(e);
    }
  }

  private int run() throws ClientTarget.Trouble, UsageException {
    ClientTarget target = ClientTarget.existing(options, shell);
    List<String> launcher = launcher();
    ClientFile file = target.read(shell);
    List<ClientFile.Listed> chosen = target.chosen(file, options.servers(), shell);
    Map<String, Wrapping.How> wishes = new LinkedHashMap<>();
    InstallTexts.Table table = new InstallTexts.Table();
    for (ClientFile.Listed each : chosen) {
      table.row(each, wish(each, target, launcher, wishes));
    }
    InstallSettings.Chosen settings =
        new InstallSettings(options, shell, target, file).choose(chosen, wishes);
    String after = file.wrap(settings.wishes());
    if (options.has("print")) {
      shell.out().print(UnifiedDiff.of(shell.shown(target.file()), file.text(), after));
      return 0;
    }
    if (!after.equals(file.text())) {
      target.writeBackup(file.original(target.before()), shell);
      target.write(file.text(), after, shell);
    }
    shell.out().println(InstallTexts.heading(target, shell));
    shell.out().print(table.text());
    shell.out().print(settings.said());
    String done =
        after.equals(file.text())
            ? chosen.isEmpty()
                ? "The file has no servers.\n"
                : "Nothing to do: the file is unchanged.\n"
            : InstallTexts.done(target, options, shell);
    shell.out().print(done);
    return 0;
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
      ClientFile.Listed each,
      ClientTarget target,
      List<String> launcher,
      Map<String, Wrapping.How> wishes) {
    return switch (each.server()) {
      case Server.Other other -> "skipped: " + other.reason();
      case Server.Wrapped w -> "already wrapped";
      case Server.Daemon d when !isNear(d.url()) && options.servers().isEmpty() ->
          "skipped: " + d.url() + " is not on this machine;\nname the server to wrap it anyway";
      case Server.Daemon d -> {
        List<String> words = new ArrayList<>(d.options());
        words.addAll(options.reload());
        wishes.put(each.id(), new Wrapping.How(launcher, words));
        boolean open = d.options().stream().anyMatch(w -> w.contains(": ") && !w.contains("$"));
        yield "wrapped: "
            + d.url()
            + (open
                ? "\n! its header values are now arguments, which other users of this machine can see:"
                    + "\n  use a ${VARIABLE} instead"
                : "");
      }
      case Server.Program p -> {
        List<String> words = new ArrayList<>();
        String said = program(each, p, target, words);
        words.add("--");
        wishes.put(each.id(), new Wrapping.How(launcher, words));
        yield said;
      }
    };
  }

  private String program(
      ClientFile.Listed each, Server.Program p, ClientTarget target, List<String> words) {
    if (!options.reload().isEmpty()) {
      words.addAll(options.reload());
      return "wrapped with your options";
    }
    Optional<Path> start = each.place().isEmpty() ? target.start() : Optional.of(shell.directory());
    if (options.has("no-guess")) {
      return "wrapped";
    }
    Optional<Guess> guess = InstallGuess.of(p, start, shell);
    if (guess.isEmpty()) {
      return "wrapped; nothing to build or watch was found";
    }
    String what = guess.get().options();
    boolean taken =
        options.has("yes")
            || options.has("print")
            || (shell.terminal() && agreed(each.name(), p.words(), guess.get()));
    if (taken) {
      words.addAll(guess.get().words());
      return "wrapped with " + what + "\n(" + guess.get().reason() + ")";
    }
    return shell.terminal()
        ? "wrapped"
        : "wrapped without options; --yes would add\n" + what + "\n(" + guess.get().reason() + ")";
  }

  private boolean agreed(String name, List<String> words, Guess guess) {
    shell.out().println(name + ": " + InstallTexts.line(words));
    shell.out().println("  suggested: " + guess.options());
    shell.out().println("  (" + guess.reason() + ")");
    return shell.agrees("  Use these options? [Y/n] ", true);
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
