package dev.pitstop.digest;

import dev.pitstop.text.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Tells who wrote the code of a frame from its path, class or function. Reads no files.
final class FrameOwners {
  /// An owner, and the signs that show it.
  private record Signs(FrameOwner owner, Set<String> signs) {
    static Signs of(String label, String... signs) {
      return new Signs(FrameOwner.foreign(label), Set.of(signs));
    }
  }

  static final FrameOwner NATIVE = FrameOwner.foreign("the runtime");
  private static final String OF_NODE = "node:internal";
  private static final String OF_PYTHON = "the Python library";
  private static final String OF_RUST = "the Rust library";
  private static final String OF_RUBY = "the Ruby library";
  private static final String OF_DOTNET = "System.*";

  /// Parts of paths, with `/`. The first that fits decides.
  private static final List<Signs> IN_PATHS =
      List.of(
          Signs.of("node_modules", "/node_modules/", "/.yarn/"),
          Signs.of("site-packages", "/site-packages/", "/dist-packages/"),
          Signs.of(OF_PYTHON, "/lib/python"),
          Signs.of("other crates", "/.cargo/"),
          Signs.of(OF_RUST, "/rustc/", "/.rustup/"),
          Signs.of("Go modules", "/pkg/mod/"),
          Signs.of("the Go library", "/go/src/", "/lib/go"),
          Signs.of("gems", "/gems/", "/rubygems/"),
          Signs.of(OF_RUBY, "/lib/ruby/"),
          Signs.of("vendor", "/vendor/"),
          Signs.of("the system", "/libsanitizer/", "/sysdeps/", "/csu/"),
          Signs.of(OF_DOTNET, "/_/src/"));

  /// How the words begin that some languages write instead of a path.
  private static final List<Signs> AT_START =
      List.of(
          Signs.of(OF_NODE, "node:", "internal/", "<anonymous>", "native", "index "),
          Signs.of(OF_PYTHON, "<frozen "),
          Signs.of(OF_RUBY, "<internal:"),
          Signs.of("deno", "ext:"),
          Signs.of("other modules", "http://", "https://", "jsr:", "npm:"));

  /// How names begin: of JVM classes, of .NET methods, of Rust functions.
  private static final List<Signs> CLASSES =
      List.of(
          Signs.of("the JDK", "java.", "javax.", "jdk.", "sun.", "com.sun."),
          new Signs(
              FrameOwner.foreign("libraries"),
              Words.set(
                  "kotlin. kotlinx. scala. groovy. org.apache. org.springframework. org.eclipse.",
                  "org.hibernate. org.junit. org.slf4j. org.jboss. io.modelcontextprotocol.",
                  "io.netty. io.quarkus. io.micronaut. io.smallrye. io.vertx. io.reactivex.",
                  "reactor. ch.qos. com.fasterxml. com.google. okhttp3. picocli.")));

  private static final List<Signs> METHODS =
      List.of(Signs.of(OF_DOTNET, "System.", "Microsoft.", "Interop."));

  private static final List<Signs> FUNCTIONS =
      List.of(
          Signs.of(OF_RUST, "std::", "core::", "alloc::", "std[", "core[", "alloc[", "<unknown>"),
          Signs.of(OF_RUST, "<std", "<core", "<alloc", "<<std", "<&"),
          Signs.of(OF_RUST, "rust_", "__rust", "_start", "__libc"));

  /// The directory with `/`, and with one at its end. It is empty for a root, as everything lies
  /// below that.
  private final String directory;

  /// Of a program whose directory does not matter.
  static final FrameOwners OF_NO_DIRECTORY = new FrameOwners(Path.of("/"));

  /// @param directory the server's directory, where its user's own files are
  FrameOwners(Path directory) {
    Path absolute = directory.normalize();
    this.directory = absolute.getNameCount() == 0 ? "" : slashes(absolute.toString()) + "/";
  }

  private static String slashes(String path) {
    return path.replace('\\', '/');
  }

  /// The owner of a file, or of what is written instead of one: `node:fs`, `<frozen runpy>`.
  FrameOwner ofPath(String written) {
    Optional<FrameOwner> known = first(AT_START, written::startsWith);
    if (known.isPresent()) {
      return known.get();
    }
    String path = slashes(written);
    if (path.startsWith("file://")) {
      path = path.substring("file://".length());
    }
    boolean inside = !directory.isEmpty() && path.startsWith(directory);
    boolean relative = !isAbsolute(path);
    String told = inside ? "/" + path.substring(directory.length()) : relative ? "/" + path : path;
    return first(IN_PATHS, told::contains)
        .orElse(inside || relative ? FrameOwner.OWN : FrameOwner.ELSEWHERE);
  }

  private static boolean isAbsolute(String path) {
    return path.startsWith("/") || (path.length() > 2 && path.charAt(1) == ':');
  }

  /// The owner of a class of the JVM: `java.base/java.util.ArrayList.get`,
  /// `app//weather.Server.main`.
  FrameOwner ofClass(String name) {
    String plain = name.substring(name.lastIndexOf('/') + 1);
    return first(CLASSES, plain::startsWith).orElse(FrameOwner.OWN);
  }

  /// The owner of a method of .NET whose file is not given.
  FrameOwner ofMethod(String name) {
    return first(METHODS, name::startsWith).orElse(FrameOwner.ELSEWHERE);
  }

  /// The owner of a function of Rust whose file is not given.
  FrameOwner ofFunction(String name) {
    return name.equals("main")
        ? FUNCTIONS.getFirst().owner()
        : first(FUNCTIONS, name::startsWith).orElse(FrameOwner.ELSEWHERE);
  }

  private static Optional<FrameOwner> first(List<Signs> all, Predicate<String> fits) {
    return all.stream()
        .filter(one -> one.signs().stream().anyMatch(fits))
        .map(Signs::owner)
        .findFirst();
  }
}
