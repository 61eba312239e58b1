package dev.pitstop.cli.install;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.install.ClientFile;
import dev.pitstop.install.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `pitstop uninstall CLIENT [SERVER…]`: restores the original entries.
public record UninstallCommand(InstallOptions options, Shell shell) {
  /// @param words the words after `uninstall`
  /// @throws Refusal if a file could not be read or written
  public static int run(List<String> words, Shell shell) throws Refusal, UsageException {
    InstallOptions o = InstallOptions.parse(Verb.UNINSTALL, words, shell.surroundings());
    if (o.client().isEmpty() && o.file().isEmpty()) {
      throw new UsageException(
          "no client given: use `pitstop uninstall CLIENT`; `pitstop install` lists what was"
              + " found");
    }
    return new UninstallCommand(o, shell).run();
  }

  private int run() throws Refusal, UsageException {
    ClientTarget target = ClientTarget.existing(options, shell);
    ClientFile file = target.read(shell);
    Optional<String> before = target.before();
    Set<String> provable = file.provable(before);
    List<String> written = file.written(before, shell.launcher());
    List<String> ids = new ArrayList<>();
    InstallTexts.Table table = new InstallTexts.Table();
    for (ClientFile.Listed each : target.chosen(file, options.servers(), shell)) {
      if (each.server() instanceof Server.Wrapped
          && options.servers().isEmpty()
          && !written.contains(each.id())) {
        table.row(each, InstallTexts.notOurs(before.isPresent()));
      } else if (each.server() instanceof Server.Wrapped w
          && w.isUrl()
          && !provable.contains(each.id())) {
        table.row(
            each,
            "skipped: "
                + (before.isPresent()
                    ? "its entry was edited after `install`"
                    : "there is no backup")
                + ", so write its URL and headers back yourself");
      } else if (each.server() instanceof Server.Wrapped w) {
        ids.add(each.id());
        table.row(each, what(w, provable.contains(each.id()), before.isPresent()));
      } else if (!options.servers().isEmpty()) {
        table.row(each, "not wrapped");
      }
    }
    String after = file.unwrap(ids, before);
    if (options.has("print")) {
      shell.out().print(file.changes(after));
      return 0;
    }
    if (!after.equals(file.text())) {
      target.write(file.text(), after, shell);
    }
    shell.out().println(InstallTexts.heading(target, shell));
    shell.out().print(table.text());
    shell.out().print(backup(target, after, before, table.isEmpty()));
    return 0;
  }

  private static String what(Server.Wrapped w, boolean provable, boolean backup) {
    StringBuilder out = new StringBuilder();
    out.append(
        provable
            ? "restored"
            : backup ? "unwrapped: its entry was edited after `install`" : "unwrapped");
    if (!provable) {
      for (String option : w.line().values().keySet().stream().sorted().toList()) {
        if (!ClientFile.writes(option)) {
          out.append("\n! --").append(option).append(" was removed, too: does the server need it?");
        }
      }
    }
    return out.toString();
  }

  /// Removes the backup once the file is equal to it.
  private String backup(
      ClientTarget target, String after, Optional<String> before, boolean nothing) {
    String said = nothing ? "No server in this file is wrapped.\n" : "";
    if (before.isEmpty()) {
      return said;
    }
    if (before.get().equals(after)) {
      return target.removeBackup()
          ? said
          : said + "Could not remove the backup " + shell.shown(target.backup()) + ".\n";
    }
    return said
        + shell.shown(target.backup())
        + " stays: the file has other changes, or other servers are still wrapped.\n";
  }
}
