package dev.pitstop.session;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// `reload_server` (M1, R1): `recompile` for one of many servers. A failed reload loses neither the
/// server nor its recipe.
final class ReloadServerTool implements Management.Tool {
  private final PerServerTool tool;

  ReloadServerTool(Many many) {
    tool =
        new PerServerTool(
            many,
            RecompileTool.spec(
                "reload_server",
                "Rebuilds and restarts a server after a source change, with its configured commands."
                    + " Returns compiler errors or what changed.",
                Management.Spec.NO_ARGUMENTS),
            "name",
            m ->
                new RecompileTool(
                    m.server(),
                    many.wiring().uptake(),
                    (call, answer) -> listed(many, m, call, answer)));
  }

  /// A server that serves for the first time lists only then: its tools belong in the answer, and
  /// in the client's list before that (A9).
  private static void listed(
      Many many, Member m, ManagedCall call, Consumer<Function<JsonObject, String>> answer) {
    m.backend()
        .whenListed(
            SearchToolsTool.WAIT_MILLIS,
            () -> many.lists().whenShelved(call, () -> shelved(many, m, answer)));
  }

  private static void shelved(Many many, Member m, Consumer<Function<JsonObject, String>> answer) {
    many.changes().tellNow();
    answer.accept(facts -> more(many, m, facts));
  }

  /// Adds how it is listed now.
  private static String more(Many many, Member m, JsonObject to) {
    List<String> flaws = many.lists().flaws(m);
    JsonObject info = m.info(flaws).json();
    for (String key : new String[] {"name", "status", "tools", "tool_count", "problems"}) {
      if (info.has(key)) {
        to.add(key, info.get(key));
      }
    }
    return flaws.isEmpty() ? "" : "\n" + String.join("\n", flaws);
  }

  @Override
  public Management.Spec spec() {
    return tool.spec();
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    tool.run(arguments, call);
  }
}
