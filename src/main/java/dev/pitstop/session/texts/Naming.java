package dev.pitstop.session.texts;

import dev.pitstop.backend.Call;
import java.util.function.UnaryOperator;

/// The names in texts about one server: what the client calls Pitstop's own tools, and the
/// server's. Called in turns of the monitor.
///
/// @param names returns the client's name of a tool of the server
public record Naming(OwnToolNames tools, UnaryOperator<String> names) {
  /// The client's name of a tool of the server.
  public String outside(String tool) {
    return names.apply(tool);
  }

  /// The request, as the subject of a sentence.
  public String what(Call c) {
    return "`" + (c.tool().isEmpty() ? c.request().method() : outside(c.tool())) + "`";
  }
}
