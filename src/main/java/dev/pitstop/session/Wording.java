package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Builder;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure;
import dev.pitstop.backend.Lifecycle;
import dev.pitstop.backend.ReplayFailure;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.RunEnd;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.State;
import dev.pitstop.backend.StopReason;
import dev.pitstop.backend.Trouble;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.RunKind;
import dev.pitstop.digest.LastWords;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Makes sentences of facts: what a caller is told when its call gets no answer (C1), how a run
/// ended, what to do next; with the server, what was tried, how it ended, and the last lines of its
/// stderr, under the present names of Pitstop's tools. Called in turns of the monitor.
final class Wording {
  private static final String REMOVED = "was removed";

  /// How many lines are read of a run that is being given up: each waiting call asks again.
  private static final int LOOKED_AT = 200;

  /// Characters of foreign text within a clause.
  private static final int CLAUSE = 500;

  private final OwnToolNames tools;
  private final UnaryOperator<String> names;
  private final SelfRestart selfRestart = new SelfRestart();
  private final StdoutWords stdoutWords = new StdoutWords();
  private final Stale stale = new Stale();

  /// With the tool names of the server itself.
  Wording(OwnToolNames tools) {
    this(tools, name -> name);
  }

  /// @param names returns the client's name of a tool of the server
  Wording(OwnToolNames tools, UnaryOperator<String> names) {
    this.tools = tools;
    this.names = names;
  }

  /// The client's name of a tool of the server.
  String outside(String tool) {
    return names.apply(tool);
  }

  /// How to name Pitstop's own tools.
  OwnToolNames tools() {
    return tools;
  }

  /// What is known about its command restarting it.
  SelfRestart selfRestart() {
    return selfRestart;
  }

  /// What is known about its text on stdout.
  StdoutWords stdoutWords() {
    return stdoutWords;
  }

  /// What is known about its program being older than its sources.
  Stale stale() {
    return stale;
  }

  // Ends of runs.

  /// How it ended, as a clause without a subject: `crashed with exit code 3, 12 s after it
  /// started`.
  static String end(RunEnd e) {
    if (e.kind() == RunKind.SCHEMA
        && e.trouble().isPresent()
        && e.trouble().get() instanceof Trouble.NotOpened n) {
      return trouble(e.kind(), n);
    }
    if (e.trouble().isPresent() && e.stopped().filter(r -> r != StopReason.ABANDONED).isEmpty()) {
      return trouble(e.kind(), e.trouble().get());
    }
    if (e.stopped().isPresent()) {
      return stopped(e.kind(), e.stopped().get());
    }
    String after = ", " + Words.duration(e.uptimeMillis()) + " after it started";
    boolean success = e.exit().isPresent() && e.exit().get().success();
    return success
        ? "exited on its own with exit code 0" + after
        : "crashed with " + exit(e) + after;
  }

  /// The same as a clause with a subject, for a sentence that has said what was tried.
  static String reason(RunEnd e) {
    boolean unopened = e.byItself() && e.trouble().isPresent();
    return unopened && e.trouble().get() instanceof Trouble.NotOpened n
        ? Words.cut(reason(n.why()), CLAUSE)
        : "it " + end(e);
  }

  private static String exit(RunEnd e) {
    return e.exit().isPresent() ? e.exit().get().words() : "unknown exit status";
  }

  /// {@link #end} with the exit status, if the words do not have it.
  static String endAndStatus(RunEnd e) {
    boolean said = e.exit().isEmpty() || (e.stopped().isEmpty() && e.trouble().isEmpty());
    return said ? end(e) : end(e) + " (" + exit(e) + ")";
  }

  /// {@link #end} with the one line of its output that says why, if there is no room for more (C3);
  /// it may be a line of a daemon that was started with `--start`.
  static String endAndReason(RunEnd e) {
    if (!e.byItself()) {
      return end(e);
    }
    Optional<String> reason = e.stderr().reason();
    if (reason.isPresent()) {
      return end(e) + ": `" + reason.get() + "`";
    }
    boolean crashed = e.kind() == RunKind.PROCESS && e.exit().filter(x -> !x.success()).isPresent();
    List<String> lines = e.stderr().shown();
    return crashed && !lines.isEmpty()
        ? end(e) + "; its last line was `" + Words.cut(lines.getLast().strip(), 200) + "`"
        : end(e);
  }

