package dev.pitstop.config;

import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.channel.Target;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Headers;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.process.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// Turns an entry of the configuration file into the way its server is run.
final class Specs {
  /// An entry that cannot be run; the message says why, as a clause.
  static final class Unfit extends Exception {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message);
    }
  }

  private Specs() {}

  /// @param name a valid name
  /// @param env variables for all servers
  /// @param outputs the file for the output of a daemon of this name that Pitstop started
  static ServerSpec of(
      ServerEntry entry, String name, Map<String, String> env, Function<String, Path> outputs)
      throws Unfit {
    Map<String, String> all = new LinkedHashMap<>(env);
    all.putAll(entry.env());
    Target target =
        switch (entry.target()) {
          case EntryTarget.Stdio stdio -> {
            List<String> argv = new ArrayList<>();
            argv.add(stdio.command());
            argv.addAll(stdio.args());
            yield new Target.Program(new Command(argv, all, entry.cwd(), entry.binary()));
          }
          case EntryTarget.Http http -> daemon(http, all, entry.cwd(), outputs.apply(name));
          case EntryTarget.Cli cli ->
              tools(cli, entry, new Command(cli.argv(), all, entry.cwd(), entry.binary()));
        };
    List<ReplayRule> replay = new ArrayList<>();
    for (String text : entry.replay()) {
      replay.add(
          ReplayRule.of(text)
              .orElseThrow(
                  () -> new Unfit("`replay`: `" + text + "` is not TOOL or TOOL:ARG=VALUE")));
    }
    boolean respawn = entry.onCrash().filter(o -> o == ServerEntry.OnCrash.RESPAWN).isPresent();
    return new ServerSpec(
        name,
        target,
        entry.build(),
        entry.watch(),
        entry.order().orElse(State.Order.START_FIRST),
        respawn,
        replay,
        entry.tools(),
        entry.buildTimeout(),
        entry.startTimeout(),
        entry.target() instanceof EntryTarget.Cli ? OptionalLong.empty() : entry.callTimeout());
  }

  private static Target tools(EntryTarget.Cli cli, ServerEntry entry, Command command) {
    Target.Calls usual = Target.Calls.USUAL;
    return new Target.Tools(
        command,
        new Target.Calls(
            cli.schemaArgs().orElse(usual.schemaArgs()),
            cli.callArgs(),
            entry.callTimeout().orElse(usual.millis()),
            cli.maxOutput().orElse(usual.maxOutput()),
            cli.parallel().orElse(usual.parallel())));
  }

  private static Target daemon(
      EntryTarget.Http http, Map<String, String> env, Path cwd, Path output) throws Unfit {
    try {
      Endpoint endpoint = Endpoint.of(http.url(), Headers.ofMap(http.headers()));
      Command where = new Command(List.of(endpoint.display()), env, cwd, Optional.empty());
      return new Target.Daemon(endpoint, where, http.start(), http.restart(), output);
    } catch (BadSetting e) {
      throw new Unfit(String.valueOf(e.getMessage()));
    }
  }
}
