package dev.pitstop.commandline;

/// What the arguments of a tool must be.
public final class Parameters {
  Parameters() {}
}
