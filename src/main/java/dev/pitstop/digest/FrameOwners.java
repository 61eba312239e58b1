package dev.pitstop.digest;

import dev.pitstop.text.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// Tells from a frame's path, class or function who wrote its code. Reads no files.
final class FrameOwners {
  private record Sign(String part, FrameOwner origin) {}

  static final FrameOwner NATIVE = FrameOwner.foreign("the runtime");
  private static final FrameOwner NODE = FrameOwner.foreign("node:internal");
  private static final FrameOwner PYTHON = FrameOwner.foreign("the Python library");
  private static final FrameOwner RUST = FrameOwner.foreign("the Rust library");
  private static final FrameOwner RUBY = FrameOwner.foreign("the Ruby library");
  private static final FrameOwner GO = FrameOwner.foreign("the Go library");
  private static final FrameOwner JDK = FrameOwner.foreign("the JDK");
  private static final FrameOwner DOTNET = FrameOwner.foreign("System.*");
  private static final FrameOwner JARS = FrameOwner.foreign("libraries");
  private static final FrameOwner SYSTEM = FrameOwner.foreign("the system");

  /// Parts of paths, with `/`; the first that fits decides.
  private static final List<Sign> IN_PATHS =
      List.of(
          new Sign("/node_modules/", FrameOwner.foreign("node_modules")),
          new Sign("/.yarn/", FrameOwner.foreign("node_modules")),
          new Sign("/site-packages/", FrameOwner.foreign("site-packages")),
          new Sign("/dist-packages/", FrameOwner.foreign("site-packages")),
          new Sign("/lib/python", PYTHON),
          new Sign("/.cargo/", FrameOwner.foreign("other crates")),
          new Sign("/rustc/", RUST),
          new Sign("/.rustup/", RUST),
          new Sign("/pkg/mod/", FrameOwner.foreign("Go modules")),
          new Sign("/go/src/", GO),
          new Sign("/lib/go", GO),
          new Sign("/gems/", FrameOwner.foreign("gems")),
          new Sign("/rubygems/", FrameOwner.foreign("gems")),
          new Sign("/lib/ruby/", RUBY),
          new Sign("/vendor/", FrameOwner.foreign("vendor")),
          new Sign("/libsanitizer/", SYSTEM),
          new Sign("/sysdeps/", SYSTEM),
          new Sign("/csu/", SYSTEM),
          new Sign("/_/src/", DOTNET));

  /// Beginnings of what some languages write instead of a path.
  private static final List<Sign> AT_START =
      List.of(
          new Sign("node:", NODE),
          new Sign("internal/", NODE),
          new Sign("<anonymous>", NODE),
          new Sign("native", NODE),
          new Sign("index ", NODE),
          new Sign("<frozen ", PYTHON),
          new Sign("<internal:", RUBY),
          new Sign("ext:", FrameOwner.foreign("deno")),
          new Sign("http://", FrameOwner.foreign("other modules")),
          new Sign("https://", FrameOwner.foreign("other modules")),
          new Sign("jsr:", FrameOwner.foreign("other modules")),
          new Sign("npm:", FrameOwner.foreign("other modules")));

  /// Beginnings of class names of the JDK and of libraries.
  private static final Set<String> OF_THE_JDK = Words.set("java. javax. jdk. sun. com.sun.");

  private static final Set<String> OF_JARS =
      Words.set(
          "kotlin. kotlinx. scala. groovy. org.apache. org.springframework. org.eclipse.",
          "org.hibernate. org.junit. org.slf4j. org.jboss. io.modelcontextprotocol. io.netty.",
          "io.quarkus. io.micronaut. io.smallrye. io.vertx. io.reactivex. reactor. ch.qos.",
          "com.fasterxml. com.google. okhttp3. picocli.");

  private static final Set<String> OF_DOTNET = Words.set("System. Microsoft. Interop.");

  private static final Set<String> OF_RUST =
      Words.set(
          "std:: core:: alloc:: std[ core[ alloc[ <std <core <alloc <<std <& rust_ __rust _start",
          "__libc <unknown>");

  /// With `/`, and one at its end; empty for a root, below which everything lies.
  private final String directory;

  /// @param directory the server's, where its user's own files are
  FrameOwners(Path directory) {
    Path absolute = directory.toAbsolutePath().normalize();
    this.directory = absolute.getNameCount() == 0 ? "" : slashes(absolute.toString()) + "/";
  }

  private static String slashes(String path) {
    return path.replace('\\', '/');
  }

  /// The owner of a file, or of what is written instead of one: `node:fs`, `<frozen runpy>`.
  FrameOwner ofPath(String written) {
    for (Sign sign : AT_START) {
      if (written.startsWith(sign.part())) {
        return sign.origin();
      }
    }
    String path = slashes(written);
    if (path.startsWith("file://")) {
      path = path.substring("file://".length());
    }
    boolean inside = !directory.isEmpty() && path.startsWith(directory);
    boolean relative = !isAbsolute(path);
    String told = inside ? "/" + path.substring(directory.length()) : relative ? "/" + path : path;
    for (Sign sign : IN_PATHS) {
      if (told.contains(sign.part())) {
        return sign.origin();
      }
    }
    return inside || relative ? FrameOwner.OWN : FrameOwner.ELSEWHERE;
  }

  private static boolean isAbsolute(String path) {
    return path.startsWith("/") || (path.length() > 2 && path.charAt(1) == ':');
  }

  /// The owner of a class of the JVM: `java.base/java.util.ArrayList.get`,
  /// `app//weather.Server.main`.
  FrameOwner ofClass(String name) {
    String plain = name.substring(name.lastIndexOf('/') + 1);
    if (begins(plain, OF_THE_JDK)) {
      return JDK;
    }
    return begins(plain, OF_JARS) ? JARS : FrameOwner.OWN;
  }

  /// The owner of a method of .NET whose file is not given.
  FrameOwner ofMethod(String name) {
    return begins(name, OF_DOTNET) ? DOTNET : FrameOwner.ELSEWHERE;
  }

  /// The owner of a function of Rust whose file is not given.
  FrameOwner ofFunction(String name) {
    return name.equals("main") || begins(name, OF_RUST) ? RUST : FrameOwner.ELSEWHERE;
  }

  private static boolean begins(String name, Set<String> all) {
    for (String one : all) {
      if (name.startsWith(one)) {
        return true;
      }
    }
    return false;
  }
}
