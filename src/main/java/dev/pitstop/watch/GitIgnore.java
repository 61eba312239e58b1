package dev.pitstop.watch;

import java.util.ArrayList;
import java.util.List;

/// The rules of one `.gitignore` file (gitignore(5)). The last rule that matches decides.
/// Immutable.
final class GitIgnore {
  /// A file without rules.
  static final GitIgnore NONE = new GitIgnore(List.of());

  /// What one rule file says about a path.
  enum Verdict {
    IGNORED,
    INCLUDED,
    SILENT
  }

  /// @param anchored whether it is matched from the file's directory; otherwise it is matched
  ///   against the last segment alone
  private record Rule(PathPattern pattern, boolean anchored, boolean directory, boolean negated) {
    boolean matches(List<String> path, int from, boolean isDirectory) {
      if (directory && !isDirectory) {
        return false;
      }
      return pattern.matches(path, anchored ? from : path.size() - 1);
    }
  }

  private final List<Rule> rules;

  private GitIgnore(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  static GitIgnore parse(String text) {
    var rules = new ArrayList<Rule>();
    String content = text.startsWith("\uFEFF") ? text.substring(1) : text;
    for (String line : content.replace("\r\n", "\n").split("\n", -1)) {
      addRule(line, rules);
    }
    return rules.isEmpty() ? NONE : new GitIgnore(rules);
  }

  boolean isEmpty() {
    return rules.isEmpty();
  }

  /// @param path all segments of a path
  /// @param from the index of the first segment below this file's directory
  Verdict verdict(List<String> path, int from, boolean isDirectory) {
    if (path.size() <= from) {
      return Verdict.SILENT;
    }
    for (int i = rules.size() - 1; i >= 0; i--) {
      Rule rule = rules.get(i);
      if (rule.matches(path, from, isDirectory)) {
        return rule.negated() ? Verdict.INCLUDED : Verdict.IGNORED;
      }
    }
    return Verdict.SILENT;
  }

  private static void addRule(String line, List<Rule> rules) {
    if (line.startsWith("#")) {
      return;
    }
    String pattern = withoutTrailingSpaces(line);
    boolean negated = pattern.startsWith("!");
    if (negated) {
      pattern = pattern.substring(1);
    }
    boolean directory = pattern.endsWith("/");
    if (directory) {
      pattern = pattern.substring(0, pattern.length() - 1);
    }
    boolean anchored = pattern.indexOf('/') >= 0;
    if (pattern.startsWith("/")) {
      pattern = pattern.substring(1);
    }
    if (pattern.isEmpty()) {
      return;
    }
    List<String> segments = anchored ? PathPattern.split(pattern) : List.of(pattern);
    if (!anchored && pattern.equals("**")) {
      segments = List.of("*");
    }
    if (segments.size() <= PathPattern.MOST_SEGMENTS) {
      rules.add(new Rule(PathPattern.of(segments), anchored, directory, negated));
    }
  }

  /// The line without spaces at its end, which do not count unless a backslash is before them.
  private static String withoutTrailingSpaces(String line) {
    int end = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\') {
        i++;
        end = Math.min(i + 1, line.length());
      } else if (c != ' ') {
        end = i + 1;
      }
    }
    return line.substring(0, end);
  }
}
