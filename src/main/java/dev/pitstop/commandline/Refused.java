package dev.pitstop.commandline;

/// A call whose arguments cannot be used. The message is for the agent: complete sentences that say
/// what is wrong and that nothing was run.
public final class Refused extends Exception {
  private static final long serialVersionUID = 1;

  public Refused(String message) {
    super(message);
  }
}
