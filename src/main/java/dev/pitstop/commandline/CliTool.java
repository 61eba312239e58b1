package dev.pitstop.commandline;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// One tool of a program. Immutable; callers must not change its bytes.
///
/// @param listed the tool for `tools/list`: a JSON object in one line
/// @param template its `cli_command`; if empty, a call runs COMMAND NAME with the arguments on
///   stdin
/// @param callArgs its own `call_args`, or those of the whole schema
/// @param timeoutMillis how long a call may take, if the tool sets a limit
/// @param okExitCodes exit codes besides 0 that mean success
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
  /// The words added to a call by default.
  public static final List<String> CALL_ARGS = List.of("--json");

  /// What one call runs.
  ///
  /// @param words the arguments after COMMAND, each one element of the argument vector
  /// @param stdin the bytes that the process reads; empty if its stdin is closed at once
  public record Invocation(List<String> words, Optional<byte[]> stdin) {
    public Invocation {
      words = List.copyOf(words);
    }
  }

  public CliTool {
    callArgs = callArgs.map(List::copyOf);
    okExitCodes = Set.copyOf(okExitCodes);
  }

  /// The words that a call adds to the command, with the places as written.
  ///
  /// @param standard as for [#invocation]
  /// @param forced as for [#invocation]
  public List<String> shown(List<String> standard, boolean forced) {
    List<String> callWords = callWords(standard, forced);
    return template.isPresent() ? template.get().shown(callWords) : named(callWords);
  }

  private List<String> callWords(List<String> standard, boolean forced) {
    return forced ? standard : callArgs.orElse(standard);
  }

  /// Of a tool without a template.
  private List<String> named(List<String> callWords) {
    List<String> words = new ArrayList<>(List.of(name));
    words.addAll(callWords);
    return words;
  }

  /// Words and stdin for the process of a call.
  ///
  /// @param message contains the arguments
  /// @param arguments the range of `params.arguments` in it, or [Span#NONE]
  /// @param standard the words to add to the call if neither the tool nor the schema has
  ///   `call_args`
  /// @param forced whether the user set `standard`, so that it wins over `call_args`
  /// @throws Refused if the arguments cannot be used
  public Invocation invocation(
      byte[] message, Span arguments, List<String> standard, boolean forced) throws Refused {
    boolean absent = !arguments.present() || Values.isNull(message, arguments);
    if (!absent && !Json.isObject(message, arguments)) {
      throw new Refused(
          "`arguments` must be an object, but is "
              + Values.kind(message, arguments)
              + ". Nothing was run.");
    }
    List<String> callWords = callWords(standard, forced);
    Optional<byte[]> integers =
        absent ? Optional.empty() : parameters.withIntegers(message, arguments);
    return integers.isPresent()
        ? made(integers.get(), new Span(0, integers.get().length), callWords)
        : made(message, absent ? Span.NONE : arguments, callWords);
  }

  private Invocation made(byte[] message, Span given, List<String> callWords) throws Refused {
    Map<String, Span> values = parameters.check(name, message, given, template.isPresent());
    if (template.isEmpty()) {
      return new Invocation(named(callWords), Optional.of(stdin(message, given)));
    }
    if (given.present() && Values.utf8(message, given.from(), given.to()).isEmpty()) {
      throw new Refused("The arguments are not valid UTF-8. Nothing was run.");
    }
    return new Invocation(template.get().words(message, values, callWords), Optional.empty());
  }

  /// The arguments as the client wrote them, and a line end, for those who read a line.
  private static byte[] stdin(byte[] message, Span arguments) {
    if (!arguments.present()) {
      return Messages.utf8("{}\n");
    }
    byte[] json = Arrays.copyOfRange(message, arguments.from(), arguments.to() + 1);
    json[json.length - 1] = '\n';
    return json;
  }
}