  /// Pitstop does not stop a daemon: the session with it ends.
  private static String stopped(RunKind kind, StopReason why) {
    String stopped = kind == RunKind.SESSION ? "was disconnected" : "was stopped";
    return switch (why) {
      case REPLACED -> "was replaced by a reload";
      case FOR_RELOAD -> stopped + " for a reload";
      case REQUESTED -> stopped + " by `stop_server`";
      case SHUT_DOWN -> stopped + " because Pitstop is shutting down";
      case REMOVED -> REMOVED;
      case ABANDONED -> "did not start";
    };
  }

  /// What was wrong, as a clause without a subject.
  static String trouble(RunKind kind, Trouble t) {
    return switch (t) {
      case Trouble.NotOpened n ->
          switch (kind) {
                case PROCESS, SESSION -> "could not be started: ";
                case SCHEMA -> "gave no usable schema: ";
              }
              + Words.cut(reason(n.why()), CLAUSE);
      case Trouble.Silent s ->
          "did not answer "
              + s.owes().map(request -> request + " ").orElse("")
              + "within "
              + Words.duration(s.limitMillis())
              + switch (kind) {
                case PROCESS, SCHEMA -> " of its start, so Pitstop stopped it";
                case SESSION -> ", so Pitstop gave up the session";
              };
      case Trouble.RefusedHandshake r -> "refused the handshake: " + Words.cut(r.message(), CLAUSE);
      case Trouble.CannotList c -> "could not list its tools: " + Words.cut(c.message(), CLAUSE);
      case Trouble.Closed c ->
          switch (c.pipe()) {
            case CLOSED_STDOUT -> "closed its stdout but kept running, so Pitstop stopped it";
            case CLOSED_STDIN -> "closed its stdin but kept running, so Pitstop stopped it";
            case OURS -> "was stopped because of an internal error in Pitstop";
          };
      case Trouble.Waiting w ->
          "exited under `"
              + w.watcher()
              + "`, which restarts it only when a file changes, so Pitstop stopped it";
      case Trouble.SessionLost l -> Words.cut(l.why(), CLAUSE);
      case Trouble.Unkillable u ->
          "did not exit even after SIGKILL: it may hang in the kernel, so Pitstop gave up on it";
    };
  }

  /// The reason in "Cannot start `COMMAND`: reason"; any other text as it is.
  private static String reason(String why) {
    int at = why.startsWith("Cannot start `") ? why.indexOf("`: ") : -1;
    return at < 0 ? why : why.substring(at + 3);
  }

  /// The last lines of its stderr as a paragraph, or nothing.
  static String lastWords(RunEnd e) {
    if (e.pid().isEmpty()) { // it never had a process, or one per call
      return e.kind() == RunKind.SCHEMA ? lastLines(e.stderr()) : "";
    }
    return e.stderr().shown().isEmpty() ? "\nIt wrote nothing to stderr." : lastLines(e.stderr());
  }

  private static String lastLines(LastWords words) {
    return lastLines(
        words, words.shortened() ? "Its stderr, shortened" : "Last lines of its stderr");
  }

  /// Foreign output, as a paragraph, or nothing.
  static String lastLines(LastWords words, String what) {
    List<String> lines = words.shown();
    if (lines.isEmpty()) {
      return "";
    }
    StringBuilder out = new StringBuilder("\n").append(what).append(':');
    for (String line : lines) {
      out.append("\n  ").append(line);
    }
    return out.toString();
  }

  /// `spawn #3, pid 4711`.
  static String who(RunEnd e) {
    return e.kind().word()
        + " #"
        + e.number()
        + (e.pid().isPresent() ? ", pid " + e.pid().getAsLong() : "");
  }

  /// A replayed call that failed.
  static String replay(ReplayFailure f) {
    String how =
        f.limitMillis().isPresent()
            ? "timed out after " + Words.duration(f.limitMillis().get())
            : f.why()
                .filter(w -> !w.isEmpty())
                .map(w -> "failed: " + Words.cut(w, CLAUSE))
                .orElse("failed");
    return "The replayed call of `" + f.tool() + "` " + how + " (--replay).";
  }

  // Calls that fail.

  /// Why a call gets no answer, and what to do next; with Pitstop's mark.
  String failure(Backend b, Call c, Failure why) {
    return FailureText.fit(words(b, c, why));
  }

