package dev.pitstop.cli.install;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.install.Client;
import dev.pitstop.install.ClientFile;
import dev.pitstop.project.Checkout;
import dev.pitstop.textedit.FileText;
import dev.pitstop.textedit.FileWriter;
import dev.pitstop.textedit.Format;
import dev.pitstop.textedit.Mistake;
import dev.pitstop.textedit.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A client's file on the disk, and the backup beside it.
///
/// @param file absolute; a symbolic link stays one
/// @param containers the keys that hold its servers
/// @param client empty if the user named the file
record ClientTarget(Path file, List<List<String>> containers, Optional<Client> client) {
  /// Claude Code's user file can be large.
  private static final int MOST = 128 << 20;

  private static final String BACKUP = ".before-pitstop";

  private static ClientTarget of(Client client, Path file, Shell shell) {
    // Claude Code keeps a project's servers under the top of its checkout, in a worktree under that
    // of the main checkout. Earlier versions took the directory itself.
    List<Path> projects =
        Stream.concat(Checkout.main(shell.directory()).stream(), Stream.of(shell.directory()))
            .distinct()
            .toList();
    return new ClientTarget(file, client.containers(projects), Optional.of(client));
  }

  /// The file that these options name, whether it exists or not.
  private static ClientTarget of(InstallOptions o, Shell shell) {
    if (o.file().isPresent()) {
      Path file = shell.directory().resolve(o.file().get()).normalize();
      return new ClientTarget(file, Client.containers(file), Optional.empty());
    }
    Client client = o.client().orElseThrow();
    Optional<Path> project = there(client.projects(shell.directory())).filter(p -> !o.has("user"));
    boolean own =
        project.isPresent() && (client == Client.CLAUDE_CODE || Files.exists(project.get()));
    Path user = there(client.users(shell.home())).orElseThrow();
    return of(client, own ? project.get() : user, shell);
  }

  /// The first place with a file; if none has one, the usual place.
  private static Optional<Path> there(List<Path> places) {
    return places.stream().filter(Files::exists).findFirst().or(() -> places.stream().findFirst());
  }

  /// The file that these options name.
  static ClientTarget existing(InstallOptions o, Shell shell) throws Refusal {
    ClientTarget target = of(o, shell);
    if (Files.exists(target.file())) {
      return target;
    }
    String name = shell.shown(target.file());
    if (target.client().isEmpty()) {
      throw new Refusal(1, name + " does not exist.");
    }
    Client client = target.client().get();
    throw new Refusal(
        1,
        ("there is no %s%s: %s has no servers configured there. `pitstop install` lists the files"
                + " it found.")
            .formatted(
                name,
                client == Client.CLAUDE_CODE && !o.has("user")
                    ? " in " + shell.directory() + " or above it"
                    : "",
                client.title()));
  }

  /// All existing files of a client.
  static List<ClientTarget> all(Client client, Shell shell) {
    return Stream.concat(
            client.projects(shell.directory()).stream(), client.users(shell.home()).stream())
        .distinct()
        .filter(Files::isRegularFile)
        .map(file -> of(client, file, shell))
        .toList();
  }

  /// The directory in which the client starts servers, if it is known: the project's, if the file
  /// is one of a project.
  Optional<Path> start(Shell shell) {
    List<Client> all = List.of(Client.values());
    Path in = file.resolveSibling("");
    return all.stream().anyMatch(c -> c.users(shell.home()).contains(file))
        ? Optional.empty()
        : Stream.of(in.resolve("..").normalize(), in) // a hidden directory is not the project's
            .filter(d -> all.stream().anyMatch(c -> c.projects(d).contains(file)))
            .findFirst();
  }

  /// Reads the text and the servers in it.
  ClientFile read(Shell shell) throws Refusal {
    return switch (FileText.read(file, MOST)) {
      case FileText.Bad bad -> throw new Refusal(1, shell.shown(file) + ": " + bad.message());
      case FileText.Good good -> {
        try {
          yield ClientFile.read(good.text(), Format.of(file), containers);
        } catch (Mistake m) {
          String key = m.path().text();
          throw new Refusal(
              1,
              "%s:%s: %s%s. The file was not changed."
                  .formatted(
                      shell.shown(file),
                      Position.of(good.text(), m.offset()),
                      key.isEmpty() ? "" : key + ": ",
                      m.message()));
        }
      }
    };
  }

  /// The servers of these names.
  List<ClientFile.Listed> chosen(ClientFile read, List<String> names, Shell shell)
      throws UsageException {
    List<String> there = read.servers().stream().map(ClientFile.Listed::name).toList();
    for (String name : names) {
      if (!there.contains(name)) {
        String hint =
            there.isEmpty() ? ": it has no servers" : ": it has " + String.join(", ", there);
        throw new UsageException(
            "%s has no server `%s`%s"
                .formatted(
                    shell.shown(file), name, Nearest.question(name, there, "`%s`").orElse(hint)));
      }
    }
    return read.servers().stream()
        .filter(s -> names.isEmpty() || names.contains(s.name()))
        .toList();
  }

  Path backup() {
    return file.resolveSibling(file.getFileName() + BACKUP);
  }

  /// The backup, if there is one that can be read.
  Optional<ClientFile> before() {
    try {
      return FileText.read(backup(), MOST) instanceof FileText.Good good
          ? Optional.of(ClientFile.read(good.text(), Format.of(file), containers))
          : Optional.empty();
    } catch (Mistake m) {
      return Optional.empty();
    }
  }

  /// Replaces the text of the file as a whole.
  ///
  /// @param read the text that the change was made from
  void write(String read, String text, Shell shell) throws Refusal {
    if (!holds(file, read)) {
      throw new Refusal(
          1,
          shell.shown(file)
              + " has just been changed by another program; nothing was written. Try again.");
    }
    write(file, text, false, "cannot write " + shell.shown(file));
  }

  void writeBackup(String text, Shell shell) throws Refusal {
    if (!holds(backup(), text)) {
      String problem =
          "cannot write the backup " + shell.shown(backup()) + ", so nothing was changed";
      write(backup(), text, true, problem);
    }
  }

  private static boolean holds(Path file, String text) {
    return FileText.read(file, MOST) instanceof FileText.Good good && good.text().equals(text);
  }

  private static void write(Path file, String text, boolean closed, String problem) throws Refusal {
    try {
      FileWriter.write(file, text, closed);
    } catch (IOException e) {
      String kind = e.getClass().getSimpleName().replace("Exception", "");
      throw new Refusal(1, problem + ": " + kind + ": " + e.getMessage());
    }
  }

  /// Removes the backup once the file is equal to it.
  ///
  /// @return whether it is gone
  boolean removeBackup(String text) {
    try {
      return holds(backup(), text) && Files.deleteIfExists(backup());
    } catch (IOException e) {
      return false; // then it stays, which the caller says
    }
  }
}
