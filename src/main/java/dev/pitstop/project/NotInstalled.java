package dev.pitstop.project;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Recognises a Node project whose packages are not installed. Its builds cannot succeed, and their
/// errors (`tsc: not found`) do not name the cause. Pitstop installs nothing, because that would
/// run code of others. Looks at files.
public final class NotInstalled {
  private NotInstalled() {}

  /// A line about the missing packages of a failed build; empty if none are known to be missing.
  ///
  /// @param line the build command
  /// @param directory the directory in which it ran
  public static Optional<String> remark(String line, Path directory) {
    return PackageJson.in(builtIn(line, directory))
        .filter(manifest -> manifest.needsPackages() && !hasModules(manifest.directory()))
        .map(manifest ->
            ("(%s has no `node_modules`: the packages of its `package.json` are not installed."
                    + " `%s` installs them.)")
                .formatted(manifest.directory(), install(manifest)));
  }

  /// `cd sub && npm run build` builds another project.
  private static Path builtIn(String line, Path directory) {
    List<String> words = List.of(line.strip().split(" ", 4));
    return words.size() > 3 && words.getFirst().equals("cd") && words.get(2).equals("&&")
        ? directory.resolve(words.get(1).replace("'", "").replace("\"", ""))
        : directory;
  }

  /// Whether the project has packages. Looks in the directories above too, where a workspace keeps
  /// its packages.
  private static boolean hasModules(Path project) {
    return Directories.upFrom(project.normalize()).stream()
        .anyMatch(d ->
            Files.isDirectory(d.resolve("node_modules")) || Files.exists(d.resolve(".pnp.cjs")));
  }

  private static String install(PackageJson manifest) {
    boolean locked = Files.exists(manifest.directory().resolve("package-lock.json"));
    return manifest.manager() + (manifest.manager().equals("npm") && locked ? " ci" : " install");
  }
}
