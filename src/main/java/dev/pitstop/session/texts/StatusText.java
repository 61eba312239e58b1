package dev.pitstop.session.texts;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.History;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.RunKind;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The texts of `server_status`, by topic.
public final class StatusText {
  private StatusText() {}

  /// The server's name and what its newest run is doing. Called in a turn.
  public static String head(OwnToolNames tools, Backend b, Snapshot now) {
    boolean looping = now.state() instanceof State.Crashed c && c.looping();
    String restarts = tools.call("recompile", "; {} restarts it", "");
    return Words.fill("Server `{}`: {}", b.name(), RunsNow.word(b.kind(), now))
        + (looping ? " (crash loop: 5 crashes in 30 s" + restarts + ")" : "");
  }

  /// The process of a run, and how long ago it began.
  public static String process(Run run, long uptimeMillis) {
    StringBuilder text = new StringBuilder();
    run.facts().pid().ifPresent(pid -> text.append(", pid ").append(pid));
    text.append(", ").append(run.kind().word()).append(" #");
    text.append(run.number()).append(", ").append(RunWords.age(run, uptimeMillis));
    if (run.readyAfterMillis() >= 0) {
      text.append(
          switch (run.kind()) {
            case PROCESS -> " (started in ";
            case SESSION -> " (opened in ";
            case SCHEMA -> " (in ";
          });
      text.append(run.readyAfterMillis()).append(" ms)");
    }
    return text.toString();
  }

  /// What is known of the session with a daemon.
  ///
  /// @param since when the daemon was first reached; empty if it was not
  public static String session(Facts.Daemon d, String since) {
    StringBuilder text = new StringBuilder();
    d.session().ifPresent(id -> text.append("\nSession id ").append(id));
    d.revision()
        .ifPresent(
            r -> text.append(d.session().isPresent() ? ", " : "\n").append("protocol ").append(r));
    text.append(since.isEmpty() ? "" : "\nReachable since " + since);
    text.append('\n').append(Words.count(d.reconnects(), "reconnect"));
    d.lastError().ifPresent(e -> text.append("; last error: ").append(e));
    return text.toString();
  }

  /// A command-line program's description of its tools, and the problems in it.
  public static String schema(Facts.Schema schema) {
    StringBuilder text = new StringBuilder("\nEach call is its own process; ");
    text.append(Words.count(schema.calls(), "call")).append(" so far");
    schema.problems().forEach(problem -> text.append("\n! ").append(problem));
    return text.toString();
  }

  public static String usage(TreeUsage usage) {
    int n = usage.processes();
    return "\n"
        + n
        + (n == 1 ? " process" : " processes")
        + (usage.rssBytes() >= 0 ? ", " + Words.bytes(usage.rssBytes()) : "")
        + (usage.cpuMillis() >= 0 ? ", CPU " + Words.duration(usage.cpuMillis()) : "");
  }

  /// How it is run.
  public static String place(Backend b) {
    return (b.kind().isDaemons() ? "\nAddress: " : "\nCommand: ") + b.display();
  }

  /// How often it was started and ended.
  public static String counts(RunKind kind, History.Counts c) {
    return "\n"
        + switch (kind) {
          case PROCESS ->
              Words.count(c.opened(), "spawn")
                  + Words.fill(", {} stopped by Pitstop, {} crashed", c.stopped(), c.crashed());
          case SESSION ->
              Words.count(c.opened(), "session")
                  + Words.fill(", {} closed by Pitstop, {} lost", c.stopped(), c.lost());
          case SCHEMA -> Words.count(c.opened(), "schema read");
        }
        + "; ";
  }

  /// Its load, and how many tools it has.
  public static String load(Snapshot s) {
    return Words.count(s.inFlight(), "call")
        + " in flight, "
        + s.held()
        + " waiting; "
        + (s.listed()
            ? Words.count(s.catalog().entries(Kind.TOOLS).size(), "tool")
            : "tools not listed yet");
  }

  /// How many answers of this run are none.
  public static String unreadable(OwnToolNames tools, Run run) {
    String number = run.kind().word() + " #" + run.number();
    return Words.fill(
            "\n{} of {} could not be read: an answer must be one line of JSON.",
            Words.count(run.unreadableAnswers(), "answer"),
            number)
        + tools.more("server_stderr");
  }

  public static String lastFailure(String words) {
    return "\nLast failure: " + words;
  }

  public static String lastEnd(RunKind kind, String words) {
    return (kind.isDaemons() ? "\nLast session: " : "\nLast exit: ") + words;
  }

  /// How a build ended: `failed after 3.0 s`.
  public static String built(Builder.Result b) {
    return (b.ok() ? "succeeded" : b.cancelled() ? "cancelled" : "failed")
        + " after "
        + Words.duration(b.millis());
  }

  /// The last build; with its report if that is why nothing serves.
  public static String lastBuild(Backend b, Snapshot s, Builder.Result made) {
    boolean why = !made.ok() && !made.cancelled() && s.serving().isEmpty();
    return (b.kind().isDaemons() ? DaemonWords.lastMade(b) : "\nLast build: ")
        + built(made)
        + (why ? "\n" + made.report() : "");
  }

  public static String outOfDate(String sentences) {
    return "\nOut of date: " + sentences;
  }

  public static String lastChange(String diff) {
    return "\nLast change:\n" + diff;
  }

  /// What is still to come by itself. Called in a turn.
  public static List<String> pending(Monitor monitor, Stream<Backend> servers) {
    List<String> all = new ArrayList<>(monitor.pending().now());
    servers.filter(Backend::listing).forEach(b -> all.add("the lists of `" + b.name() + "`"));
    return all;
  }

  /// The same as a line, and among the facts; nothing if there is nothing.
  public static String pending(List<String> works, JsonObject facts) {
    if (works.isEmpty()) {
      return "";
    }
    facts.add("pending", array(works));
    return "\nStill under way: " + String.join(", ", works) + ".";
  }

  public static JsonArray array(List<String> words) {
    JsonArray all = new JsonArray();
    words.forEach(all::add);
    return all;
  }

  /// Notices that no result carries.
  public static String unsaid(String notices) {
    return "\nNotices that no result carried (--notices off):\n" + notices;
  }

  /// @param file the path of the log
  public static String log(String file, boolean fails) {
    return fails ? "\nNo log: " + file + " cannot be written" : "\nLog: " + file;
  }
}
