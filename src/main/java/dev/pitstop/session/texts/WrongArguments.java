package dev.pitstop.session.texts;

import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.stream.Collectors;

/// The texts about arguments that do not fit one of Pitstop's own tools; with Pitstop's mark.
public final class WrongArguments {
  private static final String CALL_TOOL =
      Words.MARK + "`call_tool` takes {\"tool\": \"NAME\", \"arguments\": {…}}: ";

  private WrongArguments() {}

  public static String must(String argument, String what) {
    return Words.MARK + "`" + argument + "` must be " + what + ".";
  }

  public static String noObject(String tool) {
    return Words.MARK + "`arguments` of `" + tool + "` must be an object.";
  }

  public static String tooLong(String tool) {
    return Words.MARK + "`arguments` of `" + tool + "` are too long.";
  }

  public static String noTool() {
    return CALL_TOOL + "`tool` must be a string: the name of a tool.";
  }

  public static String noInnerObject() {
    return CALL_TOOL + "`arguments` must be an object.";
  }

  /// The arguments for the tool are next to `tool`, not in `arguments`.
  ///
  /// @param tool its name as JSON
  /// @param names of these arguments
  public static String misplaced(String tool, List<String> names) {
    String members =
        names.stream().map(name -> Json.quote(name) + ": …").collect(Collectors.joining(", "));
    return CALL_TOOL
        + "the tool's own arguments belong in `arguments`. Nothing was called. The right form: "
        + Words.fill("{\"tool\": {}, \"arguments\": {{}}}.", tool, members);
  }

  public static String itself() {
    return Words.MARK + "This tool cannot call itself.";
  }
}
