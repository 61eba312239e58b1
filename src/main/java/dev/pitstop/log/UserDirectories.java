package dev.pitstop.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The user's directories for Pitstop's files, where each system expects them: state for logs,
/// cache for what servers said about themselves, and runtime for sockets. The locations on macOS
/// and Windows follow their documentation and are untested.
///
/// A result is empty if there is no home directory, or if the locale cannot encode the directory's
/// name. It never depends on the working directory.
///
/// This class also makes files that only their owner can read, because logs, builds and daemons
/// print secrets. Where the system has no such rights, a file inherits the access list of its
/// directory, and a user's own directory belongs to the user.
public final class UserDirectories {
  /// The reason why a directory is missing, for the log.
  public static final String NONE =
      "no home directory, or the directory's name is not valid in this locale";

  private static final String FILE_RIGHTS = "rw-------";
  private static final String DIRECTORY_RIGHTS = "rwx------";

  private final String os;
  private final String javaHome;
  private final Map<String, String> environment;

  /// @param os as in the system property `os.name`
  /// @param javaHome as in `user.home`, which the JDK takes from the system's list of users; `?` if
  ///   the user is not in it
  UserDirectories(String os, String javaHome, Map<String, String> environment) {
    this.os = os.toLowerCase(Locale.ROOT);
    this.javaHome = javaHome;
    this.environment = environment;
  }

  /// The directories of this user on this machine.
  ///
  /// @param environment with the variables that name directories
  public static UserDirectories of(Map<String, String> environment) {
    return new UserDirectories(
        System.getProperty("os.name", ""), System.getProperty("user.home", ""), environment);
  }

  /// The directory for logs.
  public Optional<Path> state() {
    return directory("XDG_STATE_HOME", () -> usual("Library/Logs", "log", ".local/state"));
  }

  /// The log file, unless `--log-file` names another.
  public Optional<Path> logFile() {
    return state().map(directory -> directory.resolve("pitstop.log"));
  }

  /// The directory for files that may be deleted at any time.
  public Optional<Path> cache() {
    return directory("XDG_CACHE_HOME", () -> usual("Library/Caches", "cache", ".cache"));
  }

  /// The directory for sockets, if the system names one for each user.
  public Optional<Path> runtime() {
    return directory("XDG_RUNTIME_DIR", Optional::empty);
  }

  private Optional<Path> directory(String xdg, Supplier<Optional<Path>> usual) {
    try {
      return variable(xdg).map(named -> named.resolve("pitstop")).or(usual);
    } catch (InvalidPathException noName) {
      return Optional.empty();
    }
  }

  private Optional<Path> usual(String mac, String windows, String other) {
    String below = os.startsWith("mac") ? mac : other;
    return os.startsWith("windows")
        ? variable("LOCALAPPDATA")
            .or(() -> absolute(javaHome).map(home -> home.resolve("AppData/Local")))
            .map(local -> local.resolve("pitstop").resolve(windows))
        : variable("HOME")
            .or(() -> absolute(javaHome))
            .map(home -> home.resolve(below).resolve("pitstop"));
  }

  private Optional<Path> variable(String name) {
    return absolute(environment.getOrDefault(name, ""));
  }

  /// Ignores a relative path: the XDG specification calls it invalid, and it would be as wrong in
  /// the other variables.
  private static Optional<Path> absolute(String text) {
    return Optional.of(Path.of(text)).filter(Path::isAbsolute);
  }

  /// Opens a file. If the options create the file, only its owner can read it.
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    return FileChannel.open(file, Set.of(options), rights(FILE_RIGHTS));
  }

  /// Makes the directory of a file and those above it, unless they are there.
  ///
  /// @param file absolute
  public static void makeDirectoryOf(Path file) throws IOException {
    Path directory = Objects.requireNonNullElse(file.getParent(), file);
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, rights(DIRECTORY_RIGHTS));
    }
  }

  /// Makes sure that a file exists and that only its owner can read it, also if it was there.
  public static void make(Path file) throws IOException {
    open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
    Set<PosixFilePermission> wanted = PosixFilePermissions.fromString(FILE_RIGHTS);
    if (posix()
        && Files.isRegularFile(file)
        && !wanted.containsAll(Files.getPosixFilePermissions(file))) {
      Files.setPosixFilePermissions(file, wanted);
    }
  }

  private static FileAttribute<?>[] rights(String rights) {
    return posix()
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean posix() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  }
}
