package dev.pitstop.session;

import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.channel.Target;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.process.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// How servers are run, and the same run otherwise.
final class Specs {
  private Specs() {}

  /// A server that no call restarts after a crash.
  static ServerSpec of(String name, String... argv) {
    return new ServerSpec(
        name,
        program(Map.of(), argv),
        Optional.empty(),
        List.of(),
        State.Order.START_FIRST,
        false,
        List.of(),
        ToolFilter.ALL,
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  static Target program(Map<String, String> environment, String... argv) {
    return new Target.Program(new Command(List.of(argv), environment, Path.of("/nonexistent")));
  }

  static ServerSpec run(ServerSpec s, Target by) {
    return with(s, by, s.order(), s.respawn(), s.tools(), s.startMillis(), s.callMillis());
  }

  static ServerSpec stopFirst(ServerSpec s) {
    State.Order order = State.Order.STOP_FIRST;
    return with(s, s.target(), order, s.respawn(), s.tools(), s.startMillis(), s.callMillis());
  }

  static ServerSpec respawning(ServerSpec s, boolean does) {
    return with(s, s.target(), s.order(), does, s.tools(), s.startMillis(), s.callMillis());
  }

  static ServerSpec filtered(ServerSpec s, Predicate<String> tools) {
    return with(s, s.target(), s.order(), s.respawn(), tools, s.startMillis(), s.callMillis());
  }

  /// @param start how long a start may take
  /// @param call how long a call may take
  static ServerSpec limited(ServerSpec s, OptionalLong start, OptionalLong call) {
    return with(s, s.target(), s.order(), s.respawn(), s.tools(), start, call);
  }

  static ServerSpec watching(ServerSpec s, List<String> globs) {
    return new ServerSpec(
        s.name(),
        s.target(),
        s.build(),
        globs,
        s.order(),
        s.respawn(),
        s.replay(),
        s.tools(),
        s.buildMillis(),
        s.startMillis(),
        s.callMillis());
  }

  private static ServerSpec with(
      ServerSpec s,
      Target target,
      State.Order order,
      boolean respawn,
      Predicate<String> tools,
      OptionalLong start,
      OptionalLong call) {
    return new ServerSpec(
        s.name(),
        target,
        s.build(),
        s.watch(),
        order,
        respawn,
        s.replay(),
        tools,
        s.buildMillis(),
        start,
        call);
  }
}