  private String words(Backend b, Call c, Failure why) {
    Snapshot s = b.snapshot();
    return Words.MARK
        + switch (why) {
          case Failure.Lost l -> lost(b, s, c, l);
          case Failure.Down d -> down(b, s, c);
          case Failure.Late l ->
              what(c)
                  + " waited "
                  + Words.duration(l.waitedMillis())
                  + " for server `"
                  + b.name()
                  + "` and gave up: the server "
                  + RunsNow.clause(b.kind(), s)
                  + ". "
                  + (c.deliveries() == 0 ? "The call did not reach it." : delivered(b, c))
                  + DaemonWords.started(b, tools, s)
                  + tools.more("server_status", "server_stderr")
                  + startWords(b, s)
                  + selfRestart.remark(b);
          case Failure.Unanswered u -> HungCalls.failure(this, b, what(c), c, u);
          case Failure.TooManyHeld t ->
              refused(b, s, c, t.calls() + " calls already wait for it (the limit)");
          case Failure.NoRoom r ->
              refused(
                  b,
                  s,
                  c,
                  "has not read or answered "
                      + Words.bytes(r.keptBytes())
                      + " of messages (the limit is "
                      + Words.bytes(r.limitBytes())
                      + ")");
          case Failure.NotReading n -> notReading(b, c, n);
          case Failure.Defect d ->
              what(c)
                  + " was not sent to server `"
                  + b.name()
                  + "`: internal error ("
                  + d.what()
                  + "). This is a bug in Pitstop.";
          case Failure.Unusable u -> unusable(b, u.answer());
          case Failure.CutOff f -> cutOff(b, s, c, f);
        };
  }

  /// The request, as the subject of a sentence.
  String what(Call c) {
    return "`" + (c.tool().isEmpty() ? c.request().method() : outside(c.tool())) + "`";
  }

  private static String delivered(Backend b, Call c) {
    return "The call had reached the server"
        + (c.deliveries() > 1 ? " " + c.deliveries() + " times" : "")
        + switch (b.kind()) {
          case PROCESS -> ", which ended before it answered.";
          case SESSION -> ", but the session ended before the answer.";
          case SCHEMA -> ", but its process ended before it answered.";
        };
  }

  private String lost(Backend b, Snapshot s, Call c, Failure.Lost l) {
    RunEnd how = l.end();
    StringBuilder out = new StringBuilder(what(c));
    boolean removed = how.stopped().filter(r -> r == StopReason.REMOVED).isPresent();
    out.append(" got no answer: server `").append(b.name()).append("` ");
    out.append(removed ? REMOVED : end(how)).append(" (").append(who(how)).append(").\n");
    if (c.deliveries() == 0) {
      out.append("The call had not reached the server.");
    } else {
      out.append(
          switch (l.why()) {
            case MAY_HAVE_EFFECT ->
                "The call had reached the server and may have taken effect, so Pitstop did not"
                    + " repeat it.";
            case SENT_TWICE ->
                harmless(s, c)
                    + ", so Pitstop sent it twice; "
                    + switch (b.kind()) {
                      case PROCESS, SCHEMA -> "the server went down both times.";
                      case SESSION -> "the session was lost both times.";
                    };
            case STAYS_DOWN ->
                "The call had reached the server. "
                    + harmless(s, c)
                    + ", but Pitstop did not repeat it: that would have restarted the server.";
          });
    }
    if (how.byItself()) {
      out.append(lastWords(how)).append(stdoutWords.remark(b, how.number()));
      out.append(Advice.held(tools, b, how)).append(selfRestart.remark(b));
      out.append(stale.line(b, tools));
    }
    return out.append(HungCalls.behind(this, c)).append('\n').append(next(b, s)).toString();
  }

  private String cutOff(Backend b, Snapshot s, Call c, Failure.CutOff f) {
    return what(c)
        + " got no answer: server `"
        + b.name()
        + "` "
        + f.how()
        + ".\n"
        + switch (f.why()) {
          case MAY_HAVE_EFFECT ->
              "The call had reached the server and may have taken effect, so Pitstop did not"
                  + " repeat it. The session continues.";
          case SENT_TWICE ->
              harmless(s, c)
                  + ", so Pitstop sent it twice, with the same result. The session continues.";
          case STAYS_DOWN -> "The call had reached the server.";
        };
  }

  /// Why it could be sent again (C2).
  private static String harmless(Snapshot s, Call c) {
    boolean onlyIdempotent =
        s.catalog().tool(c.tool()).filter(t -> t.idempotentHint() && !t.readOnlyHint()).isPresent();
    return onlyIdempotent ? "The call may be repeated (`idempotentHint`)" : "The call only reads";
  }

