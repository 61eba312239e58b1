package dev.pitstop.session.tools;

import dev.pitstop.channel.RunKind;
import dev.pitstop.channel.Target;
import dev.pitstop.project.FileHashes;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.told.SessionServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Pitstop's own tools (A4, M1). This is the one place that names them all, in the order in which
/// they are listed.
public final class OwnTools {
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

  /// What they are made of with one server. {@link ServerTools} makes those for many.
  ///
  /// @param server the same as the member's, or for a person
  /// @param keeper saves options that are set
  /// @param described tells the client that the descriptions of the tools changed
  /// @param logFile as the user sees it
  public record Parts(
      SessionServer server,
      Member member,
      Membership membership,
      Keeper keeper,
      Runnable described,
      Wiring wiring,
      Management management,
      String logFile) {
    private Parts forPerson() {
      return new Parts(
          server.forPerson(""), member, membership, keeper, described, wiring, management, logFile);
    }

    private Target target() {
      return member.spec().target();
    }

    /// Whether this tool makes sense for the server. A daemon is neither stopped nor inspected; a
    /// command-line program does not run between calls.
    boolean fits(String tool) {
      return switch (target().kind()) {
        case PROCESS -> true;
        case SESSION -> !tool.equals("stop_server") && !tool.equals("binary_info");
        case SCHEMA -> !tool.equals("stop_server");
      };
    }
  }

  private OwnTools() {}

  /// Whether there is such a tool in some session.
  public static boolean isOne(String name) {
    return WITH_ONE.contains(name) || WITH_MANY.contains(name);
  }

  /// Makes the tools that are offered to the client of one server.
  public static List<Management.Tool> make(Parts p, Predicate<String> offered) {
    List<Management.Tool> tools = new ArrayList<>();
    for (String name : WITH_ONE) {
      if (offered.test(name) && p.fits(name)) {
        tools.add(make(name, p));
      }
    }
    return tools;
  }

  /// What a person can do with the server.
  public static Management.Tool byHand(ByHand.Wish wish, Parts p) {
    return switch (wish) {
      case RELOAD -> make("recompile", p.forPerson());
      case START -> new StartTool(p.server().forPerson(""));
      case STOP ->
          p.target().kind() == RunKind.PROCESS
              ? make("stop_server", p.forPerson())
              : new NotOfItsKind(StopTool.SPEC, p.server().backend());
    };
  }

  private static Management.Tool make(String name, Parts p) {
    return switch (name) {
      case "recompile" ->
          new RecompileTool(
              p.server(),
              new MemberOptions(p.member(), p.membership(), p.keeper(), p.described()),
              p.wiring(),
              p.management(),
              (call, answer) -> answer.accept(facts -> ""));
      case "server_status" -> new StatusTool(p.server(), p.wiring().log(), p.logFile());
      case "stop_server" ->
          new StopTool(p.server(), p.target().command(), p.wiring().executables(), Map::of);
      case "binary_info" ->
          new BinaryTool(
              p.server(), p.target().command(), p.wiring().executables(), new FileHashes());
      case "server_stderr" -> new StderrTool(p.server().backend());
      case "call_tool" -> new CallToolTool();
      case "search_tools" -> new SearchToolsTool(p.server());
      default -> throw new IllegalArgumentException(name); // a name without a tool
    };
  }
}
