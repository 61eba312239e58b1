package dev.pitstop.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What a command line of the `java` launcher names (A7), there or not: a jar, a source file, or
/// the main class's file in a directory of the class path. Where that is not to be found (it may be
/// in a jar), and for a module, the first entry of the path that exists.
final class JavaProgram {
  private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
  private static final Set<String> MODULE_PATH = Set.of("-p", "--module-path");
  private static final Set<String> WITH_VALUE =
      Set.of(
          "--add-modules",
          "--add-opens",
          "--add-exports",
          "--add-reads",
          "--patch-module",
          "--limit-modules",
          "--upgrade-module-path",
          "--source",
          "--enable-native-access",
          "--describe-module",
          "-d");

  /// Ends an entry that means the jars of a directory.
  private static final String ALL_JARS = "/*";

  private JavaProgram() {}

  static Optional<Path> of(List<String> arguments, Path directory) {
    String classPath = "";
    String modulePath = "";
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      String next = i + 1 < arguments.size() ? arguments.get(i + 1) : "";
      if (argument.equals("-jar")) {
        return named(next, directory);
      }
      if (CLASS_PATH.contains(argument)) {
        classPath = next; // of several the last one counts
        i++;
      } else if (MODULE_PATH.contains(argument)) {
        modulePath = next;
        i++;
      } else if (argument.startsWith("--class-path=")) {
        classPath = afterEquals(argument);
      } else if (argument.startsWith("--module-path=")) {
        modulePath = afterEquals(argument);
      } else if (WITH_VALUE.contains(argument)) {
        i++;
      } else if (startsModule(argument)) {
        break; // what follows is the program's own
      } else if (!argument.startsWith("-") && !argument.startsWith("@")) {
        if (argument.endsWith(".java")) {
          return named(argument, directory);
        }
        Optional<Path> main = mainClass(argument, classPath, directory);
        return main.isPresent() ? main : firstEntry(classPath, modulePath, directory);
      }
    }
    return firstEntry(modulePath, classPath, directory);
  }

  /// Whether the next argument is this option's value.
  static boolean takesValue(String option) {
    return CLASS_PATH.contains(option)
        || MODULE_PATH.contains(option)
        || WITH_VALUE.contains(option);
  }

  private static String afterEquals(String option) {
    return option.substring(option.indexOf('=') + 1);
  }

  private static boolean startsModule(String argument) {
    return argument.equals("-m") || argument.equals("--module") || argument.startsWith("--module=");
  }

  /// The file of this class, in the first directory of the path that has it.
  private static Optional<Path> mainClass(String name, String classPath, Path directory) {
    String file = name.replace('.', '/') + ".class";
    for (String entry : entries(classPath)) {
      if (!entry.endsWith(ALL_JARS)) {
        Path candidate = directory.resolve(entry).resolve(file);
        if (Files.isRegularFile(candidate)) {
          return Optional.of(candidate);
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> firstEntry(String path, String otherPath, Path directory) {
    List<String> all = new ArrayList<>(entries(path));
    all.addAll(entries(otherPath));
    Optional<Path> missing = Optional.empty();
    for (String entry : all) {
      boolean jars = entry.endsWith(ALL_JARS) || entry.equals("*");
      int end = jars ? Math.max(0, entry.length() - ALL_JARS.length()) : entry.length();
      Path file = directory.resolve(entry.substring(0, end));
      if (Files.exists(file)) {
        return Optional.of(file);
      }
      missing = missing.isPresent() ? missing : Optional.of(file);
    }
    return missing;
  }

  private static List<String> entries(String path) {
    List<String> entries = new ArrayList<>();
    for (String entry : path.split(Pattern.quote(File.pathSeparator), -1)) {
      if (!entry.isEmpty()) {
        entries.add(entry);
      }
    }
    return entries;
  }

  private static Optional<Path> named(String name, Path directory) {
    return name.isEmpty() ? Optional.empty() : Optional.of(directory.resolve(name));
  }
}
