package dev.pitstop.cli;

import dev.pitstop.text.Durations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A command line, parsed by the [table][OptionTable] of options.
///
/// @param values the given values of each option, in order
/// @param command the words after `--`, or the words that no option took
/// @param separated whether a `--` comes before the command: then its words are never Pitstop's own
/// @param cli whether the command is a command-line program (T1): `pitstop cli …`
record Options(
    Map<String, List<String>> values, List<String> command, boolean separated, boolean cli) {
  /// A mistake on the command line. The message says what is wrong, and the next step.
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  private static final String DURATION = "a duration: use 500ms, 30s or 2min";
  private static final String SIZE = "a size: use 512KiB or 64MiB";

  /// The options of a session and of `pitstop doctor`, in the order of the help.
  static List<OptionRow> rows() {
    return OptionTable.rows();
  }

  static Options parse(String[] args) throws UsageException {
    Map<String, List<String>> values = new LinkedHashMap<>();
    List<String> command = new ArrayList<>();
    boolean separated = false;
    boolean cli = false;
    String before = ""; // the last option before the command's first word
    int i = 0;
    while (i < args.length) {
      String arg = args[i++];
      if (arg.equals("--")) {
        separated = command.isEmpty();
        if (!separated && !values.isEmpty()) {
          throw unexpected(command.getFirst(), before);
        }
        if (!separated) {
          command.add(arg); // `pitstop npm run x -- --flag`: the command's own
        }
        while (i < args.length) {
          command.add(args[i++]);
        }
        break;
      }
      if (arg.equals("-h") || arg.equals("-V")) {
        arg = arg.equals("-h") ? "--help" : "--version";
      }
      if (arg.equals("cli") && command.isEmpty() && !cli) {
        cli = true;
        continue;
      }
      if (!arg.startsWith("--")) {
        if (arg.startsWith("-") && arg.length() > 1) {
          throw unknown(arg, new Options(values, command, false, cli));
        }
        command.add(arg);
        continue;
      }
      int equals = arg.indexOf('=');
      String name = equals < 0 ? arg.substring(2) : arg.substring(2, equals);
      Optional<OptionRow> row = OptionTable.row(name);
      if (row.isEmpty()) {
        throw unknown("--" + name, new Options(values, command, false, cli));
      }
      if (command.isEmpty()) {
        before = name;
      }
      List<String> given = values.get(name);
      if (given == null) {
        given = new ArrayList<>();
        values.put(name, given);
      }
      if (row.get().isSwitch()) {
        if (equals >= 0) {
          throw new UsageException("--" + name + " takes no value");
        }
        given.add("");
      } else if (equals >= 0) {
        given.add(arg.substring(equals + 1));
      } else if (i < args.length && !args[i].equals("--")) {
        given.add(args[i++]);
      } else {
        throw new UsageException("--" + name + " needs a value: " + row.get().usage());
      }
    }
    return new Options(values, command, separated, cli);
  }

  /// @param before what was read before the option: in `pitstop isntall --print` the word is wrong
  private static UsageException unknown(String option, Options before) throws UsageException {
    Optional<UsageException> word = OwnWords.wrong(before);
    return word.isPresent()
        ? word.get()
        : new UsageException("unknown option " + option + OptionTable.suggestion(option));
  }

  /// After Pitstop's options, a word before `--` is most likely a piece of a value that the shell
  /// has split, or of a glob that it has expanded. It must not become the command.
  private static UsageException unexpected(String word, String before) {
    if (OwnWords.isOurs(word)) {
      return OwnWords.misplaced(word);
    }
    String hint =
        before.equals("watch")
            ? "; quote the glob of --watch, so that the shell does not expand it"
            : OptionTable.row(before).filter(r -> !r.isSwitch()).isPresent()
                ? "; quote the value of --" + before + " if it contains spaces"
                : "";
    return new UsageException("unexpected word `" + word + "` before `--`" + hint);
  }

  /// Whether this is the command's first word, and no `--` comes before it.
  boolean begins(String word) {
    return !separated && !command.isEmpty() && command.getFirst().equals(word);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  String one(String name, String otherwise) throws UsageException {
    List<String> given = all(name);
    if (given.size() > 1) {
      throw new UsageException("--" + name + " can be given only once");
    }
    return given.isEmpty() ? otherwise : given.getFirst();
  }

  /// A duration in milliseconds: `500ms`, `30s`, `2min`, or a plain number of seconds.
  long millis(String name, String otherwise) throws UsageException {
    String text = one(name, otherwise);
    leadingNumber(name, text, DURATION);
    OptionalLong millis = Durations.millis(text);
    if (millis.isEmpty()) {
      throw isNot(name, text, DURATION);
    }
    return millis.getAsLong();
  }

  /// The same for a limit that every attempt would exceed if it were 0.
  long moreThanZeroMillis(String name, String otherwise) throws UsageException {
    long millis = millis(name, otherwise);
    if (millis == 0) {
      throw new UsageException("--" + name + ": must be more than 0");
    }
    return millis;
  }

  /// A size in bytes: `100000`, `512KiB`, `64MiB`, `1GiB`.
  int bytes(String name, String otherwise) throws UsageException {
    String text = one(name, otherwise);
    long n = leadingNumber(name, text, SIZE);
    n = Math.min(n, Integer.MAX_VALUE); // far out of range already; cannot overflow
    long size =
        switch (text.substring(digits(text))) {
          case "", "B" -> n;
          case "KiB", "K", "k", "KB" -> n * 1024;
          case "MiB", "M", "MB" -> n * 1024 * 1024;
          case "GiB", "G", "GB" -> n * 1024 * 1024 * 1024;
          default -> throw isNot(name, text, SIZE);
        };
    if (size < 1024 || size > 1024L * 1024 * 1024) {
      throw new UsageException("--" + name + ": must be between 1KiB and 1GiB");
    }
    return (int) size;
  }

  int number(String name, String otherwise) throws UsageException {
    String text = one(name, otherwise);
    long n = leadingNumber(name, text, "a number");
    if (digits(text) != text.length()) {
      throw isNot(name, text, "a number");
    }
    if (n > Integer.MAX_VALUE) {
      throw new UsageException("--" + name + ": must be at most " + Integer.MAX_VALUE);
    }
    return (int) n;
  }

  private static UsageException isNot(String name, String text, String what) {
    return new UsageException("--" + name + ": `" + text + "` is not " + what);
  }

  private static int digits(String text) {
    int i = 0;
    while (i < text.length() && Character.isDigit(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private static long leadingNumber(String name, String text, String what) throws UsageException {
    if (text.startsWith("-") && digits(text.substring(1)) > 0) {
      throw new UsageException("--" + name + ": must not be negative");
    }
    int digits = digits(text);
    if (digits == 0 || digits > 12) {
      throw isNot(name, text, what);
    }
    return Long.parseLong(text.substring(0, digits));
  }

  /// One of several words.
  String word(String name, String otherwise, String... allowed) throws UsageException {
    String given = one(name, otherwise);
    for (String a : allowed) {
      if (a.equals(given)) {
        return given;
      }
    }
    throw isNot(name, given, "one of " + String.join(", ", allowed));
  }
}