  /// No answer will come, because the server is down and is not started for this call.
  private String down(Backend b, Snapshot s, Call c) {
    StringBuilder out = new StringBuilder(what(c));
    out.append(c.deliveries() == 0 ? " was not sent" : " got no answer");
    out.append(": server `").append(b.name());
    if (s.wanted() == Lifecycle.Wanted.REMOVED) {
      return out.append("` ").append(REMOVED).append(". ").append(next(b, s)).toString();
    }
    out.append(
        switch (b.kind()) {
          case PROCESS -> "` is down.";
          case SESSION -> "` is not available.";
          case SCHEMA -> "` has not listed its tools.";
        });
    if (c.deliveries() > 0) {
      out.append(' ').append(delivered(b, c)).append(' ').append(harmless(s, c));
      out.append(", so Pitstop tried to repeat it, but the server did not come back.");
    }
    why(b, s, out);
    s.lastEnd().ifPresent(e -> out.append(Advice.held(tools, b, e)));
    out.append(selfRestart.remark(b)).append(place(b, out));
    return out.append('\n').append(next(b, s)).toString();
  }

  private void why(Backend b, Snapshot s, StringBuilder out) {
    if (b.startsLate()) {
      out.append("\nIt ")
          .append(RunsNow.clause(b.kind(), s))
          .append(" and has not answered the handshake yet.");
      out.append(startWords(b, s));
      return;
    }
    Optional<Builder.Result> failed = s.lastBuild().filter(r -> !r.ok() && !r.cancelled());
    Optional<RunEnd> last = s.lastEnd();
    if (s.state() instanceof State.Stopped && failed.isPresent()) {
      out.append(" Its build failed:\n").append(failed.get().report());
      out.append(Advice.held(tools, b, failed.get()));
    } else if (last.isPresent() && (s.trouble().isEmpty() || s.state() instanceof State.Crashed)) {
      out.append("\nIt ").append(end(last.get())).append(" (").append(who(last.get()));
      out.append(").").append(lastWords(last.get()));
      out.append(stdoutWords.remark(b, last.get().number()));
    } else if (s.trouble().isPresent()) {
      out.append("\nIt ").append(Words.sentence(trouble(b.kind(), s.trouble().get())));
      List<String> lines = b.ring().lastOf(b.ring().newest().orElse(0), LOOKED_AT);
      LastWords words = LastWords.of(lines, b.directory());
      out.append(
          b.kind() == RunKind.SESSION // a body that is no message, the output of `--start`
              ? lastLines(words, "It wrote")
              : lastLines(words));
    }
  }

  /// Why the server does not run, with its last output and its command; without Pitstop's mark.
  String whyDown(Backend b, Snapshot s) {
    StringBuilder out = new StringBuilder();
    why(b, s, out);
    s.lastEnd().ifPresent(e -> out.append(Advice.held(tools, b, e)));
    out.append(selfRestart.remark(b)).append(place(b, out));
    return FailureText.fit(out.toString());
  }

  /// The output so far of a process that is being started: a paragraph, or nothing.
  private static String startWords(Backend b, Snapshot s) {
    Optional<Run> starting = s.starting().filter(r -> r.kind() == RunKind.PROCESS);
    return starting.isPresent()
        ? lastLines(
            LastWords.of(b.ring().lastOf(starting.get().number(), LOOKED_AT), b.directory()))
        : "";
  }

  /// The command and its directory: a wrong directory shows nowhere else.
  ///
  /// @param said the text before; an address need not be repeated
  static String place(Backend b, CharSequence said) {
    return place(b.recipe().channel(), said);
  }

  static String place(Channel run, CharSequence said) {
    if (run.kind() == RunKind.SESSION) {
      return said.toString().contains(run.display()) ? "" : "\nAddress: " + run.display();
    }
    return "\nCommand: "
        + run.display()
        + "\nDirectory: "
        + run.directory().toAbsolutePath().normalize();
  }

  private String refused(Backend b, Snapshot s, Call c, String why) {
    return what(c)
        + " was not sent: server `"
        + b.name()
        + "` "
        + RunsNow.clause(b.kind(), s)
        + " and "
        + why
        + ". It takes new calls when some of them are done.";
  }

  private String notReading(Backend b, Call c, Failure.NotReading n) {
    return what(c)
        + " was not sent: server `"
        + b.name()
        + (b.kind() == RunKind.SESSION
            ? "` does not accept requests: "
            : "` does not read its stdin: ")
        + Words.bytes(n.waitingBytes())
        + " already wait for it (the limit is "
        + Words.bytes(n.limitBytes())
        + ")."
        + tools.call(
            "recompile",
            b.kind() == RunKind.SESSION
                ? " If it hangs, {} " + reloads(b) + "."
                : " If it hangs or is suspended, {} restarts it.",
            "");
  }

