package dev.pitstop.digest;

import java.util.List;
import java.util.regex.Pattern;

/// Recognises error messages: of javac, Maven, Gradle, kotlinc, tsc, eslint, esbuild, vite, npm,
/// node, rustc and cargo, gcc, clang, linkers, make, go, C#, Python, pytest and mypy. Output of
/// other tools is ordinary text: the report then shows its beginning and end. Stateless.
final class Diagnostics {
  private Diagnostics() {}

  /// What a line is.
  enum Kind {
    /// An error; the lines below it explain it.
    ERROR,
    /// An error that is explained by the indented lines above it: a traceback, eslint's file name.
    ERROR_BELOW,
    /// A warning; the lines below explain it.
    WARNING,
    /// What a tool does at the moment.
    PROGRESS,
    /// A count or verdict of the tool. It ends the explanation of an error, and is no error itself.
    VERDICT,
    /// Advice that every failing build prints, or that is repeated. It is never shown.
    NOISE,
    ORDINARY
  }

  private record Rule(Pattern pattern, Kind kind) {
    static Rule of(Kind kind, String... regexes) {
      return new Rule(Pattern.compile("(?:" + String.join("|", regexes) + ")"), kind);
    }
  }

  /// How many characters of a line are searched. They are enough for the beginning of any message.
  private static final int LOOKED_AT = 500;

  /// `src/a.ts`, followed by its line: `:3`, `:3:5`, `(3,5)`; Maven's `:[3,5]` has its own rule.
  private static final String PLACE =
      "([A-Za-z]:)?[^\\s:()][^:()]{0,400}+(:\\d+(:\\d+)?|\\(\\d+(,\\d+)*\\))";

  /// Rules for the start of a line. The first rule that fits decides.
  private static final List<Rule> RULES =
      List.of(
          Rule.of(
              Kind.NOISE,
              "\\[ERROR\\] (To see the full stack|Re-run Maven|For more information about the err"
                  + "|After correcting the problems|\\[Help \\d+\\]|-> \\[Help)",
              "\\[(INFO|ERROR|WARNING)\\]\\s*$",
              "\\[INFO\\] (-{20,}|-+[<\\[].*[>\\]]-+$|Total time:|Finished at:)",
              "\\[ERROR\\] {2,}", // Maven repeats itself
              "npm (ERR!|error) (A complete log|/.*\\.log|\\S*_logs/|Exit status|\\s*$)",
              "npm (ERR!|error)\\s*$|npm notice",
              "> (Run with --|Get more help)|\\* (Try|Get more help)",
              "Some errors have detailed|For more information about (this|an) error"),
          Rule.of(
              Kind.VERDICT,
              "\\[ERROR\\] (COMPILATION ERROR|Failed to execute goal|Tests run:|Failures:|Errors:)",
              "error: (aborting due to|could not compile|build failed)",
              "\\d+ (errors?|warnings?)\\b|Found \\d+ error",
              "npm (ERR!|error) (code|errno|path|cwd|command|syscall|workspace|location) ",
              "\\S*make(\\[\\d+\\])?: \\*\\*\\* |collect2: error",
              "(FAILED|ERROR) \\S+\\.py\\b|FAILURE: |BUILD FAIL"),
          Rule.of(Kind.PROGRESS, "\\[INFO\\] "),
          Rule.of(
              Kind.ERROR_BELOW,
              "([\\w.$]+\\.)?[A-Z]\\w*(Error|Exception)(: |$)",
              "\\s+\\d+:\\d+\\s+error\\s{2,}"),
          Rule.of(
              Kind.ERROR,
              "(✘ )?\\[ERROR\\] \\S",
              "(\\S+: )?(fatal: |FATAL:? |[Ee]rror(\\[\\S+\\])?: |ERROR:? )|error TS\\d+: ",
              PLACE + " ?(: |- )(fatal |internal )?error\\b",
              "(vet: )?\\S+\\.go:\\d+:\\d+: ",
              "e: |\\* What went wrong:|\\s*\\[vite[^\\]]*\\] .*[Ee]rror|error during build:",
              "ld: symbol|Undefined symbols for",
              "\\s*--- FAIL: |panic: |fatal error: |thread '.*' panicked",
              "Exception in thread|Caused by: |E {3,7}[^\\s+?-]",
              "npm (ERR!|error) |go: (?!downloading|finding|extracting|(add|upgrad|downgrad|remov)ed)"),
          Rule.of(
              Kind.WARNING,
              "\\[WARNING\\] |npm (WARN|warn) |WARNING: |w: |\\s+\\d+:\\d+\\s+warning\\s{2,}",
              "(▲ )?\\[WARNING\\] \\S",
              "(\\S+: )?[Ww]arning(\\[\\S+\\])?: ",
              PLACE + " ?(: |- )warning\\b"));

  /// Phrases that mark an error anywhere in a line.
  private static final List<String> ANYWHERE =
      List.of(
          "undefined reference to ",
          ": command not found",
          ": not found",
          "Text file busy",
          "text file busy",
          "being used by another process",
          "is not recognized as an internal");

  /// Every line that a rule fits has one of these. Most lines of a chatty build have none, and
  /// patterns are slow.
  private static final List<String> SIGNS =
      List.of(
          "rror",
          "ERR",
          "[INFO]",
          "npm ",
          "> ",
          "* ",
          "FAIL",
          "FATAL",
          "atal",
          "arning",
          "WARN",
          "w: ",
          ".go:",
          "e: ",
          "go: ",
          "symbol",
          "panic",
          "E   ",
          "xception",
          "aused by");

  static Kind of(String line) {
    String start = line.length() > LOOKED_AT ? line.substring(0, LOOKED_AT) : line;
    if (SIGNS.stream().anyMatch(start::contains)) {
      for (Rule rule : RULES) {
        if (rule.pattern().matcher(start).lookingAt()) {
          return rule.kind();
        }
      }
    }
    return ANYWHERE.stream().anyMatch(start::contains) ? Kind.ERROR : Kind.ORDINARY;
  }
}
