package dev.pitstop.channel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeChild;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.FakeTimers;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.Recorder;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.stdio.SpoiltChild;
import dev.pitstop.harness.Await;
import dev.pitstop.log.Log;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Outgoing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// The real [Cli] channel over processes that the test plays. At its end its runs are stopped, and
/// no thread may be left.
final class CliRig implements AutoCloseable {
  static final String SCHEMA =
      """
      {"tools": [
        {"name": "add", "description": "Adds", "cli_command": ["add", "--due={due}", "--", "{title}"],
         "parameters": {"type": "object", "required": ["title"],
           "properties": {"title": {"type": "string"}, "due": {"type": "string"}}}},
        {"name": "raw", "parameters": {"type": "object", "properties": {"n": {"type": "number"}}}},
        {"name": "quick", "cli_command": ["quick"], "timeout": "3s"}
      ]}
      """;

  final FakeSpawner spawner = new FakeSpawner();
  final FakeTimers timers = new FakeTimers();
  final StderrRing ring = new StderrRing();

  final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();
  final Cli channel;
  private final List<Talk> talks = new ArrayList<>(); // of the test's thread
  volatile Set<String> spoilt = Set.of(); // methods of processes

  /// One run and what it told.
  record Talk(Link link, Recorder told) {}

  CliRig() {
    this(Target.Calls.USUAL);
  }

  CliRig(Target.Calls calls) {
    Spawner noting =
        command -> {
          commands.add(command);
          Child child = spawner.spawn(command);
          return spoilt.isEmpty() ? child : new SpoiltChild((FakeChild) child, spoilt);
        };
    channel =
        new Cli(
            new ChannelParts(
                "tool",
                noting,
                new StopLimits(Duration.ofSeconds(1)),
                timers,
                Log.nowhere(),
                ring,
                256 * 1024),
            new Target.Tools(
                new Command(List.of("./tool", "-v"), Map.of("TERM", "vt100"), Path.of(".")), calls),
            30_000);
  }

  static Target.Calls calls(int maxOutput, int parallel) {
    return new Target.Calls(
        List.of("schema", "--json"), Optional.empty(), 60_000, maxOutput, parallel);
  }

  /// A run whose program is about to describe its tools.
  Talk begin(int number) {
    return begin(number, new Recorder());
  }

  Talk begin(int number, Recorder told) {
    Talk talk = new Talk(channel.open(number, told), told);
    talks.add(talk);
    return talk;
  }

  Talk open() {
    Talk talk = begin(1);
    describe(SCHEMA);
    talk.told().awaitOpened();
    return talk;
  }

  /// The schema command prints this, and ends well.
  void describe(String schema) {
    assertThat(command()).containsExactly("./tool", "-v", "schema", "--json");
    FakeChild child = spawner.next();
    child.write(schema.getBytes(StandardCharsets.UTF_8));
    child.exit(0);
  }

  /// The words of the next process.
  List<String> command() {
    return Await.take("a command", commands).argv();
  }

  static Link.Sent send(Talk to, String message) {
    return to.link().send(Outgoing.of(message.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
  }

  static Link.Sent call(Talk to, int id, String tool, String arguments) {
    return call(to, id, tool, arguments, "");
  }

  static Link.Sent call(Talk to, int id, String tool, String arguments, String more) {
    return send(
        to,
        "{'jsonrpc':'2.0','id':"
            + id
            + ",'method':'tools/call','params':{'name':'"
            + tool
            + "','arguments':"
            + arguments
            + more
            + "}}");
  }

  static void stop(Talk talk) {
    talk.link().stop("is not needed");
    talk.told().awaitEnd();
    talk.told().check();
  }

  /// The message number `n`, from 1.
  static String message(Talk of, int n) {
    of.told().awaitMessages(n);
    return of.told().messages().get(n - 1);
  }

  @Override
  public void close() {
    talks.forEach(CliRig::stop);
    Await.until(
        "the end of all threads",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(t -> t.getName().startsWith("tool ")));
    assertThat(spawner.noMore()).isTrue();
    Await.until("no timer is left", timers::none); // an answer is told before its limit is lifted
  }
}
