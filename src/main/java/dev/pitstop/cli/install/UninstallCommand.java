package dev.pitstop.cli.install;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.install.ClientFile;
import dev.pitstop.install.OptionWords;
import dev.pitstop.install.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `pitstop uninstall CLIENT [SERVER…]`: restores the original entries.
public final class UninstallCommand {
  private UninstallCommand() {}

  /// @param words the words after `uninstall`
  /// @return the exit code
  /// @throws Refusal if a file could not be read or written
  public static int run(List<String> words, Shell shell) throws Refusal, UsageException {
    InstallOptions o = InstallOptions.parse(Verb.UNINSTALL, words, shell.here());
    if (o.client().isEmpty() && o.file().isEmpty()) {
      throw new UsageException(
          "no client given: use `pitstop uninstall CLIENT`; `pitstop install` lists what was"
              + " found");
    }
    ClientTarget target = ClientTarget.existing(o, shell);
    ClientFile file = target.read(shell);
    Optional<ClientFile> before = target.before();
    Map<List<String>, String> provable = file.provable(before);
    List<List<String>> since = file.since(before);
    List<List<String>> paths = new ArrayList<>();
    List<InstallTexts.Row> table = new ArrayList<>();
    boolean named = !o.servers().isEmpty();
    for (ClientFile.Listed each : target.chosen(file, o.servers(), shell)) {
      boolean exact = provable.containsKey(each.path());
      if (!(each.server() instanceof Server.Wrapped w)) {
        if (named) {
          table.add(new InstallTexts.Row(each, "not wrapped"));
        }
      } else if (!named && !since.contains(each.path())) {
        table.add(
            new InstallTexts.Row(
                each,
                (before.isPresent()
                        ? "skipped: `install` did not wrap it"
                        : "skipped: without the backup, Pitstop cannot tell who wrapped it")
                    + ";\nname the server to unwrap it anyway"));
      } else if (w.isUrl() && !exact) {
        table.add(
            new InstallTexts.Row(
                each,
                (before.isPresent()
                        ? "skipped: its entry was edited after `install`"
                        : "skipped: there is no backup")
                    + ", so write its URL and headers back yourself"));
      } else {
        paths.add(each.path());
        table.add(
            new InstallTexts.Row(each, exact ? "restored" : unwrapped(w, before.isPresent())));
      }
    }
    ClientFile after = file.unwrap(paths, provable);
    if (o.has("print")) {
      shell.out().print(file.changes(after));
      return 0;
    }
    if (!paths.isEmpty()) {
      target.write(file.text(), after.text(), shell);
    }
    shell.out().println(InstallTexts.heading(target, shell));
    shell.out().print(InstallTexts.table(table));
    if (table.isEmpty()) {
      shell.out().println("No server in this file is wrapped.");
    }
    if (before.isPresent() && !target.removeBackup(after.text())) {
      shell
          .out()
          .println(
              shell.shown(target.backup())
                  + " stays: the file has other changes, or other servers are still wrapped.");
    }
    return 0;
  }

  private static String unwrapped(Server.Wrapped w, boolean backup) {
    StringBuilder out = new StringBuilder("unwrapped");
    out.append(backup ? ": its entry was edited after `install`" : "");
    OptionWords.others(w.options())
        .forEach(option ->
            out.append("\n! ")
                .append(option)
                .append(" was removed, too: does the server need it?"));
    return out.toString();
  }
}
