package dev.pitstop.session.tools;

import dev.pitstop.process.SameExecutable;
import dev.pitstop.project.FileHashes;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.ToolDescriptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// Pitstop's own tools. This is the one place that names them all, in the order in which they are
/// listed, and that makes them.
///
/// @param entries of servers that the agent adds; empty where it cannot
/// @param keeper saves options that the agent sets
/// @param described tells the client that the descriptions of the tools changed
/// @param tellNow announces changed lists to the client at once
/// @param logFile as the user sees it
public record OwnTools(
    Membership membership,
    Optional<ServerEntries> entries,
    Keeper keeper,
    Runnable described,
    Runnable tellNow,
    Wiring wiring,
    Management management,
    String logFile) {
  /// Their names in a session with one server.
  public static final List<String> WITH_ONE =
      List.of(
          "recompile",
          "server_status",
          "stop_server",
          "binary_info",
          "server_stderr",
          "call_tool",
          "search_tools");

  /// Their names in a session with many servers.
  public static final List<String> WITH_MANY =
      List.of(
          "add_server",
          "remove_server",
          "reload_server",
          "list_servers",
          "server_status",
          "stop_server",
          "binary_info",
          "server_stderr",
          "call_tool",
          "search_tools");

  /// Whether there is such a tool in some session.
  public static boolean isOne(String name) {
    return WITH_ONE.contains(name) || WITH_MANY.contains(name);
  }

  /// Makes the tools that are offered to the client.
  public List<Management.Tool> make(Predicate<String> offered) {
    return (membership.prefixed() ? WITH_MANY.stream() : WITH_ONE.stream().filter(this::fits))
        .filter(offered)
        .map(this::make)
        .toList();
  }

  private Management.Tool make(String name) {
    return switch (name) {
      case "add_server" -> new AddServerTool(membership, entries.orElseThrow(), choice());
      case "remove_server" -> new RemoveServerTool(membership, entries.orElseThrow(), choice());
      case "list_servers" ->
          new ListServersTool(choice(), membership.shelves(), membership.mistakes());
      case "recompile", "reload_server" -> reload(Member::server);
      case "server_status" ->
          each(StatusTool.SPEC, m -> new StatusTool(m.server(), wiring.log(), logFile))
                  instanceof PerServerTool one
              ? new ServersStatusTool(one)
              : new StatusTool(only().server(), wiring.log(), logFile);
      case "stop_server" -> each(StopTool.SPEC, m -> stop(m, m.server()));
      case "binary_info" ->
          each(
              BinaryTool.SPEC,
              m ->
                  new BinaryTool(
                      m.server(), m.spec().command(), wiring.executables(), new FileHashes()));
      case "server_stderr" -> each(StderrTool.SPEC, m -> new StderrTool(m.backend()));
      case "call_tool" -> new CallToolTool();
      case "search_tools" -> new SearchTool(choice(), membership.prefixed());
      default -> throw new IllegalArgumentException(name); // a name without a tool
    };
  }

  /// What a person can do with a server.
  public Management.Tool byHand(ByHand.Wish wish) {
    return switch (wish) {
      case RELOAD -> reload(this::forPerson);
      case START -> each(StartTool.SPEC, m -> new StartTool(forPerson(m)));
      case STOP -> each(StopTool.SPEC, m -> stop(m, forPerson(m)));
    };
  }

  /// Whether this tool makes sense for the only server. A daemon is neither stopped nor inspected;
  /// a command-line program does not run between calls.
  private boolean fits(String tool) {
    return switch (only().backend().kind()) {
      case PROCESS -> true;
      case SESSION -> !tool.equals("stop_server") && !tool.equals("binary_info");
      case SCHEMA -> !tool.equals("stop_server");
    };
  }

  private Member only() {
    return membership.members().all().iterator().next();
  }

  private SessionServer forPerson(Member m) {
    return m.server().forPerson(membership.prefixed() ? m.name() : "");
  }

  private ServerChoice choice() {
    return new ServerChoice(membership.members(), wiring.monitor(), management.names());
  }

  /// A tool for one server, which an argument names if there may be many.
  private Management.Tool each(Management.Spec spec, Function<Member, Management.Tool> make) {
    return membership.prefixed()
        ? new PerServerTool(choice(), spec, "server", make)
        : make.apply(only());
  }

  private Management.Tool reload(Function<Member, SessionServer> server) {
    Management.Spec spec = RecompileTool.spec("reload_server", ToolDescriptions.RELOAD_SERVER);
    Function<Member, Management.Tool> make = m -> new RecompileTool(this, m, server.apply(m));
    return membership.prefixed()
        ? new PerServerTool(choice(), spec, "name", make)
        : make.apply(only());
  }

  private Management.Tool stop(Member m, SessionServer server) {
    return new StopTool(
        server,
        () -> membership.starts().unwant(m),
        membership.members()::processes,
        () -> SameExecutable.find(m.spec().command(), wiring.executables()));
  }
}
