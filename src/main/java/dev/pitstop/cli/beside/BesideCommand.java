package dev.pitstop.cli.beside;

import dev.pitstop.beside.Filter;
import dev.pitstop.cli.beside.Which.Source;
import dev.pitstop.cli.options.BesideTable;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.VerbLine;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The commands of a second terminal (V2): what they take, and their exit codes.
public final class BesideCommand {
  private static final int MOST_DIGITS = 15; // of a call's number
  private static final List<String> RERUNS = List.of("last", "failed");

  private BesideCommand() {}

  /// The command line of one of these commands.
  ///
  /// @param words after the command
  public static Options parse(String verb, List<String> words) throws UsageException {
    return VerbLine.parse(
        verb, BesideTable.rows(verb), Map.of("-h", "--help", "-f", "--follow"), words);
  }

  /// Carries out a command.
  ///
  /// @param o as [#parse] read it
  /// @return the exit code: 0, also if nobody reads stdout any more; 1 if it failed; 2 if it is not
  ///   clear what is meant
  public static int run(String verb, Options o, Desk desk) throws UsageException {
    Printer out = new Printer(desk.out(), o.has("follow"));
    try {
      int code = attempt(verb, o, desk, out);
      out.flush();
      return code;
    } catch (Printer.Unread nobody) {
      return 0;
    }
  }

  private static int attempt(String verb, Options o, Desk desk, Printer out)
      throws Printer.Unread, UsageException {
    try {
      return run(verb, o, desk, out);
    } catch (Printer.Unread nobody) {
      throw nobody;
    } catch (Refusal refused) {
      out.flush();
      desk.note(String.valueOf(refused.getMessage()));
      return refused.code;
    } catch (IOException broken) {
      out.flush();
      desk.note("the session cannot be read: " + broken.getMessage());
      return 1;
    }
  }

  private static int run(String verb, Options o, Desk desk, Printer out)
      throws IOException, Refusal, UsageException {
    Which which = Which.of(desk, o);
    List<String> words = o.command();
    boolean json = o.has("json");
    Act act = new Act(desk, out, json);
    return switch (verb) {
      case "ps" -> {
        if (!words.isEmpty()) {
          throw new UsageException("`pitstop ps` takes no server");
        }
        yield new Ps(desk, out, json).run(which);
      }
      case "logs" -> {
        long after = o.has("since") ? desk.now() - o.millis("since", 0) : 0;
        yield new Logs(desk, out, new Clock(desk), json, server(verb, words), after)
            .run(which.liveOrPast(), o.has("follow"));
      }
      case "calls" -> calls(o, which, desk, out);
      case "rerun" -> act.rerun(rerun(words), which.live());
      default -> act.run(verb, server(verb, words), which.live());
    };
  }

  private static int calls(Options o, Which which, Desk desk, Printer out)
      throws IOException, Refusal, UsageException {
    List<String> words = o.command();
    boolean json = o.has("json");
    if (words.size() == 1 && Words.isNumber(words.getFirst(), MOST_DIGITS)) {
      if (o.has("follow")) {
        throw new UsageException("--follow is for the list of calls, not for one call");
      }
      long number = Long.parseLong(words.getFirst());
      return new CallPage(desk, out, json, number).run(which.liveOrPast());
    }
    Filter filter;
    try {
      filter = Filter.of(words);
    } catch (IllegalArgumentException unknown) {
      throw new UsageException(String.valueOf(unknown.getMessage()));
    }
    Source source = which.liveOrPast();
    return new CallsList(desk, out, new Clock(desk), json, filter).run(source, o.has("follow"));
  }

  private static Optional<String> server(String verb, List<String> words) throws UsageException {
    if (words.size() > 1) {
      throw new UsageException("`pitstop " + verb + "` takes one server at most");
    }
    return words.stream().findFirst();
  }

  /// The words of `rerun`, checked; `last` if there are none.
  private static List<String> rerun(List<String> words) throws UsageException {
    if (words.size() == 1 && RERUNS.contains(words.getFirst())) {
      return words;
    }
    List<String> numbers = new ArrayList<>();
    for (String word : words) {
      if (!Words.isNumber(word, MOST_DIGITS)) {
        throw new UsageException(
            "`" + word + "` is not the number of a call: use `last`, `failed` or numbers");
      }
      numbers.add(String.valueOf(Long.parseLong(word)));
    }
    return numbers.isEmpty() ? List.of("last") : numbers;
  }
}
