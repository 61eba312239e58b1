package dev.pitstop.watch;

import dev.pitstop.project.Directories;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// The `.gitignore` rules (gitignore(5)) that apply in one directory: those of the repository's top
/// first, those of its own file last. The last rule that matches decides. Immutable.
final class IgnoreRules {
  static final String FILE = ".gitignore";

  static final IgnoreRules NONE = new IgnoreRules(List.of());

  /// Spaces at the end of a line, which do not count unless a backslash is before them.
  private static final Pattern SPACES = Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*) +$");

  /// @param within the directory of the rule, with a slash
  /// @param anywhere whether it is for the last name of a path alone
  /// @param tail of every match
  private record Rule(
      String within,
      boolean anywhere,
      String tail,
      Pattern pattern,
      boolean directory,
      boolean negated) {
    boolean matches(String path) {
      if (!path.endsWith(tail)) {
        return false;
      }
      int from = anywhere ? path.lastIndexOf('/') + 1 : within.length();
      return path.startsWith(within) && pattern.matcher(path.substring(from)).matches();
    }
  }

  private final List<Rule> rules;

  private IgnoreRules(List<Rule> rules) {
    this.rules = rules;
  }

  /// The rules for `directory`, with those of every directory above it up to the one that has a
  /// `.git`; where there is none, up to `root`.
  static IgnoreRules at(Path directory, Path root, Consumer<String> problems) {
    List<Path> up = Directories.upFrom(directory);
    Path top =
        up.stream()
            .filter(d -> Files.exists(d.resolve(".git")))
            .findFirst()
            .orElse(directory.startsWith(root) ? root : directory);
    IgnoreRules rules = NONE.read(top, top.resolve(".git/info/exclude"), problems);
    for (Path one : up.reversed()) {
      rules = one.startsWith(top) ? rules.enter(one, problems) : rules;
    }
    return rules;
  }

  /// These rules, with those of a directory below added.
  IgnoreRules enter(Path directory, Consumer<String> problems) {
    return read(directory, directory.resolve(FILE), problems);
  }

  private IgnoreRules read(Path directory, Path file, Consumer<String> problems) {
    try {
      return Files.isRegularFile(file) // a FIFO must not even be opened
          ? with(directory, new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
          : this;
    } catch (IOException e) {
      if (Files.isRegularFile(file)) { // otherwise it has just disappeared
        problems.accept("cannot read " + file + ": " + e.getMessage());
      }
      return this;
    }
  }

  /// These rules, followed by those of a text that lies in this directory.
  IgnoreRules with(Path directory, String text) {
    var more = new ArrayList<>(rules);
    String within = Glob.prefix(directory) + "/";
    for (String line : text.replace("\uFEFF", "").split("\r?\n", -1)) {
      if (!line.startsWith("#") && line.length() <= Wildcards.MOST) {
        add(more, within, SPACES.matcher(line).replaceFirst("$1"));
      }
    }
    return new IgnoreRules(more);
  }

  private static void add(List<Rule> rules, String within, String line) {
    boolean negated = line.startsWith("!");
    boolean directory = line.endsWith("/");
    String pattern =
        line.substring(negated ? 1 : 0, Math.max(0, line.length() - (directory ? 1 : 0)));
    boolean anywhere = pattern.indexOf('/') < 0;
    String below = pattern.startsWith("/") ? pattern.substring(1) : pattern;
    if (!below.isEmpty()) {
      Wildcards.regex(below)
          .map(regex -> Pattern.compile(regex, Pattern.DOTALL))
          .ifPresent(regex ->
              rules.add(
                  new Rule(within, anywhere, Wildcards.tail(below), regex, directory, negated)));
    }
  }

  /// Whether the path itself is ignored. Its parents are known not to be ignored.
  ///
  /// @param path see [Glob#text(Path)]
  boolean ignores(String path, boolean isDirectory) {
    for (Rule rule : rules.reversed()) {
      if ((isDirectory || !rule.directory()) && rule.matches(path)) {
        return !rule.negated();
      }
    }
    return false;
  }
}
