package dev.pitstop.commandline;

import dev.pitstop.rpc.Span;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// One tool of a program. Immutable; nobody writes to its bytes.
///
/// @param listed the tool as `tools/list` has it: a JSON object in one line
/// @param template its `cli_command`; if empty, it is called as COMMAND NAME with the arguments on
///   stdin
/// @param callArgs its own `call_args`, or those of the whole schema
/// @param timeoutMillis how long a call may take, if it says so
/// @param okExitCodes exit codes besides 0 that are no failure
/// @param structured whether it has an `outputSchema`, so that a call must print a JSON object
public record CliTool(
    String name,
    byte[] listed,
    Parameters parameters,
    Optional<Template> template,
    Optional<List<String>> callArgs,
    OptionalLong timeoutMillis,
    Set<Integer> okExitCodes,
    boolean structured) {

  /// What a call gives to its process.
  ///
  /// @param message holds the arguments
  /// @param arguments where `params.arguments` lies in it, or [Span#NONE]
  /// @param standard the call's words where neither tool nor schema say otherwise
  /// @param forced whether `standard` is the user's wish, which wins over the schema's
  public Invocation invocation(
      byte[] message, Span arguments, List<String> standard, boolean forced) throws Refused {
    throw new UnsupportedOperationException();
  }
}
