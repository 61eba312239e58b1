package dev.pitstop.cli.install;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.install.Client;
import dev.pitstop.install.ClientFile;
import dev.pitstop.install.Server;
import java.util.ArrayList;
import java.util.List;

/// `pitstop install` without arguments: lists the servers of all clients, and which of them run
/// through Pitstop.
final class ClientsFound {
  private ClientsFound() {}

  /// @return the exit code: 1 if a file could not be read
  static int print(Shell shell) {
    List<String> without = new ArrayList<>();
    int code = 0;
    for (Client client : Client.values()) {
      List<ClientTarget> files = ClientTarget.all(client, shell);
      if (files.isEmpty()) {
        without.add(client.id());
      }
      for (ClientTarget target : files) {
        String user =
            client.users(shell.home()).contains(target.file())
                    && !client.projects(shell.directory()).isEmpty()
                ? " --user"
                : "";
        shell.out().println(client.id() + user + ": " + shell.shown(target.file()));
        try {
          shell.out().print(servers(target.read(shell)));
        } catch (Refusal e) {
          shell.out().println("  ✗ " + e.getMessage());
          code = 1;
        }
      }
    }
    if (without.size() < Client.values().length) {
      shell.out().println();
      String how =
          "To wrap them: pitstop install CLIENT [SERVER...] (--print only shows the changes)";
      shell.out().println(how);
    }
    if (!without.isEmpty()) {
      shell.out().println("No configuration found for: " + String.join(", ", without));
    }
    return code;
  }

  private static String servers(ClientFile file) {
    List<InstallTexts.Row> table = new ArrayList<>();
    for (ClientFile.Listed each : file.servers()) {
      table.add(
          new InstallTexts.Row(
              each,
              switch (each.server()) {
                case Server.Program p -> InstallTexts.line(p.words());
                case Server.Daemon d -> d.url();
                case Server.Wrapped w -> "✓ wrapped: " + InstallTexts.line(w.command());
                case Server.Other other -> "cannot be wrapped: " + other.reason();
              }));
    }
    return file.servers().isEmpty() ? "  no servers\n" : InstallTexts.table(table);
  }
}
