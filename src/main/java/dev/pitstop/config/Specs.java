package dev.pitstop.config;

import dev.pitstop.backend.ReplayLog;
import dev.pitstop.backend.State;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.process.Command;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How a server is run that the configuration file has.
final class Specs {
  /// An entry that cannot be run; the message says why, as a clause.
  static final class Unfit extends Exception {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message);
    }
  }

  private Specs() {}

  /// @param name a good one for this entry
  /// @param env for all servers
  static ServerSpec of(ServerEntry entry, String name, Map<String, String> env) throws Unfit {
    if (!(entry.target() instanceof Target.Stdio stdio)) {
      throw new Unfit(
          entry.target() instanceof Target.Http
              ? "HTTP servers (`url`) are not supported yet"
              : "command-line programs (`cli`) are not supported yet");
    }
    List<String> argv = new ArrayList<>();
    argv.add(stdio.command());
    argv.addAll(stdio.args());
    Map<String, String> all = new LinkedHashMap<>(env);
    all.putAll(entry.env());
    List<ReplayLog.Rule> replay = new ArrayList<>();
    for (String text : entry.replay()) {
      replay.add(
          ReplayLog.Rule.of(text)
              .orElseThrow(
                  () -> new Unfit("`replay`: `" + text + "` is not TOOL or TOOL:ARG=VALUE")));
    }
    boolean stopFirst = entry.order().filter(o -> o == ServerEntry.Order.STOP_FIRST).isPresent();
    boolean respawn = entry.onCrash().filter(o -> o == ServerEntry.OnCrash.RESPAWN).isPresent();
    return new ServerSpec(
        name,
        new dev.pitstop.channel.Target.Program(
            new Command(argv, all, entry.cwd(), entry.binary())),
        entry.build(),
        entry.watch(),
        stopFirst ? State.Order.STOP_FIRST : State.Order.START_FIRST,
        respawn,
        replay,
        entry.tools(),
        entry.buildTimeout(),
        entry.startTimeout());
  }
}
