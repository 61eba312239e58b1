package dev.pitstop.commandline;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.Listing;
import dev.pitstop.catalog.SchemaCheck;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// One tool of a program. Immutable.
///
/// @param listed the tool for `tools/list`: a JSON object on one line
/// @param template its `cli_command`; if empty, a call runs COMMAND NAME with the arguments on
///   stdin
/// @param callArgs its own `call_args`, or those of the whole schema
/// @param timeoutMillis how long a call may take, if the tool sets a limit
/// @param okExitCodes exit codes besides 0 that mean success
/// @param structured whether it has an `outputSchema`, so that a call must print a JSON object
public record CliTool(
    String name,
    String listed,
    SchemaCheck parameters,
    Optional<Template> template,
    Optional<List<String>> callArgs,
    OptionalLong timeoutMillis,
    Set<Integer> okExitCodes,
    boolean structured) {
  /// The words added to a call by default.
  public static final List<String> CALL_ARGS = List.of("--json");

  /// How many problems of one call are reported.
  private static final int MOST_PROBLEMS = 8;

  /// What one call runs.
  ///
  /// @param words the arguments after COMMAND, each one element of the argument vector
  /// @param stdin the bytes that the process reads; empty if its stdin is closed at once
  public record Invocation(List<String> words, Optional<byte[]> stdin) {}

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
    boolean absent = !arguments.present() || message[arguments.from()] == 'n'; // null
    if (!absent && !Json.isObject(message, arguments)) {
      throw new Refused(
          "`arguments` must be an object, but is "
              + Values.shown(arguments.text(message), 100)
              + ". Nothing was run.");
    }
    Span given = absent ? Span.NONE : arguments;
    JsonObject all = Listing.tree(absent ? "{}" : arguments.text(message)).getAsJsonObject();
    all.entrySet().removeIf(e -> e.getValue().isJsonNull() && parameters.isOptional(e.getKey()));
    List<String> problems =
        parameters.problems(all, template.isPresent() || parameters.refusesOthers());
    if (!problems.isEmpty()) {
      throw new Refused(
          String.join("\n", problems.subList(0, Math.min(problems.size(), MOST_PROBLEMS)))
              + "\nNothing was run.");
    }
    List<String> callWords = forced ? standard : callArgs.orElse(standard);
    if (template.isEmpty()) {
      List<String> words = new ArrayList<>(List.of(name));
      words.addAll(callWords);
      return new Invocation(words, Optional.of(stdin(message, given)));
    }
    if (given.present() && Values.utf8(message, given).isEmpty()) {
      throw new Refused("The arguments are not valid UTF-8. Nothing was run.");
    }
    return new Invocation(template.get().words(all, callWords), Optional.empty());
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
