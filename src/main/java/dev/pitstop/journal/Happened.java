package dev.pitstop.journal;

/// Something that happened in a session. Texts are as people read them, without secrets beyond what
/// the servers and the client said themselves.
public sealed interface Happened {
  /// The server that it is about; empty if it is about none, or if that is not known yet.
  String server();

  /// How a call ended.
  enum Status {
    /// The server, or Pitstop's own tool, answered.
    OK,
    /// The answer is an error, or a tool result with `isError`.
    ERROR,
    /// The run that had the call ended by itself, and the call was not repeated.
    CRASHED,
    /// Pitstop answered, because no server could.
    UNANSWERED,
    /// The client cancelled it.
    CANCELLED;

    /// The word that people and filters use.
    public String word() {
      return switch (this) {
        case OK -> "ok";
        case ERROR -> "error";
        case CRASHED -> "crashed";
        case UNANSWERED -> "unanswered";
        case CANCELLED -> "cancelled";
      };
    }
  }

  /// The client asked for something.
  ///
  /// @param call the number of the call in this session, from 1
  /// @param method of the request
  /// @param name what it is about: the client's name of a tool or prompt, a URI, or empty
  /// @param request the client's message
  record CallBegan(long call, String method, String name, Payload request) implements Happened {
    @Override
    public String server() {
      return "";
    }
  }

  /// A call has ended.
  ///
  /// @param server empty if Pitstop answered by itself
  /// @param run the number of the run that had it last; 0 if none had
  /// @param deliveries how many times a run was given the call
  /// @param micros from the request's arrival to its end
  /// @param response the message for the client, with notices; empty if there was none
  record CallEnded(
      long call,
      String server,
      int run,
      int deliveries,
      Status status,
      long micros,
      Payload response)
      implements Happened {}

  /// A run was opened.
  ///
  /// @param kind the word for the run: `spawn`, `session` or `schema`
  /// @param pid of its process; 0 if it has none
  record RunBegan(String server, int run, String kind, long pid) implements Happened {}

  /// A run serves from now on.
  ///
  /// @param millis from its start
  record RunServes(String server, int run, long millis) implements Happened {}

  /// A run is over.
  ///
  /// @param byItself whether Pitstop did not stop it
  /// @param how in words
  record RunEnded(String server, int run, boolean byItself, String how) implements Happened {}

  /// The lifecycle's state changed.
  record StateChanged(String server, String before, String after) implements Happened {}

  /// A build has ended.
  ///
  /// @param report the part of its output that matters; empty if it succeeded
  record Built(String server, boolean ok, boolean cancelled, long millis, String report)
      implements Happened {}

  /// What the server offers has changed.
  ///
  /// @param run that offers it
  /// @param diff in words
  record Changed(String server, int run, String diff) implements Happened {}

  /// A line that a run wrote to stderr, or to stdout where only messages belong.
  record Wrote(String server, int run, String line) implements Happened {}

  /// A text of Pitstop's went to the agent with an answer.
  record Told(String server, String text) implements Happened {}
}
