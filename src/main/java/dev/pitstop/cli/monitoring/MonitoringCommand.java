package dev.pitstop.cli.monitoring;

import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.monitoring.Filter;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The commands of a second terminal: what they take, and their exit codes.
public final class MonitoringCommand {
  private static final int MOST_DIGITS = 15; // of a call's number

  private MonitoringCommand() {}

  /// Carries out a command.
  ///
  /// @param o as [Verb#parse] read it
  /// @return the exit code: 0, also if nobody reads stdout any more; 1 if it failed; 2 if it is not
  ///   clear what is meant
  public static int run(Verb verb, Options o, Desk desk) throws UsageException {
    Printer out = new Printer(desk, o.has("json"), o.has("follow"));
    try {
      return run(verb, o, desk, out);
    } catch (Refusal refused) {
      out.flush(); // before stderr
      if (refused.code > 0) {
        desk.note(String.valueOf(refused.getMessage()));
      }
      return refused.code;
    } catch (IOException broken) {
      out.flush();
      desk.note("the session cannot be read: " + broken.getMessage());
      return 1;
    } finally {
      out.flush();
    }
  }

  private static int run(Verb verb, Options o, Desk desk, Printer out)
      throws IOException, Refusal, UsageException {
    Which which = Which.of(desk, o);
    List<String> words = o.command();
    boolean follow = o.has("follow");
    switch (verb) {
      case PS -> {
        if (!words.isEmpty()) {
          throw new UsageException("`pitstop ps` takes no server");
        }
        new Ps(desk, out).run(which);
      }
      case LOGS -> {
        long after = o.has("since") ? desk.now() - since(o.text("since")) : 0;
        new Logs(desk, out, server(verb, words), after).run(which.liveOrPast(), follow);
      }
      case CALLS -> {
        if (words.size() == 1 && Words.isNumber(words.getFirst(), MOST_DIGITS)) {
          if (follow) {
            throw new UsageException("--follow is for the list of calls, not for one call");
          }
          long number = Long.parseLong(words.getFirst());
          new CallPage(desk, out, number).run(which.liveOrPast());
        } else {
          new CallsList(desk, out, filter(words)).run(which.liveOrPast(), follow);
        }
      }
      case RERUN -> {
        String calls = rerun(words);
        return new Act(desk, out, which.live()).rerun(calls);
      }
      case RELOAD, STOP -> {
        Optional<String> server = server(verb, words);
        return new Act(desk, out, which.live()).run(verb.word(), server);
      }
      case DOCTOR, INSTALL, UNINSTALL, DEMO, UI, CALL, REPLAY, COMPLETION, HELP ->
          throw new IllegalArgumentException(verb.word()); // they are about no session
    }
    return 0;
  }

  private static long since(String text) throws UsageException {
    return Words.millis(text)
        .orElseThrow(() ->
            new UsageException(
                "--since: `" + text + "` is not a duration: use 500ms, 30s or 2min"));
  }

  private static Filter filter(List<String> words) throws UsageException {
    try {
      return Filter.of(words);
    } catch (IllegalArgumentException unknown) {
      throw new UsageException(String.valueOf(unknown.getMessage()));
    }
  }

  private static Optional<String> server(Verb verb, List<String> words) throws UsageException {
    if (words.size() > 1) {
      throw new UsageException("`pitstop " + verb.word() + "` takes one server at most");
    }
    return words.stream().findFirst();
  }

  /// The calls that `rerun` means, as JSON; the last one if there are no words.
  private static String rerun(List<String> words) throws UsageException {
    if (words.isEmpty() || List.of(List.of("last"), List.of("failed")).contains(words)) {
      return Json.quote(words.isEmpty() ? "last" : words.getFirst());
    }
    for (String word : words) {
      if (!Words.isNumber(word, MOST_DIGITS)) {
        throw new UsageException(
            "`" + word + "` is not the number of a call: use `last`, `failed` or numbers");
      }
    }
    return words.stream().map(Long::valueOf).toList().toString().replace(" ", "");
  }
}
