package dev.pitstop.session.texts;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.text.Words;

/// What a caller can do about a server in its present state: a sentence or two. Called in turns of
/// the monitor.
public final class NextSteps {
  private NextSteps() {}

  public static String of(OwnToolNames tools, Backend b, Snapshot s) {
    if (s.wanted() == Lifecycle.Wanted.NEVER) {
      return "Pitstop is shutting down.";
    }
    if (s.wanted() == Lifecycle.Wanted.REMOVED) {
      return tools.call(
          "add_server", "It takes no more calls; {} can add it again.", "It takes no more calls.");
    }
    return switch (s.state()) {
      case State.Crashed c when c.looping() ->
          Words.fill(
                  "It crashed {} times within {} s, so calls no longer restart it; {}.",
                  Lifecycle.CRASH_LIMIT,
                  Lifecycle.CRASH_WINDOW_MILLIS / 1000,
                  tools.call("recompile", restarts(b) + "it", "a reload does"))
              + tools.more(b, "server_stderr");
      case State.Crashed c ->
          s.startsOnDemand()
              ? "The next call restarts the server"
                  + (b.builds() ? tools.call("recompile", "; {} rebuilds and restarts it", "") : "")
                  + "."
                  + tools.more(b, "server_stderr", "server_status")
              : tools.call("recompile", restarts(b) + "the server", "A reload restarts the server")
                  + "."
                  + tools.more(b, "server_stderr");
      case State.Stopped st ->
          switch (st.cause()) {
            case BUILD_FAILED ->
                Words.fill("Once the errors are fixed, {} {}.", reload(tools), reloads(b));
            case START_FAILED ->
                Words.fill("Once the cause is fixed, {} {}", reload(tools), reloads(b))
                    + (s.startsOnDemand() ? "; the next call tries again." : ".")
                    + tools.more(b, "server_stderr");
            case NEVER_STARTED, BY_REQUEST, LOST -> "The next call " + starts(b) + ".";
          };
      case State.Building st -> "A build is running; calls wait for it.";
      case State.Starting st ->
          b.kind().isDescribed()
              ? "Pitstop is reading its tools; calls wait for that."
              : "It " + RunsNow.clause(b.kind(), s) + "; calls wait for it.";
      case State.Running st ->
          b.kind().isDescribed()
              ? "The next call runs it again."
              : "The server is running again and takes calls.";
      case State.Draining d ->
          d.then().isPresent()
              ? "A reload is running; calls wait for it."
              : "The next call restarts the server.";
    };
  }

  private static String reload(OwnToolNames tools) {
    return tools.call("recompile", "{}", "a reload");
  }

  private static String restarts(Backend b) {
    return b.builds() ? "{} rebuilds and restarts " : "{} restarts ";
  }

  private static String starts(Backend b) {
    return b.kind().words("starts the server", "opens a new session", "reads the tools");
  }

  public static String reloads(Backend b) {
    return b.kind().isDaemons()
        ? DaemonWords.reloads(b)
        : !b.builds()
            ? starts(b)
            : b.kind().isDescribed()
                ? "builds the program and reads its tools"
                : "rebuilds and starts the server";
  }
}
