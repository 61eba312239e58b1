package dev.pitstop.proxy;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Builder;
import dev.pitstop.backend.Incarnation;
import dev.pitstop.backend.Obituary;
import dev.pitstop.backend.State;
import dev.pitstop.backend.Words;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Kind;
import dev.pitstop.log.Log;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Monitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// `server_status` (A8).
final class StatusTool implements Management.Tool {
  private static final int DIFF_LINES = 15;

  private record Seen(
      State state,
      String looping,
      Optional<Incarnation> newest,
      int spawns,
      int kills,
      int crashes,
      int inFlight,
      int held,
      OptionalInt tools,
      Optional<Obituary> lastExit,
      Optional<Diff> lastDiff,
      Optional<Builder.Result> lastBuild) {}

  private final Backend backend;
  private final Monitor monitor;
  private final Log log;
  private final String logFile;

  StatusTool(Backend backend, Monitor monitor, Log log, String logFile) {
    this.backend = backend;
    this.monitor = monitor;
    this.log = log;
    this.logFile = logFile;
  }

  @Override
  public Management.Spec spec() {
    return new Management.Spec(
        "server_status",
        "Server status",
        "Shows the server's state, pid, uptime, restarts, last exit, last change of its tools,"
            + " calls in flight, memory and CPU.",
        "{\"type\":\"object\",\"properties\":{}}",
        "{\"type\":\"object\",\"properties\":{\"state\":{\"type\":\"string\"},"
            + "\"pid\":{\"type\":\"integer\"},\"uptime_seconds\":{\"type\":\"number\"},"
            + "\"spawns\":{\"type\":\"integer\"},\"kills\":{\"type\":\"integer\"},"
            + "\"crashes\":{\"type\":\"integer\"},\"in_flight\":{\"type\":\"integer\"},"
            + "\"held\":{\"type\":\"integer\"},\"tools\":{\"type\":\"integer\"},\"last_diff\":"
            + Diff.JSON_SCHEMA
            + "},\"required\":[\"state\",\"spawns\",\"kills\","
            + "\"crashes\",\"in_flight\",\"held\"]}",
        Management.Spec.READS);
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    List<Seen> seen = new ArrayList<>();
    monitor.turn(Monitor.By.OTHER, () -> seen.add(look()));
    Seen s = seen.getFirst();
    JsonObject o = new JsonObject();
    StringBuilder text = new StringBuilder();
    text.append("Server `").append(backend.name()).append("`: ").append(s.state().word());
    text.append(s.looping());
    o.addProperty("name", backend.name());
    o.addProperty("state", s.state().word());
    s.newest().ifPresent(i -> process(i, text, o));
    text.append("\nCommand: ").append(backend.command().display());
    o.addProperty("command", backend.command().display());
    o.addProperty("spawns", s.spawns());
    o.addProperty("kills", s.kills());
    o.addProperty("crashes", s.crashes());
    o.addProperty("in_flight", s.inFlight());
    o.addProperty("held", s.held());
    s.tools().ifPresent(n -> o.addProperty("tools", n));
    text.append("\nSpawns ").append(s.spawns()).append(", stops by Pitstop ").append(s.kills());
    text.append(", crashes ").append(s.crashes()).append("; calls in flight ");
    text.append(s.inFlight()).append(", held ").append(s.held());
    text.append("; ");
    text.append(
        s.tools().isPresent()
            ? Words.count(s.tools().getAsInt(), "tool")
            : "its tools are not listed yet");
    s.lastExit()
        .ifPresent(e -> {
          String words = "#" + e.gen() + " " + e.full();
          text.append("\nLast exit: ").append(words);
          o.addProperty("last_exit", words);
        });
    s.lastBuild()
        .ifPresent(b -> {
          String words =
              (b.ok() ? "succeeded" : b.cancelled() ? "cancelled" : "failed")
                  + " after "
                  + Words.duration(b.millis());
          text.append("\nLast build: ").append(words);
          o.addProperty("last_build", words);
        });
    s.lastDiff()
        .ifPresent(d -> {
          text.append("\nLast change:\n").append(d.text(DIFF_LINES));
          o.add("last_diff", d.json(DIFF_LINES));
        });
    if (log.fileFails()) {
      text.append("\nLog: none: ").append(logFile).append(" cannot be written");
    } else if (!logFile.isEmpty()) {
      text.append("\nLog: ").append(logFile);
      o.addProperty("log_file", logFile);
    }
    call.answer(text.toString(), o);
  }

  private Seen look() {
    return new Seen(
        backend.state(),
        looping(),
        backend.newest(),
        backend.spawns(),
        backend.kills(),
        backend.crashes(),
        backend.inFlight(),
        backend.held(),
        backend.isListed()
            ? OptionalInt.of(backend.catalog().entries(Kind.TOOLS).size())
            : OptionalInt.empty(),
        backend.lastExit(),
        backend.lastDiff(),
        backend.lastBuild());
  }

  private String looping() {
    String again = backend.hints().call("recompile", "; {} starts it again", "");
    return backend.state() instanceof State.Crashed c && c.looping()
        ? " (crash loop: 5 crashes in 30 s" + again + ")"
        : "";
  }

  private static void process(Incarnation i, StringBuilder text, JsonObject o) {
    long uptime = (System.nanoTime() - i.child().startedNanos()) / 1_000_000;
    TreeUsage usage = i.child().usage();
    o.addProperty("pid", i.child().pid());
    o.addProperty("spawn", i.gen());
    o.addProperty("uptime_seconds", uptime / 1000.0);
    o.addProperty("processes", usage.processes());
    text.append(", pid ").append(i.child().pid()).append(", spawn #").append(i.gen());
    text.append(", up ").append(Words.duration(uptime));
    if (i.readyAfterMillis() >= 0) {
      o.addProperty("startup_ms", i.readyAfterMillis());
      text.append(" (started in ").append(i.readyAfterMillis()).append(" ms)");
    }
    int n = usage.processes();
    text.append('\n').append(n).append(n == 1 ? " process" : " processes");
    if (usage.rssBytes() >= 0) {
      o.addProperty("rss_bytes", usage.rssBytes());
      text.append(", ").append(Words.bytes(usage.rssBytes()));
    }
    if (usage.cpuMillis() >= 0) {
      o.addProperty("cpu_ms", usage.cpuMillis());
      text.append(", CPU ").append(Words.duration(usage.cpuMillis()));
    }
  }
}
