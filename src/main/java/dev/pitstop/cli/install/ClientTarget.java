package dev.pitstop.cli.install;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.install.Client;
import dev.pitstop.install.ClientFile;
import dev.pitstop.project.Checkout;
import dev.pitstop.textedit.Document;
import dev.pitstop.textedit.FileText;
import dev.pitstop.textedit.FileWriter;
import dev.pitstop.textedit.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A client's file on the disk, and the backup beside it.
///
/// @param file absolute; a symbolic link stays one
/// @param start the directory in which the client starts servers, if it is known
record ClientTarget(
    Path file,
    Format format,
    List<List<String>> containers,
    Optional<Client> client,
    Optional<Path> start) {
  /// Claude Code's user file can be large.
  private static final int MOST = 128 << 20;

  private static final Set<String> OF_PROJECTS =
      Set.of(".cursor", ".vscode", ".codex", ".gemini", ".opencode", ".zed");

  private static final String BACKUP = ".before-pitstop";

  static ClientTarget of(Client client, Path file, Shell shell) {
    return new ClientTarget(
        file,
        client.format(),
        client.containers(projects(shell.directory())),
        Optional.of(client),
        start(file, shell));
  }

  /// Claude Code keeps a project's servers under the top of its checkout, in a worktree under that
  /// of the main checkout. Earlier versions took the directory itself.
  private static List<Path> projects(Path directory) {
    return Stream.concat(Checkout.main(directory).stream(), Stream.of(directory))
        .distinct()
        .toList();
  }

  /// The file that these options name, whether it exists or not.
  static ClientTarget of(InstallOptions o, Shell shell) {
    if (o.file().isPresent()) {
      Path file = shell.directory().resolve(o.file().get()).normalize();
      Format format = Format.of(file);
      List<List<String>> containers = Client.containers(format, file);
      return new ClientTarget(file, format, containers, Optional.empty(), start(file, shell));
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

  /// The same, if it exists.
  static ClientTarget existing(InstallOptions o, Shell shell) throws Refusal {
    ClientTarget target = of(o, shell);
    if (Files.notExists(target.file())) {
      throw new Refusal(1, target.noFile(shell));
    }
    return target;
  }

  private String noFile(Shell shell) {
    String name = shell.shown(file);
    if (client.isEmpty()) {
      return name + " does not exist.";
    }
    Client known = client.get();
    boolean here = name.equals(file.getFileName().toString());
    boolean upwards = known == Client.CLAUDE_CODE;
    return ("there is no %s%s: %s has no servers configured there. `pitstop install` lists the"
            + " files it found.")
        .formatted(
            name,
            here ? " in " + shell.directory() + (upwards ? " or above it" : "") : "",
            known.title());
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

  /// The project's directory, derived from the place of its file.
  private static Optional<Path> start(Path file, Shell shell) {
    Optional<Path> parent = Optional.ofNullable(file.getParent());
    if (Client.OPENCODE.users(shell.home()).contains(file)) {
      return Optional.empty();
    }
    Optional<Path> hidden =
        parent.filter(p -> OF_PROJECTS.contains(String.valueOf(p.getFileName())));
    if (file.endsWith(".mcp.json")
        || (hidden.isEmpty()
            && parent.filter(p -> Client.OPENCODE.projects(p).contains(file)).isPresent())) {
      return parent;
    }
    return hidden
        .flatMap(p -> Optional.ofNullable(p.getParent()))
        .filter(p -> !p.equals(shell.home().directory()));
  }

  /// Reads the text and the servers in it.
  ClientFile read(Shell shell) throws Refusal {
    return switch (FileText.read(file, MOST)) {
      case FileText.Bad bad -> throw new Refusal(1, shell.shown(file) + ": " + bad.message());
      case FileText.Good good ->
          switch (Document.read(good.text(), format, containers)) {
            case Document.Read.Broken b ->
                throw new Refusal(
                    1,
                    "%s:%s:%s: %s. The file was not changed."
                        .formatted(shell.shown(file), b.line(), b.column(), b.message()));
            case Document.Read.Good(Document document) ->
                new ClientFile(document, words -> OwnLines.read(words, shell.surroundings()));
          };
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
    return names.isEmpty()
        ? read.servers()
        : read.servers().stream().filter(s -> names.contains(s.name())).toList();
  }

  Path backup() {
    return file.resolveSibling(file.getFileName() + BACKUP);
  }

  /// The text of the backup, if it exists.
  Optional<String> before() {
    return FileText.read(backup(), MOST) instanceof FileText.Good good
        ? Optional.of(good.text())
        : Optional.empty();
  }

  /// Replaces the text of the file as a whole.
  ///
  /// @param read the text that the change was made from
  void write(String read, String text, Shell shell) throws Refusal {
    if (!(FileText.read(file, MOST) instanceof FileText.Good good) || !good.text().equals(read)) {
      throw new Refusal(
          1,
          shell.shown(file)
              + " has just been changed by another program; nothing was written. Try again.");
    }
    try {
      FileWriter.write(file, text);
    } catch (IOException e) {
      throw new Refusal(1, "cannot write " + shell.shown(file) + ": " + why(e));
    }
  }

  void writeBackup(String text, Shell shell) throws Refusal {
    try {
      if (!before().equals(Optional.of(text))) {
        FileWriter.write(backup(), text, true);
      }
    } catch (IOException e) {
      throw new Refusal(
          1,
          "cannot write the backup %s, so nothing was changed: %s"
              .formatted(shell.shown(backup()), why(e)));
    }
  }

  /// @return whether the backup is gone
  boolean removeBackup() {
    try {
      return Files.deleteIfExists(backup());
    } catch (IOException e) {
      return false; // then it stays, which the caller says
    }
  }

  private static String why(IOException e) {
    return e.getClass().getSimpleName().replace("Exception", "") + ": " + e.getMessage();
  }
}
