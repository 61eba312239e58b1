package dev.pitstop.session.texts;

import dev.pitstop.backend.Backend;
import dev.pitstop.channel.RunKind;

/// The descriptions of Pitstop's own tools, in one or two sentences each, and the sentence in the
/// instructions that says what they do. Each agent pays for them in its context.
public final class ToolDescriptions {
  /// Characters of the sentence.
  static final int MOST = 120;

  private static final String OPTIONS =
      " `build`: a new build command; `save` keeps it. `rerun` repeats calls: failed, last, [N].";

  public static final String RELOAD_SERVER =
      "Rebuilds and restarts a server after a source change, with its configured commands."
          + " Returns compiler errors or what changed."
          + OPTIONS;

  private ToolDescriptions() {}

  public static String recompile(Backend backend) {
    boolean builds = backend.builds();
    String restarts =
        (builds ? "Rebuilds and restarts" : "Restarts") + " this MCP server after a source change.";
    return switch (backend.kind()) {
          case PROCESS -> restarts;
          case SESSION -> // without a command only its developer can restart it
              backend.restarts()
                  ? restarts
                  : builds
                      ? "Rebuilds this MCP server after a source change and opens a new session;"
                          + " does not restart it."
                      : "Opens a new session with this MCP server after its restart.";
          case SCHEMA ->
              (builds ? "Rebuilds this program and reads its" : "Reads the")
                  + " tools again after a source change.";
        }
        + (builds ? " Returns compiler errors or what changed." : " Returns what changed.")
        + OPTIONS;
  }

  // In the instructions.

  /// The sentence on the first line of the instructions, before the server's own first word. Codex
  /// shows its model no more than 250 characters of that line, and where tools are deferred it is
  /// all that an agent knows of Pitstop's tools. At most {@link #MOST} characters.
  public static String sentence(
      OwnToolNames tools, RunKind kind, boolean builds, boolean restarts) {
    String restart = builds ? "{} rebuilds and restarts this server" : "{} restarts this server";
    return sentence(
        tools.call(
            "recompile",
            switch (kind) {
              case PROCESS -> restart;
              case SESSION -> // its developer restarts it, if there is no command for that
                  restarts
                      ? restart
                      : builds ? "{} builds and opens a new session" : "{} opens a new session";
              case SCHEMA ->
                  builds ? "{} rebuilds this program" : "{} reads this program's tools again";
            },
            ""),
        tools);
  }

  public static String manySentence(OwnToolNames tools) {
    String add = tools.call("add_server", "{} adds a server", "");
    String reload = tools.call("reload_server", "{} rebuilds one", "");
    return sentence(add + (add.isEmpty() || reload.isEmpty() ? "" : ", ") + reload, tools);
  }

  private static String sentence(String reload, OwnToolNames tools) {
    String call = tools.call("call_tool", "{} calls tools missing from your list", "");
    return reload.isEmpty() && call.isEmpty()
        ? "Pitstop runs this for development; texts that begin with [pitstop] are from Pitstop."
        : "Pitstop: " + reload + (reload.isEmpty() || call.isEmpty() ? "" : "; ") + call + ".";
  }
}
