package dev.pitstop.watch;

import java.io.File;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One watch glob, resolved against the root. Immutable.
///
/// - `src/**/*.ts`, `*.{js,mjs}`, `lib/[a-c]?.py`: `*`, `?` and classes stay within a segment, `**`
///   spans directories, braces are expanded.
/// - Without wildcards it names a file, or a directory with everything below it. `src/` and `.` do
///   so too.
/// - `../lib/**` and absolute paths are watched where they are.
/// - `!src/gen/**` excludes what it matches from the matches of the others.
final class Glob {
  private static final int MOST_BRACES = 1000;

  /// The part of a glob before its first wildcard.
  private static final Pattern PLAIN = Pattern.compile("(?:[^*?\\[\\\\]|\\\\.)*+");

  private final String text;
  private final Path literal;
  private final Path base;
  private final boolean excludes;
  private final Set<String> names;
  private final Pattern pattern; // over the text of an absolute path

  private final String tail; // of every match

  private Glob(Path root, String text, String glob, boolean excludes) {
    int wild = plain(glob);
    int cut = wild == glob.length() ? wild : glob.lastIndexOf('/', wild) + 1;
    String rest = glob.substring(cut).replace("/./", "/").replace("//", "/");
    String below = rest.endsWith("/") ? rest + "**" : rest;
    Optional<String> regex = Wildcards.regex(below);
    if (rest.length() > Wildcards.MOST) {
      throw refused(text, "is too long");
    }
    if (("/" + rest + "/").contains("/../")) {
      throw refused(text, "has `..` after a wildcard");
    }
    if (regex.isEmpty()) {
      throw refused(text, "has an unclosed `[` or a `\\` at its end");
    }
    this.text = text;
    this.excludes = excludes;
    this.literal = root.resolve(unescaped(glob.substring(0, cut))).normalize();
    Path holder = rest.isEmpty() ? literal.resolve("..").normalize() : literal;
    this.base = literal.startsWith(root) ? root : holder;
    this.pattern =
        Pattern.compile(
            Pattern.quote(prefix(literal)) + (rest.isEmpty() ? "(?:/.+)?" : "/" + regex.get()),
            Pattern.DOTALL);
    this.tail = Wildcards.tail(below);
    this.names =
        Stream.of(glob.split("/", -1))
            .filter(part -> plain(part) == part.length())
            .map(Glob::unescaped)
            .collect(Collectors.toSet());
  }

  private static IllegalArgumentException refused(String text, String why) {
    return new IllegalArgumentException("the watch glob " + text + " " + why);
  }

  /// @throws IllegalArgumentException with a text for the user when a glob cannot be understood
  static List<Glob> parse(Path root, List<String> texts) {
    return texts.stream().flatMap(t -> parse(root, t, File.separatorChar).stream()).toList();
  }

  static List<Glob> parse(Path root, String text, char separator) {
    boolean excludes = text.startsWith("!");
    String given = excludes ? text.substring(1) : text;
    String glob = separator == '\\' ? given.replace('\\', '/') : given;
    if (glob.isBlank() || glob.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("the watch glob is empty");
    }
    return braces(glob).stream().map(one -> new Glob(root, text, one, excludes)).toList();
  }

  /// As the user wrote it.
  String text() {
    return text;
  }

  /// The longest path without wildcards that the glob starts with. It is named explicitly, so no
  /// ignore rule applies to it.
  Path literal() {
    return literal;
  }

  /// The directory to search from: the root, or one outside of it.
  Path base() {
    return base;
  }

  /// Whether it excludes its matches.
  boolean excludes() {
    return excludes;
  }

  /// Whether a segment of the glob is exactly this name. A glob that says `dist` means that
  /// directory.
  boolean names(String name) {
    return names.contains(name);
  }

  /// @param path see [#text(Path)]
  boolean matches(String path) {
    return path.endsWith(tail) && pattern.matcher(path).matches();
  }

  /// Whether something below this directory can match: the end of its path is met before anything
  /// that does not fit.
  @SuppressWarnings("JdkObsolete") // there is no other way to ask that
  boolean leadsBelow(Path directory) {
    Matcher matcher = pattern.matcher(prefix(directory) + "/");
    return matcher.matches() || matcher.hitEnd();
  }

  /// Whether globs match this file and none excludes it.
  ///
  /// @param file absolute
  static boolean match(List<Glob> globs, Path file) {
    String path = text(file);
    List<Glob> matching = globs.stream().filter(g -> g.matches(path)).toList();
    return !matching.isEmpty() && matching.stream().noneMatch(Glob::excludes);
  }

  /// The globs, as the user wrote them, that match none of the files.
  static Set<String> withoutFile(List<Glob> globs, Set<Path> files) {
    var lonely = new LinkedHashSet<String>();
    globs.stream().filter(g -> !g.excludes()).forEach(g -> lonely.add(g.text()));
    globs.stream()
        .filter(g -> files.stream().anyMatch(file -> g.matches(text(file))))
        .forEach(g -> lonely.remove(g.text()));
    return lonely;
  }

  /// The text of a path, for globs and ignore rules only: what the locale cannot express is lost in
  /// it.
  static String text(Path path) {
    return File.separatorChar == '/' ? path.toString() : path.toString().replace('\\', '/');
  }

  /// The text of a directory, to be followed by a slash.
  static String prefix(Path directory) {
    String path = text(directory);
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  /// The length of the part without wildcards that it begins with.
  private static int plain(String glob) {
    Matcher plain = PLAIN.matcher(glob);
    return plain.lookingAt() ? plain.end() : 0;
  }

  /// The glob that matches exactly this text.
  static String escaped(String text) {
    return text.replaceAll("[\\\\*?\\[{]", "\\\\$0");
  }

  private static String unescaped(String glob) {
    return glob.replaceAll("\\\\(.)", "$1");
  }

  /// `a{b,c{d,e}}` → `ab`, `acd`, `ace`: the innermost braces first. After one that is escaped, as
  /// in the name of a file, none counts.
  private static Set<String> braces(String glob) {
    int close = glob.indexOf('}');
    int open = glob.lastIndexOf('{', close);
    if (close < 0 || open < 0 || (open > 0 && glob.charAt(open - 1) == '\\')) {
      return Set.of(glob);
    }
    Set<String> all = new LinkedHashSet<>();
    for (String each : glob.substring(open + 1, close).split(",", -1)) {
      all.addAll(braces(glob.substring(0, open) + each + glob.substring(close + 1)));
      if (all.size() > MOST_BRACES) {
        throw new IllegalArgumentException("the watch glob " + glob + " has too many braces");
      }
    }
    return all;
  }
}
