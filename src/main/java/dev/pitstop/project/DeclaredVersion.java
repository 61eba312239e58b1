package dev.pitstop.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/// The version that a program declares, without running it: from a jar's manifest, or from the
/// nearest `package.json` for JavaScript. Best effort: an unreadable file declares no version.
final class DeclaredVersion {
  private DeclaredVersion() {}

  /// @param root the working directory. The search for manifests goes up to it. For a program
  ///   outside of it, only the program's own directory is searched
  static Optional<String> of(Path program, Path root) {
    if (program.toString().endsWith(".jar")) {
      return ofJar(program);
    }
    List<Path> up = Directories.upFrom(program);
    return Language.ofFile(program.toString()) == Language.JAVASCRIPT
        ? up.subList(1, Math.max(2, up.indexOf(root) + 1)).stream()
            .filter(d -> Files.isRegularFile(d.resolve(PackageJson.FILE)))
            .findFirst()
            .flatMap(PackageJson::in)
            .flatMap(PackageJson::version)
        : Optional.empty();
  }

  private static Optional<String> ofJar(Path jar) {
    try (JarFile file = new JarFile(jar.toFile(), false)) {
      return Optional.ofNullable(file.getManifest())
          .map(m -> m.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION));
    } catch (IOException | SecurityException unreadable) {
      return Optional.empty(); // the jar is broken, or signed and tampered with
    }
  }
}
