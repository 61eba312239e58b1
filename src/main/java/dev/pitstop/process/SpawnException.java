package dev.pitstop.process;

/// A command could not be started. The message says what is wrong and what to do.
public final class SpawnException extends Exception {
  private static final long serialVersionUID = 1L;

  /// Why the command could not start.
  public enum Reason {
    /// The program is neither on `PATH` nor at the path given.
    NOT_FOUND,
    /// The file is there, but it cannot be executed: permission, a directory, no interpreter.
    NOT_EXECUTABLE,
    /// The working directory is missing, not a directory or not accessible.
    BAD_DIRECTORY,
    /// Anything else the operating system said, or Pitstop is shutting down.
    OTHER
  }

  private final Reason reason;
  private final String problem;
  private final String advice;

  /// The message names the command, the problem and the advice.
  ///
  /// @param problem a sentence that says what is wrong
  /// @param advice sentences that say what to do; empty if there is no advice
  public SpawnException(Reason reason, Command command, String problem, String advice) {
    super("Cannot start `" + command.display() + "`: " + joined(problem, advice));
    this.reason = reason;
    this.problem = problem;
    this.advice = advice;
  }

  SpawnException(Reason reason, Command command, String problem, Throwable cause) {
    this(reason, command, problem, "");
    initCause(cause);
  }

  public Reason reason() {
    return reason;
  }

  /// What is wrong: a sentence without the command.
  public String problem() {
    return problem;
  }

  /// What to do: sentences; empty if there is no advice.
  public String advice() {
    return advice;
  }

  /// The message without the command.
  public String problemAndAdvice() {
    return joined(problem, advice);
  }

  private static String joined(String problem, String advice) {
    return advice.isEmpty() ? problem : problem + " " + advice;
  }
}
