package dev.pitstop.session;

import java.util.Optional;
import java.util.function.Function;

/// What our texts say of our own tools: under the names that they have now, and never of one that
/// is not offered (A4, `--tools`), as an agent would call it in vain. In turns.
final class OwnToolNames {
  private final Function<String, Optional<String>> exposed;

  /// @param exposed the present name of a tool of ours; empty if it is not offered
  OwnToolNames(Function<String, Optional<String>> exposed) {
    this.exposed = exposed;
  }

  /// Whether the tool is offered.
  boolean offers(String tool) {
    return exposed.apply(tool).isPresent();
  }

  /// Where to read on: ` Details: ‘a’, ‘b’.` with those that are offered, or nothing.
  String more(String... tools) {
    StringBuilder names = new StringBuilder();
    for (String tool : tools) {
      Optional<String> name = exposed.apply(tool);
      if (name.isPresent()) {
        names.append(names.isEmpty() ? " Details: `" : ", `").append(name.get()).append('`');
      }
    }
    return names.isEmpty() ? "" : names.append('.').toString();
  }

  /// @param with says to call the tool, which stands as `{}` in it
  /// @param without is said if the tool is not offered
  String call(String tool, String with, String without) {
    Optional<String> name = exposed.apply(tool);
    return name.isPresent() ? with.replace("{}", "`" + name.get() + "`") : without;
  }
}
