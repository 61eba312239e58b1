package dev.pitstop.session.texts;

import dev.pitstop.backend.Backend;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How texts name Pitstop's own tools: by their present names. A text names no tool that is not
/// offered (`--tools`), because a call of it would fail. Called in turns of the monitor.
///
/// @param exposed the present name of one of Pitstop's tools; empty if it is not offered
public record OwnToolNames(Function<String, Optional<String>> exposed) {
  /// For a person beside the agent: the commands that do what the tools do.
  ///
  /// @param server a word for the server; empty if it is the only one
  public static OwnToolNames ofPerson(String server) {
    String of = server.isEmpty() ? "" : " " + server;
    Map<String, String> commands =
        Map.of(
            "recompile", "pitstop reload" + of,
            "stop_server", "pitstop stop" + of,
            "server_stderr", "pitstop logs" + of,
            "server_status", "pitstop ps");
    return new OwnToolNames(tool -> Optional.ofNullable(commands.get(tool)));
  }

  /// Where to read more: ` Details: ‘a’, ‘b’.` with the offered ones, or nothing.
  public String more(String... tools) {
    String names =
        Stream.of(tools)
            .flatMap(tool -> exposed.apply(tool).stream())
            .map(name -> "`" + name + "`")
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : " Details: " + names + ".";
  }

  /// The same, without `server_stderr` where that has nothing to say.
  public String more(Backend b, String... tools) {
    boolean wrote = b.ring().wrote();
    return more(
        Stream.of(tools).filter(t -> wrote || !t.equals("server_stderr")).toArray(String[]::new));
  }

  /// @param with a text about calling the tool, with `{}` for its name
  /// @param without the text if the tool is not offered
  public String call(String tool, String with, String without) {
    Optional<String> name = exposed.apply(tool);
    return name.isPresent() ? with.replace("{}", "`" + name.get() + "`") : without;
  }
}
