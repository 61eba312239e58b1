package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.rpc.Monitor;

/// `reload_server` (M1, R1): what `recompile` is for one server. A failed reload loses neither the
/// server nor how it is run.
final class ReloadServerTool implements Management.Tool {
  private final PerServerTool tool;

  ReloadServerTool(Many many) {
    Management.Spec plain = RecompileTool.spec("reload_server", true);
    tool =
        new PerServerTool(
            many,
            new Management.Spec(
                plain.name(),
                "Reload server",
                "Rebuilds (if it has a build command) and restarts a server after its source"
                    + " changed. Returns compiler errors, or what changed in its tools.",
                plain.inputSchema(),
                plain.outputSchema(),
                plain.annotations()),
            "name",
            m ->
                new RecompileTool(m.server(), m.spec().build().isPresent(), o -> more(many, m, o)));
  }

  private static void more(Many many, Member m, JsonObject o) {
    many.wiring()
        .monitor()
        .turn(
            Monitor.By.OTHER,
            () -> {
              JsonObject info = MemberInfo.of(m, many.lists().flaws(m)).json();
              for (String key : new String[] {"name", "status", "tools", "tool_count"}) {
                o.add(key, info.get(key));
              }
            });
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
