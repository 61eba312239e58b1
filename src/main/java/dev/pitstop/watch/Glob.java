package dev.pitstop.watch;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// One watch glob, resolved against the root.
///
/// - `src/**/*.ts`, `*.{js,mjs}`, `lib/[a-c]?.py`: `*`, `?` and classes stay within a segment, `**`
///   spans directories, braces are expanded.
/// - Without wildcards it names a file, or a directory with everything below it. `src/` and `.` do
///   so too.
/// - `../lib/**` and absolute paths are watched where they are.
/// - `!src/gen/**` excludes what it matches from the matches of the others.
///
/// @param text as the user wrote it
/// @param pattern the pattern over all segments of an absolute path
/// @param literal the longest path without wildcards that the glob starts with. It is named
///   explicitly, so no ignore rule applies to it
/// @param base the directory to search from
/// @param excludes whether it excludes its matches
record Glob(String text, PathPattern pattern, Path literal, Path base, boolean excludes) {
  private static final int MOST_BRACES = 1000;

  /// @throws IllegalArgumentException with a text for the user when the glob cannot be understood
  static List<Glob> parse(Path root, String text) {
    return parse(root, text, File.separatorChar);
  }

  /// The globs of several texts.
  static List<Glob> parse(Path root, List<String> texts) {
    return texts.stream().flatMap(text -> parse(root, text).stream()).toList();
  }

  /// Whether globs match this file and none excludes it.
  ///
  /// @param file absolute
  static boolean match(List<Glob> globs, Path file) {
    List<String> names = names(file);
    List<Glob> matching = globs.stream().filter(g -> g.pattern().matches(names, 0)).toList();
    return !matching.isEmpty() && matching.stream().noneMatch(Glob::excludes);
  }

  static List<Glob> parse(Path root, String text, char separator) {
    boolean excludes = text.startsWith("!");
    String glob = excludes ? text.substring(1) : text;
    if (separator == '\\') {
      glob = glob.replace('\\', '/');
    }
    if (glob.isBlank() || glob.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("the watch glob is empty");
    }
    var result = new ArrayList<Glob>();
    braces(glob).forEach(one -> addOne(root, text, one, excludes, result));
    return result;
  }

  /// Whether a segment of the glob is exactly this name. A glob that says `dist` means that
  /// directory.
  boolean names(String name) {
    for (Wildcard segment : pattern.segments()) {
      if (segment.isLiteral() && segment.literal().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static void addOne(
      Path root, String text, String glob, boolean excludes, List<Glob> result) {
    List<String> parts = PathPattern.split(glob);
    int wild = 0;
    var plain = new StringBuilder();
    while (wild < parts.size() && Wildcard.of(parts.get(wild)).isLiteral()) {
      plain.append(wild == 0 ? "" : "/").append(Wildcard.of(parts.get(wild)).literal());
      wild++;
    }
    if (wild == 1 && parts.getFirst().isEmpty()) {
      plain.append('/');
    }
    boolean allLiteral = wild == parts.size();
    Path absoluteRoot = root.normalize();
    Path literal = absoluteRoot.resolve(Path.of(plain.toString())).normalize();
    var segments = new ArrayList<String>();
    names(literal).forEach(name -> segments.add(escaped(name, "*?[\\")));
    for (String part : parts.subList(wild, parts.size())) {
      if (part.equals("..")) {
        throw new IllegalArgumentException("the watch glob " + text + " has `..` after a wildcard");
      }
      if (Wildcard.of(part).kind() == Wildcard.Kind.NOTHING) {
        throw new IllegalArgumentException(
            "the watch glob " + text + " has an unclosed `[` or a `\\` at its end");
      }
      if (!part.isEmpty() && !part.equals(".")) {
        segments.add(part);
      }
    }
    if (!allLiteral) {
      if (glob.endsWith("/")) {
        segments.add("**");
      }
      result.add(new Glob(text, PathPattern.of(segments), literal, literal, excludes));
      return;
    }
    Path parent = literal.getParent();
    Path base = parent == null || literal.equals(absoluteRoot) ? literal : parent;
    if (!segments.isEmpty()) {
      result.add(new Glob(text, PathPattern.of(segments), literal, base, excludes));
    }
    var below = new ArrayList<>(segments);
    below.add("**");
    result.add(new Glob(text, PathPattern.of(below), literal, base, excludes));
  }

  /// The names that an absolute path consists of. Its root (`/`, `C:\`) is left out unless it is a
  /// drive's.
  static List<String> names(Path absolute) {
    var names = new ArrayList<String>();
    Path root = absolute.getRoot();
    if (root != null && root.toString().length() > 1) {
      names.add(root.toString().replace("\\", "/"));
    }
    for (Path name : absolute) {
      if (!name.toString().isEmpty()) {
        names.add(name.toString());
      }
    }
    return names;
  }

  /// The text with a backslash before each of the special characters.
  static String escaped(String text, String special) {
    var escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      escaped.append(special.indexOf(c) < 0 ? "" : "\\").append(c);
    }
    return escaped.toString();
  }

  /// `a{b,c{d,e}}` → `ab`, `acd`, `ace`. A brace without a partner or a comma stands for itself.
  static List<String> braces(String glob) {
    int open = -1;
    int depth = 0;
    var commas = new ArrayList<Integer>();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '{') {
        if (depth++ == 0) {
          open = i;
          commas.clear();
        }
      } else if (c == ',' && depth == 1) {
        commas.add(i);
      } else if (c == '}' && depth > 0 && --depth == 0 && !commas.isEmpty()) {
        return expand(glob, open, commas, i);
      }
    }
    return List.of(glob);
  }

  private static List<String> expand(String glob, int open, List<Integer> commas, int close) {
    var result = new ArrayList<String>();
    int from = open + 1;
    for (int i = 0; i <= commas.size(); i++) {
      int to = i < commas.size() ? commas.get(i) : close;
      String one = glob.substring(0, open) + glob.substring(from, to) + glob.substring(close + 1);
      result.addAll(braces(one));
      if (result.size() > MOST_BRACES) {
        throw new IllegalArgumentException("the watch glob " + glob + " has too many braces");
      }
      from = to + 1;
    }
    return result;
  }
}