  private String unusable(Backend b, Events.Unusable what) {
    return switch (what) {
      case Events.Unusable.TooLong t ->
          "Pitstop withheld the answer of server `"
              + b.name()
              + "`: the message has "
              + Words.bytes(t.length())
              + "; the limit is "
              + Words.bytes(b.settings().maxMessageBytes())
              + " (--max-message).";
      case Events.Unusable.NoMemory n -> noMemory("The server's message was lost", n.length());
      case Events.Unusable.Refused r ->
          "Server `" + b.name() + "` refused the handshake: " + r.text();
      case Events.Unusable.Malformed m -> malformed(b, m);
      case Events.Unusable.CutOff c -> "Server `" + b.name() + "` " + c.how() + ".";
    };
  }

  private String malformed(Backend b, Events.Unusable.Malformed m) {
    String line = m.line();
    String begin = line.length() > 300 ? line.substring(0, 300) + " …" : line;
    return "Server `"
        + b.name()
        + "` answered with invalid JSON-RPC ("
        + m.detail()
        + "), so Pitstop withheld the answer:\n  "
        + begin
        + "\nThe call has probably taken effect. The server wrote the invalid line."
        + tools.more("server_stderr");
  }

  /// There is no memory for a message; without Pitstop's mark.
  static String noMemory(String what, long bytes) {
    return what
        + ": Pitstop has no memory left for its "
        + Words.bytes(bytes)
        + ". PITSTOP_JAVA_OPTS=-Xmx512m gives it more; a retry can work when less is in flight.";
  }

  /// What the caller can do now: a sentence or two.
  String next(Backend b, Snapshot s) {
    if (s.wanted() == Lifecycle.Wanted.NEVER) {
      return "Pitstop is shutting down.";
    }
    if (s.wanted() == Lifecycle.Wanted.REMOVED) {
      return tools.call(
          "add_server", "It takes no more calls; {} can add it again.", "It takes no more calls.");
    }
    boolean respawn = b.settings().respawn();
    return switch (s.state()) {
      case State.Crashed c when c.looping() ->
          "It crashed "
              + Lifecycle.CRASH_LIMIT
              + " times within "
              + Lifecycle.CRASH_WINDOW_MILLIS / 1000
              + " s, so calls no longer restart it; "
              + tools.call(
                  "recompile",
                  b.builds() ? "{} rebuilds and restarts it" : "{} restarts it",
                  "a reload does")
              + "."
              + tools.more("server_stderr");
      case State.Crashed c ->
          respawn
              ? "The next call restarts the server"
                  + Advice.builds(tools, b, "; {} rebuilds and restarts it")
                  + "."
                  + tools.more("server_stderr", "server_status")
              : tools.call(
                      "recompile",
                      b.builds() ? "{} rebuilds and restarts the server" : "{} restarts the server",
                      "A reload restarts the server")
                  + "."
                  + tools.more("server_stderr");
      case State.Stopped st ->
          switch (st.cause()) {
            case BUILD_FAILED ->
                "Once the errors are fixed, "
                    + tools.call("recompile", "{}", "a reload")
                    + " "
                    + reloads(b)
                    + ".";
            case START_FAILED ->
                "Once the cause is fixed, "
                    + tools.call("recompile", "{}", "a reload")
                    + " "
                    + reloads(b)
                    + (respawn ? "; the next call tries again." : ".")
                    + tools.more("server_stderr");
            case NEVER_STARTED, BY_REQUEST, LOST -> "The next call " + starts(b) + ".";
          };
      case State.Building st -> "A build is running; calls wait for it.";
      case State.Starting st ->
          switch (b.kind()) {
            case PROCESS, SESSION -> "It " + RunsNow.clause(b.kind(), s) + "; calls wait for it.";
            case SCHEMA -> "Pitstop is reading its tools; calls wait for that.";
          };
      case State.Running st ->
          b.kind() == RunKind.SCHEMA
              ? "The next call runs it again."
              : "The server is running again and takes calls.";
      case State.Draining d ->
          switch (d.then()) {
            case State.Then.Build t -> "A reload is running; calls wait for it.";
            case State.Then.Start t -> "A reload is running; calls wait for it.";
            case State.Then.Stay t -> "The next call restarts the server.";
          };
    };
  }

  private static String starts(Backend b) {
    return switch (b.kind()) {
      case PROCESS -> "starts the server";
      case SESSION -> "opens a new session";
      case SCHEMA -> "reads the tools";
    };
  }

  /// What a reload does.
  private static String reloads(Backend b) {
    return switch (b.kind()) {
      case PROCESS -> b.builds() ? "rebuilds and starts the server" : starts(b);
      case SESSION -> DaemonWords.reloads(b);
      case SCHEMA -> b.builds() ? "builds the program and reads its tools" : starts(b);
    };
  }
}
