package dev.pitstop.session.tools;

import dev.pitstop.process.SameExecutable;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Keeper;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.ServerEntries;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.ToolDescriptions;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// Pitstop's own tools. This is the one place that names them all, in the order in which they are
/// listed, and that makes them.
///
/// @param entries of servers that the agent adds; empty where it cannot
/// @param tellNow announces changed lists to the client at once
public record OwnTools(
    Membership membership,
    Optional<ServerEntries> entries,
    Keeper keeper,
    Runnable tellNow,
    Wiring wiring,
    Management management,
    String logFile) {
  private static final String NAME = "\"name\":{\"type\":\"string\"}";
  private static final String NAME_REQUIRED = ",\"required\":[\"name\"]";
  private static final String SAVE = "\"save\":{\"type\":\"boolean\"}";
  private static final String READS = Management.READS;
  private static final String STOPS =
      "{\"destructiveHint\":true,\"idempotentHint\":true,\"openWorldHint\":false}";

  public static final List<String> WITH_ONE =
      Words.list(
          "recompile server_status stop_server binary_info server_stderr call_tool",
          "read_tool search_tools");

  public static final List<String> WITH_MANY =
      Words.list(
          "add_server remove_server reload_server list_servers server_status stop_server",
          "binary_info server_stderr call_tool read_tool search_tools");

  /// Whether there is such a tool in some session.
  public static boolean isOne(String name) {
    return WITH_ONE.contains(name) || WITH_MANY.contains(name);
  }

  public List<Management.Tool> make(Predicate<String> offered) {
    return (membership.members().prefixed()
            ? WITH_MANY.stream()
            : WITH_ONE.stream().filter(this::fits))
        .filter(offered)
        .map(this::make)
        .toList();
  }

  private Management.Tool make(String name) {
    return switch (name) {
      case "add_server" ->
          new Management.Tool(
              new Management.Spec(
                  name,
                  () ->
                      "Adds a server: `command` starts it, `url` names a running one, `cli` a"
                          + " program that describes its commands. `save` keeps it in the"
                          + " configuration file.",
                  NAME + "," + entries.orElseThrow().schema() + "," + SAVE,
                  NAME_REQUIRED,
                  "{\"destructiveHint\":false,\"openWorldHint\":true}",
                  false),
              new AddServerTool(membership, entries.orElseThrow(), choice()));
      case "remove_server" ->
          new Management.Tool(
              new Management.Spec(
                  name,
                  () ->
                      "Stops a server and removes its tools. `save` also removes it from the"
                          + " configuration file.",
                  NAME + "," + SAVE,
                  NAME_REQUIRED,
                  STOPS,
                  false),
              new RemoveServerTool(membership, entries.orElseThrow(), choice()));
      case "list_servers" ->
          new Management.Tool(
              new Management.Spec(
                  name,
                  "Lists all servers: status, tools, pid, uptime, command, and why one is down.",
                  "",
                  READS),
              list());
      case "recompile", "reload_server" -> reload(Member::server);
      case "server_status" -> status();
      case "stop_server" -> stop(Member::server);
      case "binary_info" ->
          each(
              new Management.Spec(
                  name,
                  "Shows the server's file: path, version, size, age, hash; whether the process"
                      + " is older.",
                  "",
                  READS),
              "server",
              m -> new BinaryTool(m.server(), m.spec().command(), wiring.executables()));
      case "server_stderr" ->
          each(
              new Management.Spec(
                  name,
                  "Shows the last stderr lines, kept across restarts; `since_spawn`: this run"
                      + " only.",
                  "\"lines\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":50},"
                      + "\"since_spawn\":{\"type\":\"boolean\"}",
                  READS),
              "server",
              m -> new StderrTool(m.backend()));
      case "call_tool" ->
          onward(
              name,
              "Calls a tool that your list lacks or shows as it was.",
              "{\"destructiveHint\":true}",
              true);
      case "read_tool" -> onward(name, "The same, of read-only tools.", READS, false);
      case "search_tools" ->
          new Management.Tool(
              new Management.Spec(
                  name,
                  "Lists current tools, best matches first, with schemas.",
                  "\"query\":{\"type\":\"string\"}"
                      + (membership.members().prefixed()
                          ? ",\"server\":{\"type\":\"string\"}"
                          : ""),
                  READS),
              new SearchTool(choice(), membership.members().prefixed()));
      default -> throw new IllegalArgumentException(name); // a name without a tool
    };
  }

  /// A tool that calls another, see {@link CallToolTool}.
  private static Management.Tool onward(
      String name, String description, String annotations, boolean always) {
    return new Management.Tool(
        new Management.Spec(
            name,
            () -> description,
            "\"tool\":{\"type\":\"string\"},\"arguments\":{\"type\":\"object\"}",
            ",\"required\":[\"tool\"]" + (always ? ",\"additionalProperties\":false" : ""),
            annotations,
            always),
        (args, call) -> {
          throw new IllegalStateException("passed on, see Management.onward");
        });
  }

  /// A reload by a person beside the agent. It has the same texts as the agent's tool, and works if
  /// that is not offered.
  public Management.Tool reloadByHand() {
    return reload(this::forPerson);
  }

  /// A stop by a person, likewise.
  public Management.Tool stopByHand() {
    return stop(this::forPerson);
  }

  /// The servers, in the order in which they are listed. Called in a turn.
  public List<Member> servers() {
    return membership.members().present();
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
    return m.server().forPerson(membership.members().prefixed() ? m.name() : "");
  }

  private ServerChoice choice() {
    return new ServerChoice(membership.members(), wiring.monitor(), management.names());
  }

  /// A tool for one server, which an argument names if there may be many. Without the argument, it
  /// is the only one.
  private Management.Tool each(
      Management.Spec spec, String argument, Function<Member, Management.Body> make) {
    boolean many = membership.members().prefixed();
    ServerChoice choice = choice();
    return new Management.Tool(
        many ? spec.naming(argument) : spec,
        (args, call) -> {
          String name = many ? args.server(argument) : "";
          Member member = wiring.monitor().inTurn(() -> choice.find(name, argument));
          return make.apply(member).run(args, call);
        });
  }

  private Management.Tool reload(Function<Member, SessionServer> server) {
    boolean many = membership.members().prefixed();
    return each(
        new Management.Spec(
            many ? "reload_server" : "recompile",
            () ->
                many
                    ? ToolDescriptions.RELOAD_SERVER
                    : ToolDescriptions.recompile(only().backend()),
            // arrays are read, too; strings cost agents less
            "\"build\":{\"type\":\"string\"}," + SAVE + ",\"rerun\":{\"type\":\"string\"}",
            "",
            "{\"destructiveHint\":false,\"openWorldHint\":false}",
            true),
        "name",
        m -> new RecompileTool(this, m, server.apply(m)));
  }

  private Management.Tool status() {
    boolean many = membership.members().prefixed();
    Management.Tool one =
        each(
            new Management.Spec(
                "server_status",
                many
                    ? "Shows a server's state, restarts, last exit, last change, open calls,"
                        + " memory; without `server`, one line each."
                    : "Shows state, pid, uptime, restarts, last exit and change, open calls,"
                        + " memory, CPU.",
                "",
                READS),
            "server",
            m -> new StatusTool(m.server(), m.offer(), wiring.log(), logFile));
    return many
        ? new Management.Tool(
            one.spec(),
            (args, call) ->
                (args.server("server").isEmpty()
                            && wiring.monitor().inTurn(membership.members()::names).size() != 1
                        ? list()
                        : one.body())
                    .run(args, call))
        : one;
  }

  private Management.Body list() {
    return new ListServersTool(choice(), wiring.outside(), membership.mistakes());
  }

  private Management.Tool stop(Function<Member, SessionServer> server) {
    return each(
        new Management.Spec(
            "stop_server",
            "Stops the server and all processes of its file, so that it can be overwritten. The"
                + " next call starts it.",
            "",
            STOPS),
        "server",
        m ->
            new StopTool(
                server.apply(m),
                () -> membership.starts().unwant(m),
                membership.backends().hub()::processes,
                () -> SameExecutable.find(m.spec().command(), wiring.executables())));
  }
}
