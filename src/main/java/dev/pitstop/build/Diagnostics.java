package dev.pitstop.build;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Recognises the messages of javac, Maven, Gradle, kotlinc, tsc, eslint, esbuild, npm, rustc and
/// cargo, gcc, clang and make, go, C#, Python, pytest and mypy (R3). What it does not know is plain
/// text: the report then shows the end of the output. Stateless.
final class Diagnostics {
  private Diagnostics() {}

  private record Rule(Pattern pattern, Mark mark) {
    static Rule of(String regex, Mark mark) {
      return new Rule(Pattern.compile(regex), mark);
    }
  }

  private static final String PLACE = "[^\\s:()][^:()]{0,400}";

  /// The first that is found decides.
  private static final List<Rule> RULES =
      List.of(
          Rule.of(
              "^\\[ERROR\\] (To see the full stack|Re-run Maven|For more information about the err"
                  + "|After correcting the problems|\\[Help \\d+\\]|-> \\[Help)"
                  + "|^\\[INFO\\] (-{20,}|Total time:|Finished at:)|^\\[INFO\\]\\s*$"
                  + "|^\\[ERROR\\]\\s*$|^\\[ERROR\\] +mvn <args> -rf",
              Mark.NOISE),
          Rule.of(
              "^npm (ERR!|error) (A complete log|/.*\\.log|\\S*_logs/|Exit status)"
                  + "|^npm (ERR!|error)\\s*$|^npm (notice|warn config|warn Unknown user config)",
              Mark.NOISE),
          Rule.of(
              "^> (Run with --|Get more help)|^\\* (Try|Get more help)|^-+$|^Some errors have detailed"
                  + "|^For more information about (this error|an error)|^Use --warning-mode",
              Mark.NOISE),
          Rule.of(
              "^\\[ERROR\\] COMPILATION ERROR|^\\[INFO\\] \\d+ (errors?|warnings?)\\s*$",
              Mark.SUMMARY),
          Rule.of("^\\[ERROR\\] Failed to execute goal", Mark.SUMMARY),
          Rule.of("^\\[ERROR\\] (Tests run|Failures|Errors):", Mark.SUMMARY),
          Rule.of("^\\[ERROR\\] {2,}", Mark.PLAIN),
          Rule.of("^\\[ERROR\\] \\S", Mark.ERROR_LINE),
          Rule.of("^\\[(WARN|WARNING)\\] \\S", Mark.WARNING),
          Rule.of(
              "^(error: aborting due to|error: could not compile|error: build failed|\\d+ errors? generated"
                  + "|warning: .* generated \\d+ warning|warning: build failed)",
              Mark.SUMMARY),
          Rule.of("^\\d+ (errors?|warnings?)( generated\\.?| and .*)?\\s*$", Mark.SUMMARY),
          Rule.of("^Found \\d+ errors?|^\\S* ?\\d+ problems? \\(", Mark.SUMMARY),
          Rule.of("^=+ .*\\d+ (failed|error|errors|passed)\\b.* =+$", Mark.SUMMARY),
          Rule.of(
              "^\\S*make(\\[\\d+\\])?: \\*\\*\\* |^collect2: error|^ninja: build stopped",
              Mark.SUMMARY),
          Rule.of(
              "^(FAIL\\s|FAILURE: |BUILD FAILED|BUILD FAILURE)|^> Task \\S+ FAILED", Mark.SUMMARY),
          Rule.of("^(error(\\[E\\d+\\])?|error\\[\\S+\\]): ", Mark.ERROR_BLOCK),
          Rule.of("^warning(\\[\\S+\\])?: ", Mark.WARNING),
          Rule.of("^" + PLACE + "\\.(java|kts?|scala|groovy):\\d+: error: ", Mark.ERROR),
          Rule.of("^" + PLACE + "\\.(java|kts?|scala|groovy):\\d+: warning: ", Mark.WARNING),
          Rule.of("^e: ", Mark.ERROR_LINE),
          Rule.of("^w: ", Mark.WARNING),
          Rule.of("^" + PLACE + "\\(\\d+(,\\d+)*\\) ?: (fatal )?error [A-Z]+\\d+", Mark.ERROR_LINE),
          Rule.of("^" + PLACE + "\\(\\d+(,\\d+)*\\) ?: warning [A-Z]+\\d+", Mark.WARNING),
          Rule.of("^error TS\\d+: ", Mark.ERROR_LINE),
          Rule.of(
              "^" + PLACE + ":\\d+:\\d+ - error TS\\d+: ", new Mark(Mark.Kind.ERROR, 0, 4, false)),
          Rule.of(
              "^([A-Za-z]:)?" + PLACE + ":\\d+(:\\d+)?: (fatal |internal )?error: ", Mark.ERROR),
          Rule.of("^([A-Za-z]:)?" + PLACE + ":\\d+(:\\d+)?: warning: ", Mark.WARNING),
          Rule.of(
              "undefined reference to |^ld: symbol\\(s\\) not found|^Undefined symbols for",
              Mark.ERROR_LINE),
          Rule.of("^(vet: )?(\\./|\\.\\./)?" + PLACE + "\\.go:\\d+:\\d+: ", Mark.ERROR_LINE),
          Rule.of(
              "^\\s*--- FAIL: |^panic: |^fatal error: "
                  + "|^go: (?!downloading|finding|extracting|added|upgraded|downgraded|removed|creating)",
              Mark.ERROR_LINE),
          Rule.of("^\\s+\\d+:\\d+\\s+error\\s{2,}", Mark.ERROR_BELOW_FILE),
          Rule.of("^\\s+\\d+:\\d+\\s+warning\\s{2,}", Mark.WARNING),
          Rule.of(
              "^✘ \\[ERROR\\] |^\\s*\\[vite[^\\]]*\\] .*[Ee]rror|^error during build:",
              Mark.ERROR_BLOCK),
          Rule.of("^▲ \\[WARNING\\] ", Mark.WARNING),
          Rule.of("^\\* What went wrong:", Mark.ERROR),
          Rule.of(
              "^npm (ERR!|error) (code|errno|path|cwd|command|syscall|workspace|location|Lifecycle"
                  + "|Failed at the) ",
              Mark.SUMMARY),
          Rule.of("^npm (ERR!|error) ", Mark.ERROR_LINE),
          Rule.of("^npm warn |^npm WARN ", Mark.WARNING),
          Rule.of(
              "^Traceback \\(most recent call last\\):|^\\s*\\+ Exception Group Traceback",
              Mark.TRACEBACK),
          Rule.of("^\\s*File \".*\", line \\d+", new Mark(Mark.Kind.TRACEBACK, 0, 6, false)),
          Rule.of("^(FAILED|ERROR) \\S+\\.py(::|\\b)", Mark.SUMMARY),
          Rule.of("^E {3,7}[^\\s+?-]", Mark.ERROR),
          Rule.of("^([\\w.$]+\\.)?[A-Z]\\w*(Error|Exception|Warning)(: |$)", Mark.ERROR_LINE),
          Rule.of("^(Exception in thread|Caused by: |thread '.*' panicked)", Mark.ERROR_LINE),
          Rule.of(
              "(: command not found|: not found|is not recognized as an internal)",
              Mark.ERROR_LINE),
          Rule.of("^(\\S+: )?(fatal: |FATAL:? |[Ee]rror: |ERROR:? )", Mark.ERROR_LINE),
          Rule.of("^(\\S+: )?([Ww]arning: |WARNING:? |WARN:? )", Mark.WARNING));

