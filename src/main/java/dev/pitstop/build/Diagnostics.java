package dev.pitstop.build;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Recognises the messages of javac, Maven, Gradle, kotlinc, tsc, eslint, esbuild, npm, rustc and
/// cargo, gcc, clang and make, go, C#, Python, pytest and mypy (R3). What it does not know is plain
/// text: the report then shows the end of the output. Stateless.
final class Diagnostics {
  private Diagnostics() {}

  /// Characters of a line that are looked at.
  private static final int LOOKED_AT = 500;

  /// A form of message. The pattern is for the start of a line; it is not tried where none of the
  /// words stands, since most lines of a chatty build are no messages and patterns are slow.
  private record Rule(Pattern pattern, Mark mark, List<String> words) {
    static Rule of(String regex, Mark mark, String... words) {
      return new Rule(Pattern.compile(regex), mark, List.of(words));
    }
  }

  private static final String PLACE = "[^\\s:()][^:()]{0,400}";

  /// The first that fits decides.
  private static final List<Rule> RULES =
      List.of(
          Rule.of(
              "^\\[ERROR\\] (To see the full stack|Re-run Maven|For more information about the err"
                  + "|After correcting the problems|\\[Help \\d+\\]|-> \\[Help)"
                  + "|^\\[INFO\\] (-{20,}|Total time:|Finished at:)|^\\[INFO\\]\\s*$"
                  + "|^\\[ERROR\\]\\s*$|^\\[ERROR\\] +mvn <args> -rf",
              Mark.NOISE,
              "[ERROR]",
              "[INFO]"),
          Rule.of(
              "^npm (ERR!|error) (A complete log|/.*\\.log|\\S*_logs/|Exit status)"
                  + "|^npm (ERR!|error)\\s*$|^npm (notice|warn config|warn Unknown user config)",
              Mark.NOISE,
              "npm "),
          Rule.of(
              "^> (Run with --|Get more help)|^\\* (Try|Get more help)|^-+$|^Some errors have detailed"
                  + "|^For more information about (this error|an error)|^Use --warning-mode",
              Mark.NOISE,
              "Run with --",
              "more help",
              "* Try",
              "---",
              "Some errors",
              "For more information",
              "Use --warning"),
          Rule.of(
              "^\\[ERROR\\] COMPILATION ERROR|^\\[INFO\\] \\d+ (errors?|warnings?)\\s*$",
              Mark.SUMMARY,
              "[ERROR]",
              "[INFO]"),
          Rule.of("^\\[ERROR\\] Failed to execute goal", Mark.SUMMARY, "[ERROR]"),
          Rule.of("^\\[ERROR\\] (Tests run|Failures|Errors):", Mark.SUMMARY, "[ERROR]"),
          Rule.of("^\\[ERROR\\] {2,}", Mark.PLAIN, "[ERROR]"),
          Rule.of("^\\[ERROR\\] \\S", Mark.ERROR_LINE, "[ERROR]"),
          Rule.of("^\\[(WARN|WARNING)\\] \\S", Mark.WARNING, "[WARN"),
          Rule.of(
              "^(error: aborting due to|error: could not compile|error: build failed|\\d+ errors? generated"
                  + "|warning: .* generated \\d+ warning|warning: build failed)",
              Mark.SUMMARY,
              "error: ",
              "generated",
              "warning: "),
          Rule.of(
              "^\\d+ (errors?|warnings?)( generated\\.?| and .*)?\\s*$",
              Mark.SUMMARY,
              " error",
              " warning"),
          Rule.of(
              "^Found \\d+ errors?|^\\S* ?\\d+ problems? \\(", Mark.SUMMARY, "Found ", " problem"),
          Rule.of(
              "^=+ .*\\d+ (failed|error|errors|passed)\\b.* =+$",
              Mark.SUMMARY,
              " failed",
              " error",
              " passed"),
          Rule.of(
              "^\\S*make(\\[\\d+\\])?: \\*\\*\\* |^collect2: error|^ninja: build stopped",
              Mark.SUMMARY,
              "*** ",
              "collect2",
              "ninja: "),
          Rule.of(
              "^(FAIL\\s|FAILURE: |BUILD FAILED|BUILD FAILURE)|^> Task \\S+ FAILED",
              Mark.SUMMARY,
              "FAIL"),
          Rule.of("^(error(\\[E\\d+\\])?|error\\[\\S+\\]): ", Mark.ERROR_BLOCK, "error"),
          Rule.of("^warning(\\[\\S+\\])?: ", Mark.WARNING, "warning"),
          Rule.of(
              "^" + PLACE + "\\.(java|kts?|scala|groovy):\\d+: error: ", Mark.ERROR, ": error: "),
          Rule.of(
              "^" + PLACE + "\\.(java|kts?|scala|groovy):\\d+: warning: ",
              Mark.WARNING,
              ": warning: "),
          Rule.of("^e: ", Mark.ERROR_LINE, "e: "),
          Rule.of("^w: ", Mark.WARNING, "w: "),
          Rule.of(
              "^" + PLACE + "\\(\\d+(,\\d+)*\\) ?: (fatal )?error [A-Z]+\\d+",
              Mark.ERROR_LINE,
              "error "),
          Rule.of(
              "^" + PLACE + "\\(\\d+(,\\d+)*\\) ?: warning [A-Z]+\\d+", Mark.WARNING, "warning "),
          Rule.of("^error TS\\d+: ", Mark.ERROR_LINE, "error TS"),
          Rule.of(
              "^" + PLACE + ":\\d+:\\d+ - error TS\\d+: ",
              new Mark(Mark.Kind.ERROR, 0, 4, false),
              "error TS"),
          Rule.of(
              "^([A-Za-z]:)?" + PLACE + ":\\d+(:\\d+)?: (fatal |internal )?error: ",
              Mark.ERROR,
              "error: "),
          Rule.of("^([A-Za-z]:)?" + PLACE + ":\\d+(:\\d+)?: warning: ", Mark.WARNING, "warning: "),
          Rule.of(
              ".*undefined reference to |^ld: symbol\\(s\\) not found|^Undefined symbols for",
              Mark.ERROR_LINE,
              "undefined reference",
              "ld: symbol",
              "Undefined symbols"),
          Rule.of(
              "^(vet: )?(\\./|\\.\\./)?" + PLACE + "\\.go:\\d+:\\d+: ", Mark.ERROR_LINE, ".go:"),
          Rule.of(
              "^\\s*--- FAIL: |^panic: |^fatal error: "
                  + "|^go: (?!downloading|finding|extracting|added|upgraded|downgraded|removed|creating)",
              Mark.ERROR_LINE,
              "FAIL",
              "panic: ",
              "error: ",
              "go: "),
          Rule.of("^\\s+\\d+:\\d+\\s+error\\s{2,}", Mark.ERROR_BELOW_FILE, "error"),
          Rule.of("^\\s+\\d+:\\d+\\s+warning\\s{2,}", Mark.WARNING, "warning"),
          Rule.of(
              "^✘ \\[ERROR\\] |^\\s*\\[vite[^\\]]*\\] .*[Ee]rror|^error during build:",
              Mark.ERROR_BLOCK,
              "[ERROR]",
              "[vite",
              "error"),
          Rule.of("^▲ \\[WARNING\\] ", Mark.WARNING, "[WARN"),
          Rule.of("^\\* What went wrong:", Mark.ERROR, "went wrong"),
          Rule.of(
              "^npm (ERR!|error) (code|errno|path|cwd|command|syscall|workspace|location|Lifecycle"
                  + "|Failed at the) ",
              Mark.SUMMARY,
              "npm "),
          Rule.of("^npm (ERR!|error) ", Mark.ERROR_LINE, "npm "),
          Rule.of("^npm warn |^npm WARN ", Mark.WARNING, "npm "),
          Rule.of(
              "^Traceback \\(most recent call last\\):|^\\s*\\+ Exception Group Traceback",
              Mark.TRACEBACK,
              "Traceback"),
          Rule.of(
              "^\\s*File \".*\", line \\d+", new Mark(Mark.Kind.TRACEBACK, 0, 6, false), "File \""),
          Rule.of("^(FAILED|ERROR) \\S+\\.py(::|\\b)", Mark.SUMMARY, ".py"),
          Rule.of("^E {3,7}[^\\s+?-]", Mark.ERROR, "E   "),
          Rule.of(
              "^([\\w.$]+\\.)?[A-Z]\\w*(Error|Exception|Warning)(: |$)",
              Mark.ERROR_LINE,
              "Error",
              "Exception",
              "Warning"),
          Rule.of(
              "^(Exception in thread|Caused by: |thread '.*' panicked)",
              Mark.ERROR_LINE,
              "Exception",
              "Caused by",
              "panicked"),
          Rule.of(
              ".*(: command not found|: not found|is not recognized as an internal)",
              Mark.ERROR_LINE,
              "not found",
              "not recognized"),
          Rule.of(
              "^(\\S+: )?(fatal: |FATAL:? |[Ee]rror: |ERROR:? )",
              Mark.ERROR_LINE,
              "fatal: ",
              "FATAL",
              "rror: ",
              "ERROR"),
          Rule.of("^(\\S+: )?([Ww]arning: |WARNING:? |WARN:? )", Mark.WARNING, "arning: ", "WARN"));

  private static final WordSet WORDS = wordsOfAll();

  /// For each rule the bits of its words.
  private static final long[] NEEDED = needed();

  private static WordSet wordsOfAll() {
    List<String> all = new ArrayList<>();
    for (Rule rule : RULES) {
      all.addAll(rule.words());
    }
    return new WordSet(all);
  }

  private static long[] needed() {
    long[] needed = new long[RULES.size()];
    for (int i = 0; i < needed.length; i++) {
      needed[i] = WORDS.bits(RULES.get(i).words());
    }
    return needed;
  }

  static Mark of(String line) {
    String start = line.length() > LOOKED_AT ? line.substring(0, LOOKED_AT) : line;
    long words = WORDS.in(start);
    if (words == 0) {
      return Mark.PLAIN;
    }
    for (int i = 0; i < NEEDED.length; i++) {
      Rule rule = RULES.get(i);
      if ((NEEDED[i] & words) != 0 && rule.pattern().matcher(start).lookingAt()) {
        return rule.mark();
      }
    }
    return Mark.PLAIN;
  }
}
