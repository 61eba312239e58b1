package dev.pitstop.channel.stdio;

import dev.pitstop.backend.FakeTimers;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.Rig;
import dev.pitstop.harness.Await;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Monitor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// [Stdio] with real processes: shells that do what the test writes into a named pipe. The time of
/// the channel is still the test's.
final class RealStdioRig implements Rig<StdioPeer> {
  /// Takes commands from the pipe `c.PID`, reports to `r.PID`.
  private static final String PUPPET =
      """
      mkfifo "c.$$" "r.$$"
      : > "up.$$"
      exec 3< "c.$$" 4> "r.$$"
      while IFS=' ' read -r command argument <&3; do
        case $command in
          say) printf '%s\\n' "$argument" ;;
          write) printf '%s' "$argument" ;;
          complain) printf '%s\\n' "$argument" >&2 ;;
          hear) IFS= read -r line; printf '%s\\n' "$line" >&4 ;;
          close-stdout) exec 1>&- ;;
          close-stdin) exec 0<&- ;;
          daemon) setsid sh -c 'sleep 60 3<&- 4>&- & echo $! > "$1"' sh "d.$$"; echo there >&4 ;;
          exit) exit "$argument" ;;
        esac
      done
      """;

  private final Path directory;
  private final OsSpawner spawner = new OsSpawner(System.getenv(), problem -> {});
  private final Monitor monitor = new Monitor();
  private final FakeTimers timers = new FakeTimers();
  private final StderrRing ring = new StderrRing();
  private final List<Puppet> puppets = new ArrayList<>();

  RealStdioRig(Path directory) {
    this.directory = directory;
  }

  @Override
  public Channel channel() {
    return channel(List.of("sh", "-c", PUPPET));
  }

  @Override
  public Channel refusing() {
    return channel(List.of("./missing"));
  }

  private Channel channel(List<String> argv) {
    ChannelParts parts =
        new ChannelParts(
            "puppet",
            spawner,
            new StopLimits(Duration.ofMillis(50)),
            timers,
            Log.nowhere(),
            ring,
            MAX_MESSAGE);
    return new Stdio(parts, new Command(argv, Map.of(), directory), monitor);
  }

  @Override
  public StdioPeer peer(Link link) {
    Puppet puppet = new Puppet(directory, link.facts().pid().orElseThrow());
    puppets.add(puppet);
    return puppet;
  }

  @Override
  public Monitor monitor() {
    return monitor;
  }

  @Override
  public FakeTimers timers() {
    return timers;
  }

  @Override
  public StderrRing ring() {
    return ring;
  }

  @Override
  public void close() {
    puppets.forEach(Puppet::close);
    spawner.close();
  }

  private static final class Puppet implements StdioPeer {
    private final Path directory;
    private final long pid;
    private final OutputStream commands;
    private final BufferedReader reports;

    Puppet(Path directory, long pid) {
      this.directory = directory;
      this.pid = pid;
      Await.until("the puppet", () -> Files.exists(directory.resolve("up." + pid)));
      try {
        commands = Files.newOutputStream(directory.resolve("c." + pid));
        reports = Files.newBufferedReader(directory.resolve("r." + pid));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void order(String command) {
      try {
        commands.write((command + "\n").getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private String report() {
      try {
        return String.valueOf(reports.readLine());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void say(String line) {
      order("say " + line);
    }

    @Override
    public void write(String text) {
      order("write " + text);
    }

    @Override
    public void complain(String line) {
      order("complain " + line);
    }

    @Override
    public String heard() {
      order("hear");
      return report();
    }

    @Override
    public void listenNoMore() {
      // it listens only when it is told to
    }

    @Override
    public void closeStdout() {
      order("close-stdout");
    }

    @Override
    public void closeStdin() {
      order("close-stdin");
    }

    @Override
    public void exit(int status) {
      order("exit " + status);
    }

    @Override
    public void exitLeavingPipesOpen(int status) {
      order("daemon");
      report();
      exit(status);
    }

    @Override
    public void die() {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }

    void close() {
      die();
      try {
        commands.close();
        reports.close();
        Path daemon = directory.resolve("d." + pid);
        if (Files.exists(daemon)) {
          ProcessHandle.of(Long.parseLong(Files.readString(daemon).strip()))
              .ifPresent(ProcessHandle::destroyForcibly);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
