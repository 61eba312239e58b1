package dev.pitstop.journal;

/// Something that happened in a session, as `docs/reference.md` describes it. Texts are as people
/// read them, without secrets beyond what the servers and the client said themselves.
///
/// Each kind writes itself. There is no switch over the kinds: the first pattern switch in a
/// process costs the JVM some 20 ms, and the first entry is written while a client waits. Calls are
/// not here: [Journal] takes them with their messages.
public sealed interface Happened {
  /// Its type and its members.
  JournalLine line();

  /// A run was opened.
  ///
  /// @param kind the word for the run: `spawn`, `session` or `schema`
  /// @param pid of its process; 0 if it has none
  record RunBegan(String server, int run, String kind, long pid) implements Happened {
    @Override
    public JournalLine line() {
      JournalLine line =
          new JournalLine("begins").text("server", server).number("run", run).text("kind", kind);
      return pid > 0 ? line.number("pid", pid) : line;
    }
  }

  /// A run serves from now on.
  ///
  /// @param millis from its start
  record RunServes(String server, int run, long millis) implements Happened {
    @Override
    public JournalLine line() {
      return new JournalLine("serves")
          .text("server", server)
          .number("run", run)
          .number("millis", millis);
    }
  }

  /// A run is over.
  ///
  /// @param byItself whether Pitstop did not stop it
  /// @param how in words
  record RunEnded(String server, int run, boolean byItself, String how) implements Happened {
    @Override
    public JournalLine line() {
      return new JournalLine("ends")
          .text("server", server)
          .number("run", run)
          .flag("byItself", byItself)
          .text("how", how);
    }
  }

  /// The lifecycle's state changed.
  record StateChanged(String server, String before, String after) implements Happened {
    @Override
    public JournalLine line() {
      return new JournalLine("state")
          .text("server", server)
          .text("before", before)
          .text("after", after);
    }
  }

  /// A build has ended.
  ///
  /// @param report the part of its output that matters; empty if it succeeded
  record Built(String server, boolean ok, boolean cancelled, long millis, String report)
      implements Happened {
    @Override
    public JournalLine line() {
      return new JournalLine("build")
          .text("server", server)
          .flag("ok", ok)
          .flag("cancelled", cancelled)
          .number("millis", millis)
          .text("report", report);
    }
  }

  /// A reload has ended.
  ///
  /// @param run that serves after it; 0 if it has put none in place
  record Reloaded(String server, String outcome, int run) implements Happened {
    @Override
    public JournalLine line() {
      return new JournalLine("reload")
          .text("server", server)
          .text("outcome", outcome)
          .number("run", run);
    }
  }

  /// What the server offers has changed.
  ///
  /// @param run that offers it
  /// @param diff in words
  record Changed(String server, int run, String diff) implements Happened {
    @Override
    public JournalLine line() {
      return new JournalLine("changed")
          .text("server", server)
          .number("run", run)
          .text("diff", diff);
    }
  }

  /// A line that a run wrote to stderr, or to stdout where only messages belong.
  record Wrote(String server, int run, String text) implements Happened {
    @Override
    public JournalLine line() {
      return new JournalLine("stderr").text("server", server).number("run", run).text("line", text);
    }
  }

  /// Lines that a run wrote faster than the journal keeps them.
  record Dropped(String server, int run, long lines) implements Happened {
    @Override
    public JournalLine line() {
      return new JournalLine("dropped")
          .text("server", server)
          .number("run", run)
          .number("lines", lines);
    }
  }

  /// A text of Pitstop's went to the agent with an answer.
  record Told(String server, String text) implements Happened {
    @Override
    public JournalLine line() {
      return new JournalLine("notice").text("server", server).text("text", text);
    }
  }
}