  /// Words without which no rule can match; a flood of other lines is passed quickly.
  private static final List<String> HINTS =
      List.of(
          "rror",
          "RROR",
          "arning",
          "WARN",
          "ERR!",
          "FAIL",
          "fail",
          "npm ",
          "Traceback",
          "Exception",
          "panic",
          "fatal",
          "FATAL",
          ".go:",
          "undefined",
          "Undefined",
          "symbol(s)",
          " line ",
          "not found",
          "not recognized",
          "went wrong",
          "problem",
          "passed",
          "make",
          "ninja",
          "---",
          "* Try",
          "Run with",
          "more help",
          "For more information",
          "e: ",
          "w: ",
          "E   ",
          "[INFO]",
          "go: ",
          "generated",
          "warn",
          "mvn <args>",
          "Use --");

  static Mark of(String line) {
    if (!worthALook(line)) {
      return Mark.PLAIN;
    }
    String start = line.length() > 500 ? line.substring(0, 500) : line;
    for (Rule rule : RULES) {
      Matcher matcher = rule.pattern().matcher(start);
      if (matcher.find()) {
        return rule.mark();
      }
    }
    return Mark.PLAIN;
  }

  private static boolean worthALook(String line) {
    for (String hint : HINTS) {
      if (line.contains(hint)) {
        return true;
      }
    }
    return false;
  }
}
