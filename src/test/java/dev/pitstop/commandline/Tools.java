package dev.pitstop.commandline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.util.List;
import java.util.Optional;

/// Tools and calls of tests, with `'` for `"`.
final class Tools {
  static final List<String> JSON = List.of("--json");

  private Tools() {}

  static CliSchema schema(String json) throws CliSchema.Unreadable {
    return CliSchema.read(json.replace('\'', '"').getBytes(UTF_8));
  }

  /// The only tool of a schema without problems.
  static CliTool tool(String json) throws CliSchema.Unreadable {
    CliSchema schema = schema("{'tools':[" + json + "]}");
    assertThat(schema.problems()).isEmpty();
    assertThat(schema.tools()).hasSize(1);
    return schema.tools().getFirst();
  }

  /// A tool `t` with this `cli_command` and parameters that may be anything.
  static CliTool template(String command, String... parameters) throws CliSchema.Unreadable {
    StringBuilder properties = new StringBuilder();
    for (String parameter : parameters) {
      properties.append(properties.isEmpty() ? "" : ",").append("'" + parameter + "':{}");
    }
    return tool(
        "{'name':'t','parameters':{'properties':{"
            + properties
            + "}},'cli_command':"
            + command
            + "}");
  }

  /// The tool of this name, if it is served.
  static Optional<CliTool> of(CliSchema schema, String name) {
    return schema.tools().stream().filter(t -> t.name().equals(name)).findFirst();
  }

  static CliTool.Invocation call(
      CliTool tool, String arguments, boolean forced, List<String> callArgs) throws Refused {
    byte[] message =
        ("{\"params\":{\"arguments\":" + arguments.replace('\'', '"') + "}}").getBytes(UTF_8);
    Span root = Json.validate(message).orElseThrow();
    return tool.invocation(
        message, Json.path(message, root, "params", "arguments"), callArgs, forced);
  }

  /// The words of a call, with no words of the call's own.
  static List<String> words(CliTool tool, String arguments) throws Refused {
    return call(tool, arguments, false, List.of()).words();
  }
}
