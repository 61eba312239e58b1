package dev.pitstop.trace;

import java.nio.file.Path;
import java.util.List;

/// Tells by a frame's path, class or function whose it is. The file system is not asked.
final class Origins {
  private record Sign(String part, Origin origin) {}

  static final Origin NATIVE = Origin.foreign("the runtime");
  private static final Origin NODE = Origin.foreign("node:internal");
  private static final Origin PYTHON = Origin.foreign("the Python library");
  private static final Origin RUST = Origin.foreign("the Rust library");
  private static final Origin RUBY = Origin.foreign("the Ruby library");
  private static final Origin GO = Origin.foreign("the Go library");
  private static final Origin JDK = Origin.foreign("the JDK");
  private static final Origin DOTNET = Origin.foreign("System.*");
  private static final Origin JARS = Origin.foreign("libraries");
  private static final Origin SYSTEM = Origin.foreign("the system");

  /// Parts of paths, with `/`; the first that fits decides.
  private static final List<Sign> IN_PATHS =
      List.of(
          new Sign("/node_modules/", Origin.foreign("node_modules")),
          new Sign("/.yarn/", Origin.foreign("node_modules")),
          new Sign("/site-packages/", Origin.foreign("site-packages")),
          new Sign("/dist-packages/", Origin.foreign("site-packages")),
          new Sign("/lib/python", PYTHON),
          new Sign("/.cargo/", Origin.foreign("other crates")),
          new Sign("/rustc/", RUST),
          new Sign("/.rustup/", RUST),
          new Sign("/pkg/mod/", Origin.foreign("Go modules")),
          new Sign("/go/src/", GO),
          new Sign("/lib/go", GO),
          new Sign("/gems/", Origin.foreign("gems")),
          new Sign("/rubygems/", Origin.foreign("gems")),
          new Sign("/lib/ruby/", RUBY),
          new Sign("/vendor/", Origin.foreign("vendor")),
          new Sign("/libsanitizer/", SYSTEM),
          new Sign("/sysdeps/", SYSTEM),
          new Sign("/csu/", SYSTEM),
          new Sign("/_/src/", DOTNET));

  /// Beginnings of what stands where others have a path.
  private static final List<Sign> AT_START =
      List.of(
          new Sign("node:", NODE),
          new Sign("internal/", NODE),
          new Sign("<anonymous>", NODE),
          new Sign("native", NODE),
          new Sign("index ", NODE),
          new Sign("<frozen ", PYTHON),
          new Sign("<internal:", RUBY),
          new Sign("ext:", Origin.foreign("deno")),
          new Sign("http://", Origin.foreign("other modules")),
          new Sign("https://", Origin.foreign("other modules")),
          new Sign("jsr:", Origin.foreign("other modules")),
          new Sign("npm:", Origin.foreign("other modules")));

  /// Beginnings of class names that are no user's.
  private static final List<String> OF_THE_JDK =
      List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

  private static final List<String> OF_JARS =
      List.of(
          "kotlin.",
          "kotlinx.",
          "scala.",
          "groovy.",
          "org.apache.",
          "org.springframework.",
          "org.eclipse.",
          "org.hibernate.",
          "org.junit.",
          "org.slf4j.",
          "org.jboss.",
          "io.modelcontextprotocol.",
          "io.netty.",
          "io.quarkus.",
          "io.micronaut.",
          "io.smallrye.",
          "io.vertx.",
          "io.reactivex.",
          "reactor.",
          "ch.qos.",
          "com.fasterxml.",
          "com.google.",
          "okhttp3.",
          "picocli.");

  private static final List<String> OF_DOTNET = List.of("System.", "Microsoft.", "Interop.");

  private static final List<String> OF_RUST =
      List.of(
          "std::",
          "core::",
          "alloc::",
          "std[",
          "core[",
          "alloc[",
          "<std",
          "<core",
          "<alloc",
          "<<std",
          "<&",
          "rust_",
          "__rust",
          "_start",
          "__libc",
          "<unknown>");

  /// With `/`, and one at its end; empty for a root, below which everything lies.
  private final String directory;

  /// @param directory the server's, where its user's own files are
  Origins(Path directory) {
    Path absolute = directory.toAbsolutePath().normalize();
    this.directory = absolute.getNameCount() == 0 ? "" : slashes(absolute.toString()) + "/";
  }

  private static String slashes(String path) {
    return path.replace('\\', '/');
  }

  /// Of a file, or what stands in its place: `node:fs`, `<frozen runpy>`.
  Origin ofPath(String written) {
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
    return inside || relative ? Origin.OWN : Origin.ELSEWHERE;
  }

  private static boolean isAbsolute(String path) {
    return path.startsWith("/") || (path.length() > 2 && path.charAt(1) == ':');
  }

  /// Of a class of the JVM: `java.base/java.util.ArrayList.get`, `app//weather.Server.main`.
  Origin ofClass(String name) {
    String plain = name.substring(name.lastIndexOf('/') + 1);
    if (begins(plain, OF_THE_JDK)) {
      return JDK;
    }
    return begins(plain, OF_JARS) ? JARS : Origin.OWN;
  }

  /// Of a method of .NET of which no file is told.
  Origin ofMethod(String name) {
    return begins(name, OF_DOTNET) ? DOTNET : Origin.ELSEWHERE;
  }

  /// Of a function of Rust of which no file is told.
  Origin ofFunction(String name) {
    return name.equals("main") || begins(name, OF_RUST) ? RUST : Origin.ELSEWHERE;
  }

  private static boolean begins(String name, List<String> all) {
    for (String one : all) {
      if (name.startsWith(one)) {
        return true;
      }
    }
    return false;
  }
}
