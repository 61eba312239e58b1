package dev.pitstop.session.tools;

import dev.pitstop.channel.RunKind;
import dev.pitstop.project.FileHashes;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.MemberStarts;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.members.Shelves;
import dev.pitstop.session.told.FileMistakes;
import dev.pitstop.session.told.SessionServer;
import dev.pitstop.session.words.OwnToolNames;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// Makes Pitstop's own tools in a session with many servers (M1). {@link OwnTools} names them.
///
/// @param logFile as the user sees it
/// @param tellNow announces changed lists to the client at once
public record ServerTools(
    Membership membership,
    MemberStarts starts,
    Shelves shelves,
    OwnToolNames names,
    ServerEntries entries,
    FileMistakes mistakes,
    Wiring wiring,
    Management management,
    String logFile,
    Runnable tellNow) {
  /// Makes the tools that are offered.
  public List<Management.Tool> make(Predicate<String> offered) {
    return OwnTools.WITH_MANY.stream().filter(offered).map(this::make).toList();
  }

  private Management.Tool make(String name) {
    return switch (name) {
      case "add_server" ->
          new AddServerTool(membership, starts, shelves, entries, names, wiring.monitor());
      case "remove_server" -> new RemoveServerTool(membership, entries, choice());
      case "reload_server" -> reload(Member::server);
      case "list_servers" -> new ListServersTool(choice(), shelves, mistakes);
      case "server_status" ->
          new ServersStatusTool(
              one(StatusTool.SPEC, m -> new StatusTool(m.server(), wiring.log(), logFile)));
      case "stop_server" -> one(StopTool.SPEC, m -> stop(m, m.server()));
      case "binary_info" ->
          one(
              BinaryTool.SPEC,
              m ->
                  m.backend().kind() == RunKind.SESSION
                      ? new NotOfItsKind(BinaryTool.SPEC, m.backend())
                      : new BinaryTool(
                          m.server(), m.spec().command(), wiring.executables(), new FileHashes()));
      case "server_stderr" -> one(StderrTool.SPEC, m -> new StderrTool(m.backend()));
      case "call_tool" -> new CallToolTool();
      case "search_tools" -> new SearchServersTool(choice());
      default -> throw new IllegalArgumentException(name); // a name without a tool
    };
  }

  /// What a person can do with a server.
  public Management.Tool byHand(ByHand.Wish wish) {
    return switch (wish) {
      case RELOAD -> reload(ServerTools::forPerson);
      case START -> one(StartTool.SPEC, m -> new StartTool(forPerson(m)));
      case STOP -> one(StopTool.SPEC, m -> stop(m, forPerson(m)));
    };
  }

  private static SessionServer forPerson(Member m) {
    return m.server().forPerson(m.backend().name());
  }

  private PerServerTool reload(Function<Member, SessionServer> server) {
    return new PerServerTool(
        choice(),
        ReloadedServer.spec(),
        "name",
        m ->
            new RecompileTool(
                server.apply(m),
                new MemberOptions(m, membership, new FileKeeper(entries, names), () -> {}),
                wiring,
                management,
                new ReloadedServer(m, shelves, tellNow)));
  }

  private ServerChoice choice() {
    return new ServerChoice(membership.members(), wiring.monitor(), names);
  }

  private PerServerTool one(Management.Spec plain, Function<Member, Management.Tool> make) {
    return new PerServerTool(choice(), plain, "server", make);
  }

  private Management.Tool stop(Member m, SessionServer server) {
    if (m.backend().kind() != RunKind.PROCESS) {
      return new NotOfItsKind(StopTool.SPEC, m.backend());
    }
    starts.unwant(m);
    return new StopTool(
        server, m.spec().command(), wiring.executables(), membership.members()::processes);
  }
}
