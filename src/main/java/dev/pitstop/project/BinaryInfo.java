package dev.pitstop.project;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/// The file that a server runs: its executable or, behind an interpreter, the script or jar.
///
/// @param path absolute, links resolved where possible
/// @param size in bytes
/// @param mtimeMillis last modification in milliseconds since 1970
/// @param version if the file carries one: a jar's manifest, `package.json`
public record BinaryInfo(Path path, long size, long mtimeMillis, Optional<String> version) {
  /// Larger files are not hashed.
  private static final long LIMIT = 512L << 20;

  /// The command's file; empty if there is none. A few system calls.
  public static Optional<BinaryInfo> of(Command command, Executables executables) {
    if (!(ProgramFile.of(command, executables) instanceof Program.Own own)) {
      return Optional.empty();
    }
    Path path = Directories.real(own.file());
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return Optional.of(
          new BinaryInfo(
              path,
              attributes.size(),
              attributes.lastModifiedTime().toMillis(),
              declared(path, Directories.real(command.directory()))));
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /// The hash of the file, in lower-case hex; empty for files above 512 MiB and for unreadable
  /// files. Reads the whole file.
  public Optional<String> sha256() {
    if (size > LIMIT || !Files.isRegularFile(path)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(path)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
      return Optional.of(HexFormat.of().formatHex(digest.digest()));
    } catch (IOException | GeneralSecurityException unreadable) {
      return Optional.empty();
    }
  }

  /// Whether the file changed after a child started, so that the child runs an older version.
  ///
  /// @param childStartedMillis when it was started, in milliseconds since 1970
  public boolean stale(long childStartedMillis) {
    return mtimeMillis > childStartedMillis;
  }

  /// The version that a program declares, without running it: from a jar's manifest, or from the
  /// nearest `package.json` for JavaScript. An unreadable file declares no version.
  ///
  /// @param root the working directory. The search for manifests goes up to it. For a program
  ///   outside of it, only the program's own directory is searched
  private static Optional<String> declared(Path program, Path root) {
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
