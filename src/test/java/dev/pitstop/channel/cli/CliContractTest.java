package dev.pitstop.channel.cli;

import dev.pitstop.backend.FakeChild;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.FakeTimers;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.RunContract;
import dev.pitstop.channel.Target;
import dev.pitstop.log.Log;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The contract of runs, for schemas of a command-line program")
class CliContractTest implements RunContract {
  private final FakeSpawner spawner = new FakeSpawner();

  /// A program that describes itself at once.
  @Override
  public Channel channel() {
    Spawner describing =
        command -> {
          Child child = spawner.spawn(command);
          FakeChild program = spawner.next();
          program.write(CliRig.SCHEMA.getBytes(StandardCharsets.UTF_8));
          program.exit(0);
          return child;
        };
    return new Cli(
        new ChannelParts(
            "tool",
            describing,
            new StopLimits(Duration.ofSeconds(5)),
            new FakeTimers(),
            Log.nowhere(),
            new StderrRing(),
            256 * 1024),
        new Target.Tools(
            new Command(List.of("./tool"), Map.of(), Path.of(".")), Target.Calls.USUAL),
        30_000);
  }
}
